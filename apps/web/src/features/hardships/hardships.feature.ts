import { lazy } from 'react';
import type { ScreenFeature } from '../feature.ts';

const load = () => import('./hardship-line.tsx');

export const hardships = {
  parts: {
    'plan.owed': lazy(async () => ({ default: (await load()).HardshipLine })),
    'reminder.overdue': lazy(async () => ({ default: (await load()).OverdueHelp })),
  },
} satisfies ScreenFeature;
