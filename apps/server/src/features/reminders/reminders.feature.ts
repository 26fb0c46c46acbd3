import type { Feature } from '#features/feature.ts';
import { createReminderSweep } from './reminders.sweep.ts';

export const reminders: Feature = {
  name: 'reminders',
  sweeps: (parts) => ({ reminders: createReminderSweep(parts) }),
};
