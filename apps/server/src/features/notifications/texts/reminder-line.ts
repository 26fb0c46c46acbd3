import type { Language } from './mail-template.ts';
import { REMINDER_TEXTS, type ReminderTemplateName } from './reminder-templates.ts';
import { fill } from './templates.ts';

/** Writes the app's line for a reminder. */
export function reminderLine(
  template: ReminderTemplateName,
  language: Language,
  vars: Readonly<Record<string, string>>,
): { readonly title: string; readonly description: string } {
  const { subject, app } = REMINDER_TEXTS[template][language];
  return { title: fill(subject, vars), description: fill(app, vars) };
}
