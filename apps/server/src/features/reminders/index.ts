export { createReminderSweep } from './reminders.sweep.ts';
