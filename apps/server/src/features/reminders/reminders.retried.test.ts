import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

describe('a debit that came back and is tried again while the instalment is late', () => {
  const NAMES = ['fourth l1', 'third l1', 'second l1', 'hindi l1'];
  let all: World;
  const of = (name: string) => all.loans[NAMES.indexOf(name)]!;
  beforeAll(async () => {
    all = await world(NAMES);
    await all.lab.owner.query(
      `insert into preferences (user_id, updated_at, language) values ($1, now(), 'hi')`,
      [of('hindi l1').userId],
    );
    await plan(of('fourth l1'), 4);
    await plan(of('third l1'), 3);
    await plan(of('second l1'), 2);
    await plan(of('hindi l1'), 4);
    await all.pass(1, 3);
  });
  afterAll(() => all.lab.close());

  /** Came back on the due date; the bank is asked again on a later day. */
  async function plan({ userId, loanId }: LabLoan, day: number): Promise<void> {
    await all.lab.owner.query(
      `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at)
       values ($1, $2, $2, 'enach', 'active', 570000, '2027-01-01', 'token', now())`,
      [userId, loanId],
    );
    await all.lab.owner.query(
      `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
       values ($1, $2, $2, $2, 1, 2, 520000, 'announced', $3, $4)`,
      [userId, loanId, at(day, '10:00'), at(0, '10:00')],
    );
  }

  async function heard(name: string) {
    const { rows } = await all.lab.owner.query<{ on: string; title: string; description: string }>(
      'select ist_date(at)::text as on, title, description from notifications where user_id = $1 order by at',
      [of(name).userId],
    );
    return rows;
  }
  const titles = async (name: string) => (await heard(name)).map((one) => [one.on, one.title]);

  test('LEND-L4, LEND-20: given a charge before the debit, when reminded, then one message names both', async () => {
    const title = '₹5,200 is collected on 19 February 2026, and a late charge of ₹200 comes before it';
    expect(await titles('fourth l1')).toEqual([
      [on(1), title],
      [on(3), title],
    ]);
    const [first] = await heard('fourth l1');
    expect(first!.description).toBe(
      'The debit takes the instalment, not the charge. Pay ₹5,200 yourself by 18 February 2026 and there is neither charge nor debit.',
    );
  });

  test('LEND-20: given a debit on the eve of a charge, when it comes, then no reminder asks for a second payment', async () => {
    expect(await titles('third l1')).toEqual([
      [on(1), '₹5,200 will be collected on 18 February 2026'],
      [on(3), '₹5,200 is collected today'],
    ]);
    expect((await heard('third l1'))[1]!.description).toMatch(/do not pay it as well.*charge of ₹200/);
  });

  test('LEND-20: given a debit before the charge, when reminded, then the debit alone is named', async () => {
    expect((await titles('second l1'))[0]).toEqual([on(1), '₹5,200 will be collected on 17 February 2026']);
  });

  test('LEND-L4: given a reader of Hindi, when a charge comes before the debit, then both are named in Hindi', async () => {
    expect((await titles('hindi l1'))[0]).toEqual([
      on(1),
      '19 फ़रवरी 2026 को ₹5,200 लिए जाएँगे, उससे पहले ₹200 का विलंब शुल्क लगेगा',
    ]);
  });
});

test.each(['reminder.autopay_after_charge', 'reminder.autopay_or_charge'] as const)(
  'LEND-20: given %s, when it is written, then mail and SMS name debit and charge',
  (template) => {
    const names = [
      'amount',
      'date',
      'debitDay',
      'chargeDay',
      'lastDay',
      'lateDays',
      'instalment',
      'bank',
      'last4',
      'link',
    ];
    const vars = {
      ...Object.fromEntries(names.map((name) => [name, name])),
      amount: '₹5,200',
      charge: '₹200',
    };
    for (const language of ['en', 'hi'] as const) {
      const { text } = composeMail({ channel: 'email', to: 'a@example.in', template, vars }, language);
      const sms = composeSms({ channel: 'sms', to: '919812345678', template, vars }, language);
      for (const one of [text, sms]) for (const sum of ['₹5,200', '₹200']) expect(one).toContain(sum);
    }
  },
);
