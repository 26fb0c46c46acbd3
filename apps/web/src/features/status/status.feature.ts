import type { ScreenFeature } from '../feature.ts';

export const status = {
  screens: { '/status': { lazy: () => import('./status.tsx') } },
} satisfies ScreenFeature;
