export { announceEach } from './announce-each.ts';
export { createMessenger, type Messenger, type PaperOrder } from './messages.ts';
export type { Notice } from './notice.ts';
export { createNotifier, type Notifier } from './notify.ts';
export { reminderLine } from './reminder-line.ts';
export type { Language } from './mail-template.ts';
export type { ReminderTemplateName } from './reminder-templates.ts';
export { SMS_CODES, SMS_TEMPLATES } from './templates.ts';
export { writtenDay } from './written-day.ts';
