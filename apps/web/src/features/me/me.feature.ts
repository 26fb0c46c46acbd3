import { House } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const me = {
  screens: {
    '/dashboard': {
      lazy: () => import('./dashboard.tsx'),
      menu: { place: 1, word: { en: 'Dashboard', hi: 'डैशबोर्ड' }, Icon: House },
      bar: { place: 1, word: { en: 'Home', hi: 'होम' }, Icon: House },
    },
    '/onboarding': { lazy: () => import('./onboarding.tsx'), frame: 'focused' },
  },
} satisfies ScreenFeature;
