import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import { type Language, reminderLine } from '#features/notifications/index.ts';
import { stepNamed } from './reminders.calendar.ts';
import type { Candidate } from './reminders.repo.ts';
import { speak } from './reminders.words.ts';

const on = (now: string, language: Language = 'en') => ({
  now: new Date(now),
  chargeTomorrowPaise: paise(20_000),
  chargeBeforeDebit: undefined,
  language,
});

const instalment: Candidate = {
  user_id: 'user',
  loan_id: 'loan',
  number: 1,
  due_on: businessDate('2026-02-15'),
  counted_on: businessDate('2026-02-15'),
  shown_on: businessDate('2026-02-15'),
  step: 'eve_12',
  instalment: {
    principalPaise: paise(500_000),
    feePaise: paise(10_000),
    interestPaise: paise(15_000),
    paidPrincipalPaise: paise(0),
    paidFeePaise: paise(0),
    paidInterestPaise: paise(5_000),
  },
  charge_paise: null,
  charge_pay_by: null,
  charge_freezes: null,
  is_unanswered: false,
  bank_name: 'HDFC Bank',
  last4: '4021',
  is_collected: false,
  collected_on: null,
  is_in_app: false,
  has_agreement: false,
};

test.each([
  ['en', '12 days late', '42 days late'],
  ['hi', '12 दिन की देरी', '42 दिन की देरी'],
] as const)(
  'LEND-L4: the charge of tomorrow is announced with the lateness that brings it, by the terms of the loan, in %s',
  (language, first, second) => {
    for (const [step, now, reason] of [
      ['eve_12', '2026-02-26T10:00:00+05:30', first],
      ['eve_42', '2026-03-28T10:00:00+05:30', second],
    ] as const) {
      const { template, vars } = speak(instalment, stepNamed(step)!, on(now, language), 'https://x');
      expect(template).toBe('reminder.charge_tomorrow');
      const mail = composeMail({ channel: 'email', to: 'a@example.in', template, vars }, language);
      const sms = composeSms({ channel: 'sms', to: '919812345678', template, vars }, language);
      const { title, description } = reminderLine(template, language, vars);
      expect(mail.text).toContain(reason);
      expect(sms).toContain(reason);
      expect(title).toContain('₹200');
      // Nothing of the days that were the product's first.
      for (const text of [mail.text, sms, title, description]) expect(text).not.toMatch(/\b3 (days|दिन)/);
    }
  },
);

test('LEND-X10: before an instalment that a freeze put off is demanded, the day named is the one it is asked for on', () => {
  const asked = businessDate('2026-03-05');
  const one = { ...instalment, counted_on: asked, shown_on: asked };
  const { template, vars } = speak(one, stepNamed('before_1')!, on('2026-03-04T10:00:00+05:30'), 'https://x');
  expect(template).toBe('reminder.due_soon');
  expect(vars['date']).toContain('March');
});

test('LEND-X10: given a charge that a freeze put off, when it is told late, then the day to pay it by is the one that the app shows', () => {
  const charge_freezes = [
    { isFrozen: true, fromOn: businessDate('2026-03-10') },
    { isFrozen: false, fromOn: businessDate('2026-03-20') },
  ];
  const pay_by = businessDate('2026-03-15');
  const one = { ...instalment, charge_paise: 20_000, charge_pay_by: pay_by, charge_freezes };
  const { vars } = speak(one, stepNamed('charged_4')!, on('2026-03-21T10:00:00+05:30'), 'https://x');
  expect(vars['payBy']).toBe('21 March 2026');
});

test.each(['en', 'hi'] as const)(
  'LEND-L4: given a silent bank, when a charge is told of, then nothing is called unpaid, in %s',
  (language) => {
    for (const [step, chargePaise, wanted] of [
      ['eve_34', null, 'reminder.charge_unanswered'],
      ['charged_34', 20_000, 'reminder.charged_unanswered'],
    ] as const) {
      const one = { ...instalment, is_unanswered: true, charge_paise: chargePaise };
      const { template, vars } = speak(
        one,
        stepNamed(step)!,
        on('2026-03-20T10:00:00+05:30', language),
        'https://x',
      );
      expect(template).toBe(wanted);
      const sms = composeSms({ channel: 'sms', to: '919812345678', template, vars }, language);
      const { description } = reminderLine(template, language, vars);
      for (const text of [sms, description]) expect(text).not.toMatch(/is not paid|नहीं चुके हैं/);
      expect(sms).toContain('₹200');
    }
  },
);
