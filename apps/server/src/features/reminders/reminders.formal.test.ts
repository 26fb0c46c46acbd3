import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

describe('formal notices of borrowers with instalments that age beside each other', () => {
  const NAMES = ['never l1', 'never l2', 'cured l1', 'better l1', 'hindi l1', 'hard l1'];
  let all: World;
  const of = (name: string) => all.loans[NAMES.indexOf(name)]!;
  beforeAll(async () => {
    all = await world(NAMES);
    const { lab } = all;
    await lab.owner.query(
      `insert into preferences (user_id, updated_at, language) values ($1, now(), 'hi')`,
      [of('hindi l1').userId],
    );
    const hard = of('hard l1');
    await all.pass(28, 93, async (day) => {
      if (day === 28)
        await lab.owner.query(
          `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
           values ($1, $2, $2, 'other', now(), $3, $4)`,
          [hard.userId, hard.loanId, on(28), on(50)],
        );
      // The first instalment and a part of the second one, which is due on day 28.
      if (day === 40) await lab.credit(of('cured l1'), 'cured', 600_000, at(40, '21:30'));
      if (day === 65) await lab.credit(of('better l1'), 'better', 600_000, at(65, '21:30'));
    });
  }, 240_000);
  afterAll(() => all.lab.close());

  async function noticesOf(name: string) {
    const { rows } = await all.lab.owner.query<{ on: string; title: string; description: string }>(
      `select ist_date(at)::text as on, title, description from notifications
       where user_id = $1 and icon = 'alert' and title ~ '^(Notice|सूचना):' order by at`,
      [of(name).userId],
    );
    return rows;
  }
  const days = async (name: string) => (await noticesOf(name)).map((one) => [one.on, one.title]);
  const SMA1 = 'Notice: more than 30 days overdue';
  const SMA2 = 'Notice: more than 60 days overdue';

  test('LEND-D2: given two late loans, when the borrower comes to a class, then one notice says so', async () => {
    expect(await days('never l1')).toEqual([
      [on(31), SMA1],
      [on(61), SMA2],
      [on(91), 'Notice: more than 90 days overdue'],
    ]);
    const [first] = await noticesOf('never l1');
    expect(first!.description).toBe(
      '₹21,200 (₹400 of it charges) is overdue, the oldest part since 15 February 2026. Your account is now classed as SMA-1. This is reported to the credit bureaus.',
    );
  });

  test('LEND-D2: given a class left and entered again, when it is entered, then it is told again', async () => {
    expect(await days('cured l1')).toEqual([
      [on(31), SMA1],
      [on(59), SMA1],
      [on(89), SMA2],
    ]);
  });

  test('LEND-D3: given a part paid, when the class becomes better, then no notice is sent', async () => {
    expect(await days('better l1')).toEqual([
      [on(31), SMA1],
      [on(61), SMA2],
      [on(89), SMA2],
    ]);
  });

  test('LEND-23: given a person who cannot pay, when that time is over, then the class of that day is told', async () => {
    expect((await days('hard l1'))[0]).toEqual([on(51), SMA1]);
  });

  test('LEND-23: given a reader of Hindi, when a class is told, then the notice is in Hindi', async () => {
    const [first] = await noticesOf('hindi l1');
    expect(first).toEqual({
      on: on(31),
      title: 'सूचना: 30 दिन से ज़्यादा का बकाया',
      description:
        '₹10,600 (इसमें ₹200 शुल्क) बकाया है, सबसे पुराना 15 फ़रवरी 2026 से। आपका खाता अब SMA-1 श्रेणी में है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है।',
    });
  });

  test('LEND-23: given a notice, when it leaves, then the app has it from the morning and mail and SMS follow', async () => {
    const { rows } = await all.lab.owner.query<{ step: string; channels: string[] }>(
      "select step, channels from contacts where user_id = $1 and step like 'class%' order by at limit 2",
      [of('cured l1').userId],
    );
    expect(rows).toEqual([
      { step: 'class_sma1.app', channels: ['app'] },
      { step: 'class_sma1', channels: ['email', 'sms'] },
    ]);
  });
});

test.each([
  ['reminder.formal_30', 'SMA-1'],
  ['reminder.formal_60', 'SMA-2'],
  ['reminder.formal_90', 'NPA'],
] as const)(
  'LEND-23: given %s, when it is written, then it names %s and no other class',
  (template, name) => {
    const vars = { amount: '₹200', date: '1 May', days: '31', link: 'https://x' };
    for (const language of ['en', 'hi'] as const) {
      const { text } = composeMail({ channel: 'email', to: 'a@example.in', template, vars }, language);
      const sms = composeSms({ channel: 'sms', to: '919812345678', template, vars }, language);
      for (const one of [text, sms]) expect(one).toContain(name);
      expect(text.match(/SMA-\d/g) ?? [name]).toEqual([name]);
    }
  },
);
