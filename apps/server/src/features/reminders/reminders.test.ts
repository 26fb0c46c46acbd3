import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReminderSweep } from './index.ts';
import { createLog } from '#platform/log/log.ts';
import type { Lab, LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

async function creditOf(lab: Lab, loan: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ as: string }>(
    `select state || coalesce(' ' || state_reason, '') as as from credit_accounts where user_id = $1`,
    [loan.userId],
  );
  return rows[0]!.as;
}

describe('a borrower who never pays', () => {
  let all: World;
  const states: [number, string][] = [];
  beforeAll(async () => {
    all = await world(['never l1']);
    await all.pass(-8, 100, async (day) => {
      const state = await creditOf(all.lab, all.loans[0]!);
      if (states.at(-1)?.[1] !== state) states.push([day, state]);
    });
  });
  afterAll(() => all.lab.close());

  test('LEND-14, LEND-D2: is blocked from the first day, suspended from the 31st, and ended as non-performing', () => {
    expect(states).toEqual([
      [-8, 'active'],
      [1, 'blocked_due overdue'],
      [31, 'suspended arrears'],
      [91, 'revoked npa'],
    ]);
  });

  test('LEND-23: hears of each step once, on its day, and of each late charge', async () => {
    const first = (await all.said(all.loans[0]!)).filter((one) => one.number === 1);
    expect(first.map((one) => [one.on, one.step])).toEqual(
      [
        [-7, 'before_7'],
        [-3, 'before_3'],
        [-1, 'before_1'],
        [0, 'due_morning'],
        [0, 'due_evening'],
        [1, 'late_1'],
        [3, 'late_3'],
        [4, 'charged_4'],
        [7, 'late_7'],
        [15, 'late_15'],
        [25, 'late_25'],
        [31, 'class_sma1'],
        [33, 'eve_34'],
        [34, 'charged_34'],
        [61, 'class_sma2'],
        [63, 'eve_64'],
        // Seven contacts of the days before: one of the other two instalments’ reminders took its place.
        [65, 'charged_64'],
        [91, 'class_npa'],
      ].map(([day, step]) => [on(day as number), step]),
    );
    // A late instalment stands in the app before the hours of mail and SMS begin.
    for (const { step, channels } of first)
      expect([step, channels.join(' ')]).toEqual([
        step,
        /^(before|due)/.test(step) ? 'app email sms' : 'email sms',
      ]);
  });

  test('LEND-23: reads of what is late in the app from the morning it is, once', async () => {
    const { rows } = await all.lab.owner.query<{ on: BusinessDate; hour: number }>(
      `select ist_date(at) as on, extract(hour from at at time zone 'Asia/Kolkata')::int as hour from notifications
       where title = '₹5,200 was due on 15 February 2026' order by at`,
    );
    expect(rows).toEqual([{ on: on(1), hour: 7 }]);
  });

  test('LEND-L4: hears of charges on the days of the terms their loan was sold under, and on the eve of each', async () => {
    const own = await world(['ravi own']);
    await own.lab.owner.query(
      "update settings set content = jsonb_set(content, '{late,levyOnLateDays}', '[10, 18]') where version = 1",
    );
    await own.pass(1, 19);
    const ofCharges = (await own.said(own.loans[0]!)).filter(({ step }) => /^(charged|eve)_/.test(step));
    expect(ofCharges.map((one) => [one.on, one.step])).toEqual([
      [on(9), 'eve_10'],
      [on(10), 'charged_10'],
      [on(17), 'eve_18'],
      [on(18), 'charged_18'],
    ]);
    await own.lab.close();
  });

  test('LEND-L4: is told the exact charge of tomorrow and why, and then that it was added', async () => {
    const { rows } = await all.lab.owner.query<{ title: string; description: string }>(
      `select title, description from notifications where title like '%late charge%' order by at limit 2`,
    );
    expect(rows).toEqual([
      {
        title: 'Tomorrow a late charge of ₹200 is added',
        description:
          'Because ₹5,200, due on 15 February 2026, is not paid. Pay it today and it is not added.',
      },
      {
        title: 'A late charge of ₹200 was added',
        description: 'Because ₹5,200, due on 15 February 2026, is 4 days late. Pay it by 15 March 2026.',
      },
    ]);
  });
});

