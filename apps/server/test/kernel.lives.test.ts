import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditCaptured } from '../src/features/repayments/repayments.settle.ts';
import { deciding } from './deciding.ts';
import { nothingCompared } from './kernel-beside.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';
import { DAYS, type Event, lives, type Terms } from './random-lives.ts';

const START = businessDate('2027-01-10');
const on = (days: number): BusinessDate => addDays(START, days);
/** `KERNEL_PEOPLE=60 KERNEL_SEED=7 npx vitest run apps/server/test/kernel.lives.test.ts` lives longer, and other lives. */
const PEOPLE = Number(process.env['KERNEL_PEOPLE'] ?? 3);
const SEED = Number(process.env['KERNEL_SEED'] ?? 15);
const HANGING_MS = 600_000 * Math.ceil(PEOPLE / 3);

const compared = nothingCompared();
let lab: Lab;
beforeAll(async () => {
  lab = await openLab(compared);
});
afterAll(() => lab.close());

/** What happens to a loan; what moves no loan's days by itself (refunds, disputes) stands for what freezes or excuses it. */
async function happen(loan: LabLoan, terms: Terms, event: Event, heardAt: Date): Promise<void> {
  const { kind, name, part } = event;
  const at = new Date(heardAt.getTime() - event.delay * 86_400_000);
  const emi = Math.ceil((terms.billPaise * 1.03) / terms.instalments);
  const some = 100 + Math.floor((terms.billPaise * part) / 800);
  const today = on(event.day + event.delay);
  switch (kind) {
    case 'money':
    case 'stranger':
      return lab.credit(loan, name, some, at);
    case 'instalment':
      return lab.credit(loan, name, emi, at);
    case 'part':
      return lab.credit(loan, name, 50_000 + Math.floor(some / 3), at, 'part_prepay');
    case 'exit':
      return lab.credit(loan, name, Math.ceil(terms.billPaise * 1.01), at, 'exit');
    case 'debit':
    case 'card':
      return debit(loan, name, emi, at, 1 + (part % terms.instalments));
    case 'waiver':
      await deciding(lab).waive(
        loan,
        name,
        ['interest', 'fee', 'penal', 'bounce'][part % 4]!,
        100 + part * 60,
      );
      return;
    case 'agreement':
      return deciding(lab).agree(loan, name, Math.ceil(terms.billPaise / 2), addDays(today, 40));
    case 'write_off':
      if (event.day < 120) return;
      return deciding(lab).writeOff(loan, name);
    case 'bounce':
      return bounce(loan, 1 + (part % terms.instalments), heardAt);
    case 'hardship':
      return tellHardship(loan, name, today, heardAt);
    case 'dispute':
      return freeze(loan, today, part % 45);
    case 'reward':
      return goDown(today);
    case 'refund':
    case 'unwind':
      return stayUnanswered(loan, 1 + (part % terms.instalments), part % 6);
  }
}

async function debit({ userId, loanId }: LabLoan, name: string, paise: number, at: Date, number: number) {
  const repaymentId = idOf(`repayment ${name}`);
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', 'mandate', $5, $6)`,
    [userId, repaymentId, loanId, paise, number, at],
  );
  const money = { providerPaymentRef: `pay_${name}`, amountPaise: paise, refundedPaise: 0, capturedAt: at };
  await creditCaptured(lab.deps, { userId, repaymentId }, { ...money, isCreditSource: false });
}

async function bounce({ userId, loanId }: LabLoan, number: number, heardAt: Date) {
  await lab.worker.forUser(userId, (tx) =>
    tx.call('select charge_bounce($1, $2, $3, 10000, $4)', [userId, loanId, number, heardAt]),
  );
}

