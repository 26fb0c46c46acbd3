import type { ScreenFeature } from '../feature.ts';

export const credit = {
  screens: {
    '/dashboard/credit': { lazy: () => import('./credit-page.tsx') },
  },
  parts: {
    'pay.onHold': async () => (await import('./hold.tsx')).PayHold,
    'kyc.limit': async () => (await import('./limit-step.tsx')).LimitStep,
    'profile.credit': async () => (await import('./credit-section.tsx')).CreditSection,
  },
} satisfies ScreenFeature;
