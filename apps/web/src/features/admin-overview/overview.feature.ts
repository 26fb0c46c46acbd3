import { getOverview } from '@mohlat/contract';
import { House } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const overview = {
  screens: {
    '/admin': {
      lazy: () => import('./overview.tsx'),
      reads: getOverview,
      menu: { place: 1, word: { en: 'Dashboard', hi: 'डैशबोर्ड' }, Icon: House },
    },
  },
} satisfies ScreenFeature;
