import { ShieldCheck } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const privacy = {
  screens: {
    '/dashboard/privacy': {
      lazy: () => import('./privacy.tsx'),
      account: { place: 3, word: { en: 'Your data', hi: 'आपका डेटा' }, Icon: ShieldCheck },
    },
    '/account-closed': { lazy: () => import('./account-closed.tsx'), frame: 'plain' },
  },
  parts: {
    'profile.privacy': async () => (await import('./privacy-link.tsx')).PrivacyLink,
  },
} satisfies ScreenFeature;
