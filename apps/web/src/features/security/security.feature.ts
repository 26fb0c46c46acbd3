import { KeyRound } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const security = {
  screens: {
    '/dashboard/security': {
      lazy: () => import('./security.tsx'),
      account: { place: 2, word: { en: 'Security', hi: 'सुरक्षा' }, Icon: KeyRound },
    },
  },
  parts: {
    'profile.security': async () => (await import('./security-link.tsx')).SecurityLink,
  },
} satisfies ScreenFeature;
