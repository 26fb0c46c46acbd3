export { endOfHours, isHourOfContact } from './reminders.calendar.ts';
export { contactRefusal, lockContacts } from './reminders.holds.ts';
export { createReminderSweep } from './reminders.sweep.ts';
