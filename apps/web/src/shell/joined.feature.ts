import { BadgeCheck, User } from 'lucide-react';
import type { ScreenFeature } from '../features/feature.ts';

export const joined = {
  screens: {
    '/dashboard/profile': {
      lazy: () => import('./profile-page.tsx'),
      menu: { place: 6, word: { en: 'My Profile', hi: 'मेरी प्रोफ़ाइल' }, Icon: User },
      account: { place: 1, word: { en: 'My Profile', hi: 'मेरी प्रोफ़ाइल' }, Icon: User },
    },
    '/dashboard/kyc-verification': {
      lazy: () => import('./kyc-page.tsx'),
      isWizard: true,
      menu: { place: 7, word: { en: 'KYC Verification', hi: 'KYC सत्यापन' }, Icon: BadgeCheck },
    },
  },
} satisfies ScreenFeature;