describe('who is not reminded, and who hears something else', () => {
  let all: World;
  const of = (name: string) => all.loans[NAMES.indexOf(name)]!;
  const AUTO = ['auto', 'auto-late', 'auto-missed'];
  const NAMES = ['paid', 'ahead', 'hard', 'hindi', ...AUTO, 'quiet', 'nothing', 'disputed'];
  beforeAll(async () => {
    all = await world(NAMES.map((name) => `${name} l1`));
    const { lab } = all;
    const sql = (text: string, ...values: unknown[]) => lab.owner.query(text, values);
    const prefer = (name: string, column: string, value: unknown) =>
      sql(
        `insert into preferences (user_id, updated_at, ${column}) values ($1, now(), ${String(value)})`,
        of(name).userId,
      );
    await prefer('hindi', 'language', `'hi'`);
    await prefer('quiet', 'quiet_from, quiet_until', `'08:00', '22:00'`);
    await prefer('nothing', 'by_email, by_sms, in_app', 'false, false, false');
    for (const name of AUTO)
      await sql(
        `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at)
         values ($1, $2, $2, 'enach', 'active', 570000, '2027-01-01', 'token', now())`,
        of(name).userId,
        of(name).loanId,
      );
    const plan = (name: string, presentAt: Date) =>
      sql(
        `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
         values ($1, $2, $2, $2, 1, 1, 520000, 'announced', $3, now())`,
        of(name).userId,
        of(name).loanId,
        presentAt,
      );
    await all.pass(-8, 9, async (day) => {
      if (day === -2) await plan('auto', at(0, '10:00'));
      if (day === -2) await plan('auto-late', at(1, '10:00'));
      if (day === -5) await lab.credit(of('ahead'), 'ahead', 520_000, at(-5, '21:00'));
      if (day === 1) await lab.credit(of('paid'), 'paid', 520_000, at(1, '21:00'));
      if (day === 1)
        await sql(
          `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
           values ($1, $2, $2, 'other', now(), $3, $4)`,
          of('hard').userId,
          of('hard').loanId,
          on(1),
          on(30),
        );
      if (day === 1) await dispute(lab, of('disputed'));
    });
  });
  afterAll(() => all.lab.close());

  const steps = async (name: string) => (await all.said(of(name))).map((one) => one.step);
  const BEFORE = ['before_7', 'before_3', 'before_1', 'due_morning', 'due_evening'];

  test.each([
    ['a person who paid late, from then on', 'paid', [...BEFORE, 'late_1']],
    ['a person who paid ahead, from then on', 'ahead', ['before_7']],
    ['a person who said that they cannot pay', 'hard', [...BEFORE, 'late_1']],
    ['whose bank disputes a repayment', 'disputed', [...BEFORE, 'late_1']],
  ])('LEND-23: not %s', async (_, name, expected) => {
    expect(await steps(name)).toEqual(expected);
  });

  test('LEND-23: in Hindi, for a person who chose it', async () => {
    const { rows } = await all.lab.owner.query<{ title: string }>(
      'select title from notifications where user_id = $1 order by at limit 1',
      [of('hindi').userId],
    );
    expect(rows).toEqual([{ title: '15 फ़रवरी 2026 तक ₹5,200 चुकाने हैं' }]);
  });

  const COLLECTED = '₹5,200 will be collected on 15 February 2026';
  test.each([
    ['whose instalments are collected hear that, and not that they should pay', 'auto', [COLLECTED]],
    [
      'whose debit is planned for a later day hear of that day',
      'auto-late',
      [COLLECTED, '₹5,200 will be collected on 16 February 2026'],
    ],
    [
      'for whom no debit is planned are not told that there is nothing to do',
      'auto-missed',
      [COLLECTED, '₹5,200 is due on 15 February 2026', '₹5,200 is due today'],
    ],
  ])('LEND-23: %s', async (_, name, expected) => {
    const { rows } = await all.lab.owner.query<{ title: string }>(
      'select title from notifications where user_id = $1 and at < $2 group by title order by min(at)',
      // The later debit is on the morning after the due date: until then nothing is missed.
      [of(name).userId, at(name === 'auto-late' ? 2 : 1, '00:00')],
    );
    expect(rows.map((row) => row.title)).toEqual(expected);
  });

  test('LEND-23: who was told of a debit hears no more of it before it, who was not hears every step', async () => {
    const before = async (name: string) =>
      (await steps(name)).filter((step) => /^(before|due)/.test(step)).join(' ');
    expect([await before('auto'), await before('auto-late')]).toEqual(Array(2).fill('before_7 before_3'));
    expect(await before('auto-missed')).toBe(BEFORE.join(' '));
  });

  test('LEND-24: what can be refused is in the app alone in quiet hours, and nowhere for who wants it nowhere', async () => {
    const ways = async (name: string) =>
      (await all.said(of(name))).map((one) => [one.step, one.channels.join(' ')]);
    expect((await ways('quiet')).slice(0, 7)).toEqual([
      ...BEFORE.map((step) => [step, 'app']),
      ['late_1', 'email sms'],
      ['late_3', 'email sms'],
    ]);
    expect((await ways('nothing')).slice(0, 6)).toEqual([
      ...BEFORE.map((step) => [step, '']),
      ['late_1', 'email sms'],
    ]);
  });
});

