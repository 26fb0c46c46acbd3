import { type FreezeFact, isFrozen } from '@mohlat/lending';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { planDue } from '#features/mandates/mandates.work.repo.ts';
import { createReminderSweep } from '#features/reminders/index.ts';
import { createLog } from '#platform/log/log.ts';
import { deciding } from '#test/deciding.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, PROMISED } from '#test/rail-lab.ts';
import { standingAt } from '#test/standings.ts';
import { tellThawed } from './reconciliation.freeze.ts';

const START = businessDate('2027-01-15');
const BILL = 1_500_000;
const day = (text: string): BusinessDate => businessDate(text);
const labs: Lab[] = [];
let lab: Lab;
const { hear, breaks, withdraw } = atTheRail(() => lab);
afterEach(async () => {
  for (const one of labs.splice(0)) await one.close();
});

async function aLoan(): Promise<LabLoan> {
  lab = await openLab();
  labs.push(lab);
  return lab.lend('p l', { billPaise: BILL, instalments: 3, disbursedOn: START });
}

/** Lives a loan up to noon of a day. */
async function liveTo(loan: LabLoan, on: string): Promise<void> {
  lab.set(noonOf(day(on)));
  await lab.catchUp(loan, addDays(day(on), -1));
}

/** The lateness of a loan by now: status, hold, charges and demanded instalments. */
async function lateness({ userId, loanId }: LabLoan) {
  const { rows } = await lab.owner.query<Record<string, unknown>>(
    `select l.status, c.state as credit,
       (select count(*)::integer from charges x where x.user_id = l.user_id and x.loan_id = l.id and x.reversed_on is null) as charges,
       (select array_agg(i.number order by i.number) from instalments i
        where i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.is_demanded) as demanded
     from loans l join credit_accounts c on c.user_id = l.user_id
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId],
  );
  const stands = await standingAt(lab.owner, loanId);
  return { ...rows[0], dpd: stands?.dpd, class: stands?.class };
}

test('LEND-X10: a loan whose bill the rail says it gives back is demanded, charged and classed no further', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-17');
  expect(await lateness(loan)).toMatchObject({ dpd: 2, class: 'SMA0', charges: 0, demanded: [1] });
  await hear(loan, PROMISED);
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['returned']);
  await liveTo(loan, '2027-06-20');
  expect(await lateness(loan)).toEqual({
    status: 'active',
    dpd: 2,
    class: 'SMA0',
    credit: 'blocked_due',
    charges: 0,
    demanded: [1],
  });
  expect(await lab.broken()).toEqual([]);
});

async function leviedOn({ loanId }: LabLoan): Promise<unknown> {
  const { rows } = await lab.owner.query(
    `select number, late_days, levied_on::text as "on" from charges
     where loan_id = $1 and reversed_on is null order by levied_on, number`,
    [loanId],
  );
  return rows;
}

test('LEND-X10: once the return is found withdrawn, lateness counts on as if the frozen days had not been', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-17');
  await hear(loan, PROMISED);
  await liveTo(loan, '2027-03-20');
  await withdraw(loan);
  await liveTo(loan, '2027-03-21');
  // The close of the 20th is the first that counts; it demands what fell due meanwhile.
  expect(await lateness(loan)).toMatchObject({ dpd: 3, class: 'SMA0', charges: 0, demanded: [1, 2] });
  await liveTo(loan, '2027-04-10');
  expect(await leviedOn(loan)).toEqual([
    { number: 1, late_days: 4, on: '2027-03-22' },
    // Demanded on the 21st: the 22nd is its first late day.
    { number: 2, late_days: 4, on: '2027-03-25' },
  ]);
  expect(await lateness(loan)).toMatchObject({ dpd: 23, status: 'active' });
  expect(await lab.broken()).toEqual([]);
});

test('LEND-X10: what fell due while a loan was frozen is late from the day after its demand, as any other', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-10');
  await hear(loan, PROMISED);
  await liveTo(loan, '2027-03-04');
  await withdraw(loan);
  await liveTo(loan, '2027-03-05');
  expect(await lateness(loan)).toMatchObject({ dpd: 0, demanded: [1] });
  // As at the close of a due date: the day of the demand itself.
  await liveTo(loan, '2027-03-06');
  expect(await lateness(loan)).toMatchObject({ dpd: 1, class: 'SMA0', demanded: [1] });
  await liveTo(loan, '2027-03-10');
  expect(await leviedOn(loan)).toEqual([{ number: 1, late_days: 4, on: '2027-03-09' }]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-X10, LEND-W6: money of a frozen day that is heard of after the freeze ends in the books of money heard of at once', async () => {
  const outcomes: unknown[] = [];
  for (const heardOn of ['2027-03-16', '2027-04-10']) {
    const loan = await aLoan();
    await liveTo(loan, '2027-02-10');
    await hear(loan, PROMISED);
    const events = ['2027-03-16', '2027-03-20', '2027-04-10', '2027-04-25'];
    for (const on of events) {
      await liveTo(loan, on);
      if (on === '2027-03-20') await withdraw(loan);
      if (on === heardOn) await lab.credit(loan, 'some', 600_000, noonOf(day('2027-03-16')));
    }
    expect(await lab.broken()).toEqual([]);
    outcomes.push(await bookOutcome(lab));
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
});

test('LEND-X10, LEND-9: a frozen loan can be repaid in full, and all of it is settled', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-10');
  await hear(loan, PROMISED);
  await liveTo(loan, '2027-03-25');
  await lab.credit(loan, 'all', 1_560_000, noonOf(day('2027-03-25')));
  const { rows } = await lab.owner.query('select status from loans where id = $1', [loan.loanId]);
  expect(rows).toEqual([{ status: 'closed' }]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-X11: the word “adjusted” alone moves nothing and freezes nothing: a person looks', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-10');
  await hear(loan, { state: 'adjusted' });
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['adjusted']);
  const { rows } = await lab.owner.query(
    `select p.bill_status, p.needs_review, (select count(*)::integer from loan_freezes) as freezes
     from payments p where p.id = $1`,
    [loan.loanId],
  );
  expect(rows).toEqual([{ bill_status: 'paid', needs_review: true, freezes: 0 }]);
});

test('LEND-X10, LEND-20: no debit of a frozen loan is planned; what it put off is planned when the freeze ends', async () => {
  const loan = await aLoan();
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at,
       confirmed_at, plan_at)
     values ($1, new_id(), $2, 'enach', 'active', 600000, '2027-08-01', 'token', 'customer', $3, $3, $3)`,
    [loan.userId, loan.loanId, lab.clock.now()],
  );
  const plan = async (on: string) => {
    await liveTo(loan, on);
    await lab.worker.plain((tx) => planDue(tx, lab.clock.now(), 10));
    const { rows } = await lab.owner.query('select number, state from presentations order by created_at');
    return rows;
  };
  await liveTo(loan, '2027-02-10');
  await hear(loan, PROMISED);
  expect(await plan('2027-02-13')).toEqual([]);
  expect(await plan('2027-02-20')).toEqual([]);
  await liveTo(loan, '2027-03-01');
  await withdraw(loan);
  expect(await plan('2027-03-01')).toEqual([{ number: 1, state: 'planned' }]);
});

