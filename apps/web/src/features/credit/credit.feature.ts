import type { ScreenFeature } from '../feature.ts';

export const credit = {
  screens: {
    '/dashboard/credit': { lazy: () => import('./credit-page.tsx') },
  },
} satisfies ScreenFeature;