async function tellHardship({ userId, loanId }: LabLoan, name: string, today: BusinessDate, heardAt: Date) {
  await lab.owner.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     values ($1, $2, $3, 'illness', $4, $5, $6)`,
    [userId, idOf(`hardship ${name}`), loanId, heardAt, today, addDays(today, 30)],
  );
}

/** Facts of features that are no part of this: written without the rows they come from. */
async function writeAlone(text: string, values: readonly unknown[]) {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

async function freeze({ userId, loanId }: LabLoan, today: BusinessDate, days: number) {
  await writeAlone(
    `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
     select $1, $2, x.seq + (select count(*) from loan_freezes where loan_id = $2), x.is_frozen, x.from_on, $5,
       case when x.is_frozen then 'refund_required' else 'withdrawn' end, case when x.is_frozen then new_id() end
     from (values (1, true, $3::date), (2, false, $4::date)) as x(seq, is_frozen, from_on)`,
    [userId, loanId, today, addDays(today, days), lab.clock.now()],
  );
}

async function goDown(day: BusinessDate) {
  await lab.owner.query(
    "insert into channel_outages (day_on, reason, noted_at) values ($1, 'lab', $2) on conflict do nothing",
    [day, lab.clock.now()],
  );
}

/** An instalment was presented on its due date and the bank is silent for so many days, or for good. */
async function stayUnanswered({ userId, loanId }: LabLoan, number: number, days: number) {
  await writeAlone(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at,
       presented_at, created_at, ended_at, answer_by_on)
     select i.user_id, new_id(), new_id(), i.loan_id, i.number, 1, 100, 'presented', i.due_on + time '06:00',
       i.due_on + time '06:00', i.due_on, case when $4 % 2 = 0 then i.due_on + $4 + time '06:00' end, i.due_on + 2 + $4
     from instalments i where i.user_id = $1 and i.loan_id = $2 and i.number = $3 and i.is_active
     on conflict do nothing`,
    [userId, loanId, number, days],
  );
}

async function catchUp(loans: readonly LabLoan[], day: BusinessDate) {
  for (const [index, loan] of loans.entries())
    if (loans.findIndex(({ userId }) => userId === loan.userId) === index) await lab.catchUp(loan, day);
}

test(
  'LEND-22: the kernel closes each day of random lives as the database does',
  { timeout: HANGING_MS },
  async () => {
    const { loans: terms, events } = lives(SEED, PEOPLE);
    const loans: LabLoan[] = [];
    for (const one of terms) loans.push(await lab.lend(one.name, { ...one, disbursedOn: START }));
    let next = 0;
    for (let day = 1; day <= DAYS + 60; day += 1) {
      lab.set(noonOf(on(day)));
      for (; next < events.length && events[next]!.day + events[next]!.delay <= day; next += 1) {
        const event = events[next]!;
        const at = new Date(noonOf(on(day)).getTime() + next * 1000);
        lab.set(at);
        await happen(loans[event.loan]!, terms[event.loan]!, event, at);
      }
      if (day % 30 === 0) await catchUp(loans, on(day - 1));
    }
    // None of it held because nothing happened.
    if (PEOPLE < 3 || SEED !== 15) return;
    const kinds = ['accrual', 'demand', 'earmark', 'ecl', 'npa', 'penal'];
    expect(Object.keys(compared.journals).toSorted()).toEqual(expect.arrayContaining(kinds));
    expect(compared.again).toBeGreaterThan(100);
  },
);

test('LEND-9: the kernel lets off what is too little to ask for', async () => {
  const disbursedOn = businessDate('2027-01-15');
  const loan = await lab.lend('tiny l1', { billPaise: 1_500_000, instalments: 3, disbursedOn });
  for (const [number, paise, day] of [
    [3, 519_950, '2027-01-25'],
    [1, 520_000, '2027-02-15'],
    [2, 520_000, '2027-03-15'],
  ] as const) {
    lab.set(noonOf(businessDate(day)));
    await debit(loan, `tiny ${number}`, paise, lab.clock.now(), number);
  }
  const before = compared.journals['waiver'] ?? 0;
  lab.set(noonOf(businessDate('2027-04-20')));
  await lab.catchUp(loan, businessDate('2027-04-19'));
  expect(compared.journals['waiver']).toBe(before + 1);
  const { rows } = await lab.owner.query('select status from loans where id = $1', [loan.loanId]);
  expect(rows).toEqual([{ status: 'closed' }]);
});

test('LEND-D3: the kernel lets a borrower perform again once all arrears are paid', async () => {
  const lent = (name: string, on: string) =>
    lab.lend(name, { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate(on) });
  const late = await lent('again l1', '2027-01-15');
  const young = await lent('again l2', '2027-05-10');
  lab.set(noonOf(businessDate('2027-05-20')));
  await lab.catchUp(young, businessDate('2027-05-19'));
  await lab.credit(late, 'again all', 1_700_000, lab.clock.now());
  const before = compared.journals['npa_upgrade'] ?? 0;
  lab.set(noonOf(businessDate('2027-05-25')));
  await lab.catchUp(young, businessDate('2027-05-24'));
  expect(compared.journals['npa_upgrade']).toBe(before + 1);
});