test('LEND-X10, LEND-23: the owner of a frozen loan is not reminded; later a reminder counts the days that counted', async () => {
  const loan = await aLoan();
  const sweep = createReminderSweep({ ...lab.deps, log: createLog('silent') });
  const said = async () => {
    const { rows } = await lab.owner.query<{ on: string; step: string }>(
      `select ist_date(at)::text as on, step from contacts where number = 1 and step not like '%.app' order by at`,
    );
    return rows;
  };
  const pass = async (from: string, through: string) => {
    for (let on = day(from); on <= day(through); on = addDays(on, 1)) {
      await liveTo(loan, on);
      await sweep();
    }
  };
  await liveTo(loan, '2027-02-10');
  await hear(loan, PROMISED);
  await pass('2027-02-10', '2027-03-04');
  expect(await said()).toEqual([]);
  await withdraw(loan);
  await pass('2027-03-05', '2027-03-10');
  expect(await said()).toEqual([
    { on: '2027-03-05', step: 'due_morning' },
    { on: '2027-03-06', step: 'late_1' },
    { on: '2027-03-08', step: 'late_3' },
    { on: '2027-03-09', step: 'charged_4' },
  ]);
  const { rows } = await lab.owner.query<{ text: string }>(
    "select title || ' ' || description as text from notifications where title like '%was due on%'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).toContain('due on 5 March');
});

test('LEND-X10: given a freeze, when it begins or ends a second time, then nothing more is written', async () => {
  const loan = await aLoan();
  await hear(loan, PROMISED);
  const written = async (call: string) => {
    const [row] = await lab.worker.forUser(loan.userId, (tx) =>
      tx.call<{ done: boolean; before: number }>(
        `select ${call} as done, (select count(*)::integer from loan_freezes where loan_id = $2) as before`,
        [loan.userId, loan.loanId, lab.clock.now()],
      ),
    );
    return row;
  };
  const freeze =
    "loan_freeze($1, $2, 'refund_requested', (select id from rail_rows where user_id = $1 limit 1), $3)";
  const thaw = "loan_thaw($1, $2, 'withdrawn', new_id(), $3)";
  expect(await written(freeze)).toEqual({ done: false, before: 1 });
  expect(await written(thaw)).toEqual({ done: true, before: 1 });
  expect(await written(thaw)).toEqual({ done: false, before: 2 });
  expect(await written(thaw)).toEqual({ done: false, before: 2 });
});

test('LEND-24, LEND-X10: given an agreed sum, when a freeze ends, then the person reads its moved day', async () => {
  const loan = await aLoan();
  await liveTo(loan, '2027-02-10');
  await deciding(lab).agree(loan, 'agreed', 800_000, '2027-02-20');
  await lab.credit(loan, 'part', 300_000, lab.clock.now());
  await liveTo(loan, '2027-02-15');
  await hear(loan, PROMISED);
  await liveTo(loan, '2027-02-24');
  await withdraw(loan);
  const ids = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => tellThawed(lab.deps, tx, ids));
  const { rows } = await lab.owner.query(
    `select texts -> 'en' ->> 'title' as en, texts -> 'hi' ->> 'title' as hi from notifications
     where user_id = $1 order by at desc, id desc limit 1`,
    [loan.userId],
  );
  expect(rows).toEqual([
    {
      en: 'Agreed: pay ₹5,000 by 1 March 2027 and this loan is closed',
      hi: 'तय हुआ: 1 मार्च 2027 तक ₹5,000 चुकाएँ और यह लोन बंद हो जाएगा',
    },
  ]);
  await liveTo(loan, '2027-03-01');
  await lab.credit(loan, 'rest', 500_000, lab.clock.now());
  const loans = await lab.owner.query('select status from loans where id = $1', [loan.loanId]);
  expect(loans.rows).toEqual([{ status: 'settled' }]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-X10: the database and the rule of the package say the same of every day', async () => {
  const loan = await aLoan();
  const days = Array.from({ length: 40 }, (_, index) => addDays(START, index));
  await hear(loan, { state: 'success' });
  const gaps = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(gaps, async (lengths) => {
      let on: BusinessDate = START;
      const facts = lengths.map((length, index): FreezeFact => {
        on = addDays(on, length);
        return { isFrozen: index % 2 === 0, fromOn: on };
      });
      await lab.owner.query('alter table loan_freezes disable trigger all; delete from loan_freezes');
      await lab.owner.query(
        `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
         select $1, $2, x.seq, x.is_frozen, x.from_on, now(), case when x.is_frozen then 'refund_required' else 'withdrawn' end,
           case when x.is_frozen then (select id from rail_rows where user_id = $1 limit 1) end
         from unnest($3::integer[], $4::boolean[], $5::date[]) as x(seq, is_frozen, from_on)`,
        [
          loan.userId,
          loan.loanId,
          facts.map((_, index) => index + 1),
          facts.map((one) => one.isFrozen),
          facts.map((one) => one.fromOn),
        ],
      );
      const { rows } = await lab.owner.query(
        `select is_frozen($1, $2, d) as frozen from unnest($3::date[]) as d order by d`,
        [loan.userId, loan.loanId, days],
      );
      expect(rows).toEqual(days.map((one) => ({ frozen: isFrozen(facts, one) })));
    }),
    { numRuns: 60 },
  );
});
