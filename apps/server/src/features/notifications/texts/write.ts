import type { BusinessDate } from '@mohlat/money';
import type { Language } from './mail-template.ts';
import { REMINDER_TEXTS, type ReminderTemplateName } from './reminder-templates.ts';
import { fill } from './templates.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const WRITTEN = {
  en: new Intl.DateTimeFormat('en-IN', DAY),
  hi: new Intl.DateTimeFormat('hi-IN-u-nu-latn', DAY),
} as const;

/** A day as every message writes it: "15 February 2027", "15 फ़रवरी 2027". */
export function writtenDay(day: BusinessDate, language: Language): string {
  return WRITTEN[language].format(new Date(`${day}T00:00:00Z`));
}

/** A text that somebody typed, trimmed and with one stop at its end, so that other words can follow it. */
export function asSentence(typed: string): string {
  const text = typed.replace(/[.\s]+$/, '').trimStart();
  return /[!?।]$/.test(text) ? text : `${text}.`;
}

/** Writes the app's line for a reminder. */
export function reminderLine(
  template: ReminderTemplateName,
  language: Language,
  vars: Readonly<Record<string, string>>,
): { readonly title: string; readonly description: string } {
  const { subject, app } = REMINDER_TEXTS[template][language];
  return { title: fill(subject, vars), description: fill(app, vars) };
}
