import type { ScreenFeature } from '../feature.ts';

export const credit = {
  screens: {
    '/dashboard/credit': { lazy: () => import('./credit-page.tsx') },
  },
  parts: {
    'kyc.limit': async () => (await import('./limit-step.tsx')).LimitStep,
    'profile.credit': async () => (await import('./credit-section.tsx')).CreditSection,
  },
} satisfies ScreenFeature;
