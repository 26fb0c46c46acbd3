import { describe, expect, test } from 'vitest';
import { composeMail, composeSms } from './compose.ts';
import { type Language, LANGUAGES, type MessageTexts } from './mail-template.ts';
import { type MailTemplateName, MESSAGES, type SmsTemplateName } from './templates.ts';

const NAMES = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];
const textsOf = (name: keyof typeof MESSAGES): MessageTexts => MESSAGES[name];
const varsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** The longest and the oddest that a name, a bank, a reason or a person's own words may be. */
const ODD = [
  'Kamala-Devi Śrīnivāsarāghavan-O’Brien de la Cruz y Fernández-Villaverde III & Sons (P) Ltd.'.repeat(3),
  '<script>alert("1")</script> {amount} {nothing} $& $1 %s \\n',
  '₹99,99,99,999.99',
  'எஸ். ராமகிருஷ்ணன் 👩‍👩‍👧 ‮abc',
  '',
];

const CASES = NAMES.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

test.each(CASES.filter(([name]) => textsOf(name).mail))(
  '%s in %s is a whole mail whatever fills it',
  (name, language) => {
    const { subject, text } = textsOf(name).mail![language];
    const vars = [...varsOf(subject), ...varsOf(text)];
    for (const value of ODD) {
      const filled = Object.fromEntries(vars.map((one) => [one, value]));
      const link = 'https://mohlat.example/x?a=1&b="';
      const template = name as MailTemplateName;
      const mail = { channel: 'email', to: 'a@example.in', template, vars: { ...filled, link } } as const;
      const composed = composeMail(mail, language);
      expect(composed.subject).not.toMatch(/[\r\n]/);
      expect(composed.html).not.toContain('<script');
      expect(composed.html.match(/<p[ >]/g)).toHaveLength(composed.html.match(/<\/p>/g)!.length);
      expect(composed.html).toContain(`lang="${language}"`);
      // Braces inside a value are shown as they are and never filled in again.
      if (value.includes('{nothing}') && vars.length > 0)
        expect(composed.text + composed.subject).toContain('{nothing}');
    }
  },
);

test.each(CASES.filter(([name]) => textsOf(name).sms))(
  '%s in %s is a whole SMS whatever fills it',
  (name, language) => {
    for (const value of ODD) {
      const vars = Object.fromEntries(varsOf(textsOf(name).sms![language]).map((one) => [one, value]));
      const sms = { channel: 'sms', to: '919812345678', template: name as SmsTemplateName, vars } as const;
      expect(composeSms(sms, language).length).toBeGreaterThan(10);
    }
  },
);

describe('the catalogue', () => {
  test.each(NAMES)('%s needs no variable in Hindi that English does not have', (name) => {
    const { mail, sms } = textsOf(name);
    const said = (language: Language) =>
      varsOf([mail?.[language].subject, mail?.[language].text].join(' ')).concat(
        varsOf(sms?.[language] ?? ''),
      );
    expect(said('hi').filter((one) => !said('en').includes(one))).toEqual([]);
  });

  test.each(NAMES)('%s is in Hindi where it says so', (name) => {
    const { mail, sms } = textsOf(name);
    const said = [mail?.hi.text, mail?.hi.button, sms?.hi].filter((text) => text !== undefined);
    expect(said.filter((text) => !/[\u0900-\u097f]/.test(text))).toEqual([]);
  });

  test('keeps an SMS within what an operator sends as one message of at most four parts', () => {
    const filled = (text: string) => text.replaceAll(/\{\w+\}/g, '₹9,99,999.99 Standard');
    for (const name of NAMES) {
      const { sms } = textsOf(name);
      if (!sms) continue;
      // Letters beyond Latin take two bytes: 67 in each part.
      for (const language of LANGUAGES)
        expect([name, filled(sms[language]).length > 4 * 67]).toEqual([name, false]);
    }
  });
});

test.each(LANGUAGES)('a code by SMS in %s ends with the line by which a phone hands it over', (language) => {
  const vars = { code: '048213', minutes: '5', host: 'mohlat.example' };
  const sms = { channel: 'sms', to: '919812345678', template: 'auth.otp', vars } as const;
  // The form browsers ask for: nothing behind it, the host without a port, the code as it is typed.
  expect(composeSms(sms, language).split('\n').at(-1)).toBe('@mohlat.example #048213');
});

describe('the foot of a mail', () => {
  const mail = {
    channel: 'email',
    to: 'a@example.in',
    template: 'mandate.active',
    vars: { link: 'https://mohlat.example' },
  } as const;
  const STOP = 'https://mohlat.example/unsubscribe/x';

  test('says how to stop what can be refused', () => {
    const { text, html } = composeMail({ ...mail, isRefusable: true }, 'en', STOP);
    expect(text.endsWith(`Stop such mails: ${STOP}`)).toBe(true);
    expect(html).toContain(`href="${STOP}"`);
  });

  test('says why what must come cannot be stopped, and has no link', () => {
    const { text, html } = composeMail(mail, 'hi', STOP);
    expect(text).toContain('बंद नहीं किया जा सकता');
    expect(text + html).not.toContain('unsubscribe');
  });
});

test('a name in a mail is one line, without invisible characters', () => {
  const vars = {
    ticket: 'MH-1',
    subject: 'Help',
    email: 'a@example.in',
    name: 'As\u202Eha\u0007\nRao',
    message: 'First line\nSecond line',
  };
  const template: MailTemplateName = 'support.forwarded';
  const { text } = composeMail({ channel: 'email', to: 'a@example.in', template, vars }, 'en');
  expect(text).toContain('From Asha Rao, a@example.in\n\nFirst line\nSecond line');
});
