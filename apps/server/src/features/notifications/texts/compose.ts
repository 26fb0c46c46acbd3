import { cleanName } from '@mohlat/contract';
import { mailHtml } from './mail-html.ts';
import type { InEach, Language } from './mail-template.ts';
import type { Message } from '../messages.ts';
import { fill, mailTexts, smsTexts } from './templates.ts';

type Mail = Extract<Message, { channel: 'email' }>;
type Sms = Extract<Message, { channel: 'sms' }>;

const WHY: InEach<string> = {
  en: 'This message is about your account or your money, so it cannot be switched off.',
  hi: 'यह संदेश आपके खाते या आपके पैसों के बारे में है, इसलिए इसे बंद नहीं किया जा सकता।',
};
const STOP: InEach<{ readonly text: string; readonly label: string }> = {
  en: { text: 'You can do without this mail.', label: 'Stop such mails' },
  hi: { text: 'यह मेल आपके लिए ज़रूरी नहीं है।', label: 'ऐसी मेल बंद करें' },
};

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail as it leaves. Whatever can be refused carries `stopLink`; whatever cannot, says why. */
export function composeMail(mail: Mail, language: Language, stopLink?: string): ComposedMail {
  const { subject, text: template, button } = mailTexts(mail.template)[language];
  const { name, link } = mail.vars;
  const vars = name === undefined ? mail.vars : { ...mail.vars, name: cleanName(name) };
  const text = fill(template, vars);
  const footing = footingOf(mail, language, stopLink);
  const below = footing && [footing.text, footing.stop && `${footing.stop.label}: ${footing.stop.link}`];
  return {
    subject: fill(subject, vars).replaceAll(/\s+/g, ' '),
    text: [text, link, below?.filter(Boolean).join('\n')].filter(Boolean).join('\n\n'),
    html: mailHtml({ language, text, button: button && link ? { label: button, link } : undefined, footing }),
  };
}

/** Answers to a person's own message need no explanation. */
function footingOf({ template, isRefusable }: Mail, language: Language, stopLink: string | undefined) {
  if (template.startsWith('support.')) return undefined;
  if (!isRefusable || stopLink === undefined) return { text: WHY[language] };
  const { text, label } = STOP[language];
  return { text, stop: { label, link: stopLink } };
}

export function composeSms(sms: Sms, language: Language): string {
  return fill(smsTexts(sms.template)[language], sms.vars);
}
