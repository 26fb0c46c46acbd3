import type { ScreenFeature } from '../feature.ts';

const load = () => import('./hardship-line.tsx');

export const hardships = {
  parts: {
    'plan.owed': async () => (await load()).HardshipLine,
    'reminder.overdue': async () => (await load()).OverdueHelp,
  },
} satisfies ScreenFeature;
