export { announceEach } from './announce-each.ts';
export { FIRST_LEFT_AT } from './deliveries.repo.ts';
export { createMessenger, type Messenger, type PaperOrder } from './messages.ts';
export type { Notice } from './notice.ts';
export { createNotifier, type Notifier } from './notify.ts';
export type { Language } from './texts/mail-template.ts';
export type { ReminderTemplateName } from './texts/reminder-templates.ts';
export { SMS_CODES, SMS_TEMPLATES } from './texts/templates.ts';
export { asSentence, reminderLine, writtenDay } from './texts/write.ts';