async function dispute(lab: Lab, loan: LabLoan): Promise<void> {
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
     values ($1, $2, $2, 100, 'failed', 'checkout', now())`,
    [loan.userId, loan.loanId],
  );
  await lab.owner.query(
    `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at)
     values ($1, $2, $2, 'disp', 100, 'chargeback', 'open', now())`,
    [loan.userId, loan.loanId],
  );
}

test('LEND-23: a dispute that two people have decided keeps no reminder back any more', async () => {
  const own = await world(['decided l1']);
  const [loan] = own.loans;
  try {
    await dispute(own.lab, loan!);
    await own.lab.owner.query("update chargebacks set status = 'review'");
    await own.lab.owner.query(
      `insert into reconciliation_breaks (user_id, kind, rail, reference, repayment_id, detail, opened_at)
       values ($1, 'chargeback_partial', 'razorpay', 'disp', $2, '{}', now())`,
      [loan!.userId, loan!.loanId],
    );
    await own.pass(1, 2);
    expect(await own.said(loan!)).toEqual([]);
    await own.lab.owner.query("update reconciliation_breaks set resolved_at = now(), resolution = 'loss'");
    await own.pass(3, 3);
    expect((await own.said(loan!)).map((one) => one.step)).toEqual(['late_3']);
  } finally {
    await own.lab.close();
  }
});

describe('a person with five loans that are all late', () => {
  let all: World;
  beforeAll(async () => {
    all = await world(['many l1', 'many l2', 'many l3', 'many l4', 'many l5']);
    await all.pass(-8, 40);
  });
  afterAll(() => all.lab.close());

  test('LEND-23: hears at most twice a day and seven times in any seven days, and never at night', async () => {
    const { rows } = await all.lab.owner.query<{ at: Date; hour: number; on: BusinessDate }>(
      `select at, ist_date(at) as on, extract(hour from at at time zone 'Asia/Kolkata')::int as hour from contacts
       where channels && '{email,sms}' order by at`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { on: day, hour } of rows) {
      const within = (days: number) =>
        rows.filter((one) => one.on <= day && one.on > addDays(day, -days)).length;
      expect(within(1)).toBeLessThanOrEqual(2);
      expect(within(7)).toBeLessThanOrEqual(7);
      expect([9, 19]).toContain(hour);
    }
  });
});

describe('a person with four instalments due on one day, two of them collected by autopay', () => {
  const NAMES = ['same l1', 'same l2', 'same l3', 'same l4'];
  let all: World;
  beforeAll(async () => {
    all = await world(NAMES);
    // The first two by id are collected: they would come first, in whatever order the rows are kept.
    const byId = all.loans.toSorted((a, b) => (a.loanId < b.loanId ? -1 : 1));
    all.loans.splice(0, all.loans.length, ...byId);
    for (const { userId, loanId } of byId.slice(0, 2))
      await all.lab.owner.query(
        `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at)
         values ($1, $2, $2, 'enach', 'active', 570000, '2027-01-01', 'token', now())`,
        [userId, loanId],
      );
    await all.pass(-8, 0);
  });
  afterAll(() => all.lab.close());

  test('LEND-23: hears of each that they have to pay themselves before it is due', async () => {
    const said = await Promise.all(all.loans.map((loan) => all.said(loan)));
    const before = said.map((list) => list.filter((one) => /^(before|due_morning)/.test(one.step)).length);
    expect(before.slice(2)).toEqual([4, 3]);
  });
});

describe('LEND-B2: days that were missed', () => {
  let all: World;
  beforeAll(async () => {
    all = await world(['asleep l1']);
  });
  afterAll(() => all.lab.close());

  test('are not made up for: only the newest step is said, once, though two look at the same moment', async () => {
    const { lab, loans } = all;
    lab.set(at(10, '00:45'));
    await lab.catchUp(loans[0]!, on(9));
    lab.set(at(10, '10:00'));
    const look = () => createReminderSweep({ ...lab.deps, log: createLog('silent') })();
    const counts = await Promise.all([look(), look(), look()]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect((await all.said(loans[0]!)).map((one) => one.step)).toEqual(['late_7']);
  });
});

test.each([
  ['by the step of that day', [], 'late_7'],
  ['by itself where that step is switched off', ['late_7'], 'eve_8'],
])('LEND-L4: a first charge after a week of grace is announced on its eve, %s', async (_, off, step) => {
  const own = await world(['week l1']);
  try {
    await own.lab.owner.query(
      `update settings set content = jsonb_set(content || jsonb_build_object('remindersOff', $1::jsonb), '{late}',
         content -> 'late' || '{"graceDays": 7, "levyOnLateDays": [8]}') where version = 1`,
      [JSON.stringify(off)],
    );
    await own.pass(7, 8);
    const { rows } = await own.lab.owner.query<{ title: string }>(
      "select title from notifications where title like '%late charge%' order by at",
    );
    expect(rows.map((row) => row.title)).toEqual([
      'Tomorrow a late charge of ₹200 is added',
      'A late charge of ₹200 was added',
    ]);
    expect((await own.said(own.loans[0]!)).map((one) => one.step)).toEqual([step, 'charged_8']);
  } finally {
    await own.lab.close();
  }
});

test('LEND-L4: whose plan has late charges of its own is told those, and those are added', async () => {
  const own = await world(['own l1']);
  try {
    await own.lab.owner.query(
      `insert into settings (version, effective_at, content, created_at)
       select 2, effective_at, jsonb_set(content, '{plans}', (
         select jsonb_agg(plan || jsonb_build_object('late', (content -> 'late') || '{"bands": [], "chargeAboveBandsPaise": 12300}'))
         from jsonb_array_elements(content -> 'plans') as plan)), created_at
       from settings where version = 1`,
    );
    await own.lab.owner.query('update payments set settings_version = 2');
    await own.pass(3, 4);
    const { rows } = await own.lab.owner.query<{ title: string }>(
      "select title from notifications where title like '%late charge%' order by at",
    );
    expect(rows.map((row) => row.title)).toEqual([
      'Tomorrow a late charge of ₹123 is added',
      'A late charge of ₹123 was added',
    ]);
  } finally {
    await own.lab.close();
  }
});
