import { House, User } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const me = {
  screens: {
    '/dashboard': {
      lazy: () => import('./dashboard/dashboard.tsx'),
      menu: { place: 1, word: { en: 'Dashboard', hi: 'डैशबोर्ड' }, Icon: House },
      bar: { place: 1, word: { en: 'Home', hi: 'होम' }, Icon: House },
    },
    '/dashboard/profile': {
      lazy: () => import('./profile/profile.tsx'),
      menu: { place: 6, word: { en: 'My Profile', hi: 'मेरी प्रोफ़ाइल' }, Icon: User },
      account: { place: 1, word: { en: 'My Profile', hi: 'मेरी प्रोफ़ाइल' }, Icon: User },
    },
    '/onboarding': { lazy: () => import('./onboarding/onboarding.tsx'), frame: 'focused' },
  },
} satisfies ScreenFeature;
