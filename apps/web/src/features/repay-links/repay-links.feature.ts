import type { ScreenFeature } from '../feature.ts';

export const repayLinks = {
  screens: {
    '/repay': { lazy: () => import('./shared-instalment.tsx'), frame: 'plain' },
  },
  parts: {
    'plan.owed': async () => (await import('./share-instalment.tsx')).ShareInstalment,
  },
} satisfies ScreenFeature;
