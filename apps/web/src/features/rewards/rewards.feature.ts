import { Gift } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const rewards = {
  screens: {
    '/dashboard/rewards': {
      lazy: () => import('./rewards.tsx'),
      menu: { place: 5, word: { en: 'Rewards', hi: 'रिवॉर्ड' }, Icon: Gift },
      bar: { place: 4, word: { en: 'Rewards', hi: 'रिवॉर्ड' }, Icon: Gift },
    },
  },
  parts: {
    'repay.amount': async () => (await import('./use-rewards.tsx')).UseRewards,
  },
} satisfies ScreenFeature;
