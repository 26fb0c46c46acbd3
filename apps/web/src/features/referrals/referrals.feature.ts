import { lazy } from 'react';
import type { ScreenFeature } from '../feature.ts';

const load = () => import('./referring.tsx');

export const referrals = {
  parts: {
    'rewards.figure': lazy(async () => ({ default: (await load()).Earnings })),
    'rewards.beside': lazy(async () => ({ default: (await load()).Referring })),
  },
} satisfies ScreenFeature;
