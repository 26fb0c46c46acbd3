import { businessDate, DEFAULT_LATE_POLICY } from '@mohlat/money';
import { expect, test } from 'vitest';
import { composeMail, composeSms } from '#features/notifications/compose.ts';
import { reminderLine } from '#features/notifications/index.ts';
import { stepNamed } from './reminders.calendar.ts';
import type { Candidate } from './reminders.repo.ts';
import { speak } from './reminders.words.ts';

const LATE = { ...DEFAULT_LATE_POLICY, graceDays: 11, levyOnLateDays: [12, 42] };

const instalment = (language: Candidate['language']): Candidate => ({
  user_id: 'user',
  loan_id: 'loan',
  number: 1,
  due_on: businessDate('2026-02-15'),
  counted_on: businessDate('2026-02-15'),
  step: 'eve_12',
  unpaid_paise: 520_000,
  is_npa: false,
  financed_paise: 1_530_000,
  levied_paise: 0,
  charge_paise: null,
  late: LATE,
  bank_name: 'HDFC Bank',
  last4: '4021',
  language,
  is_collected: false,
  collected_on: null,
  is_in_app: false,
});

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
      const { template, vars } = speak(instalment(language), stepNamed(step)!, new Date(now), 'https://x');
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
  const one = { ...instalment('en'), counted_on: businessDate('2026-03-05') };
  const { template, vars } = speak(
    one,
    stepNamed('before_1')!,
    new Date('2026-03-04T10:00:00+05:30'),
    'https://x',
  );
  expect(template).toBe('reminder.due_soon');
  expect(vars['date']).toContain('March');
});
