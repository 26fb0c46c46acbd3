import type { ScreenFeature } from '../feature.ts';

const load = () => import('./referring.tsx');

export const referrals = {
  parts: {
    'rewards.figure': async () => (await load()).Earnings,
    'rewards.beside': async () => (await load()).Referring,
  },
} satisfies ScreenFeature;
