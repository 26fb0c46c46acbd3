import { BadgeCheck } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const kyc = {
  screens: {
    '/dashboard/kyc-verification': {
      lazy: () => import('./kyc-page.tsx'),
      isWizard: true,
      menu: { place: 7, word: { en: 'KYC Verification', hi: 'KYC सत्यापन' }, Icon: BadgeCheck },
    },
  },
} satisfies ScreenFeature;
