import { LifeBuoy } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const support = {
  screens: {
    '/dashboard/help': {
      lazy: () => import('./help.tsx'),
      shortcut: '/help',
      menu: { place: 8, word: { en: 'Help & Support', hi: 'मदद और सहायता' }, Icon: LifeBuoy },
    },
  },
} satisfies ScreenFeature;
