import type { ScreenFeature } from '../feature.ts';

export const status = {
  screens: { '/status': { lazy: () => import('./status.tsx'), frame: 'plain' } },
} satisfies ScreenFeature;
