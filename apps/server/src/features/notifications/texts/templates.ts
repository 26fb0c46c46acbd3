import type { InEach, MailTemplate, MessageTexts } from './mail-template.ts';
import { REMINDER_MESSAGES } from './reminder-templates.ts';
import { ACCOUNT_TEXTS } from './account.ts';
import { AGREED_TEXTS } from './agreed.ts';
import { BUREAU_TEXTS } from './bureau.ts';
import { LIMIT_TEXTS } from './limit.ts';
import { MANDATE_TEXTS } from './mandate.ts';
import { MONEY_TEXTS } from './money.ts';
import { RECOVERY_TEXTS } from './recovery.ts';
import { REPAYMENT_TEXTS } from './repayment.ts';
import { SECURITY_TEXTS } from './security.ts';

/** Every text the product sends, by name, in every language. There is no other place for one. */
export const MESSAGES = {
  ...REMINDER_MESSAGES,
  ...ACCOUNT_TEXTS,
  ...SECURITY_TEXTS,
  ...MONEY_TEXTS,
  ...REPAYMENT_TEXTS,
  ...RECOVERY_TEXTS,
  ...AGREED_TEXTS,
  ...BUREAU_TEXTS,
  ...MANDATE_TEXTS,
  ...LIMIT_TEXTS,
} as const satisfies Record<string, MessageTexts>;

type Messages = typeof MESSAGES;
type NamesWith<Channel extends keyof MessageTexts> = {
  [Name in keyof Messages]: Messages[Name] extends Required<Pick<MessageTexts, Channel>> ? Name : never;
}[keyof Messages];
export type MailTemplateName = NamesWith<'mail'>;
export type SmsTemplateName = NamesWith<'sms'>;

/** The texts that go out by SMS. */
export const SMS_TEMPLATES: readonly string[] = Object.entries(MESSAGES).flatMap(([name, texts]) =>
  'sms' in texts ? [name] : [],
);

export const mailTexts = (name: MailTemplateName): InEach<MailTemplate> => MESSAGES[name].mail;
export const smsTexts = (name: SmsTemplateName): InEach<string> => MESSAGES[name].sms;

/** The texts that carry a one-time code: log-in and sign-up by mobile need them. */
export const SMS_CODES: readonly string[] = SMS_TEMPLATES.filter((name) =>
  smsTexts(name as SmsTemplateName).en.includes('{code}'),
);

/** Puts variables into a text. Throws when one is missing: a half-filled message must not leave. */
export function fill(template: string, vars: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = vars[name];
    if (value === undefined) throw new Error(`template variable ${name} is missing`);
    return value;
  });
}
