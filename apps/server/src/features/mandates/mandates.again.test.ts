import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { freezeBetween } from '#test/freezing.ts';
import { atTheRail, BILL, DAY, PROMISED } from '#test/rail-lab.ts';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { beginDebit, reverseRepayment } from '#features/repayments/index.ts';
import { creditCaptured } from '#features/repayments/repayments.settle.ts';
import { readLender } from '#features/settings/index.ts';
import { ProviderRejected } from '#providers/index.ts';
import { mandateJobs, sweepMandates } from './mandates.jobs.ts';
import type { MandateDeps } from './mandates.look.ts';
import { failDebitIn, type OutcomeDeps } from './mandates.outcome.ts';
import { giveWayIfChanged, lookAtPresentation } from './mandates.present.ts';
import { listMandates } from './mandates.repo.ts';
import { nextDebitOf } from './mandates.rules.ts';
import { lockPresentation, planDue } from './mandates.work.repo.ts';

/** Debits that stood already when something changed. The first instalment is due on 15 February, the second on 15 March. */
const { hear } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const at = (on: string) => lab.set(noonOf(businessDate(on)));

async function aCollected(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at,
       confirmed_at, plan_at)
     values ($1, new_id(), $2, 'enach', 'active', 600000, '2027-08-01', $4, 'customer', $3, $3, $3)`,
    [loan.userId, loan.loanId, lab.clock.now(), name],
  );
  return loan;
}

async function plan(loan: LabLoan, on: string): Promise<void> {
  at(on);
  await lab.owner.query('update mandates set plan_at = $2 where loan_id = $1', [
    loan.loanId,
    lab.clock.now(),
  ]);
  await lab.worker.plain((tx) => planDue(tx, lab.clock.now(), 10));
}

async function tries({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ said: string }>(
    `select number || '.' || attempt || ' ' || state || coalesce(' ' || reason, '') as said from presentations
     where loan_id = $1 order by number, attempt`,
    [loanId],
  );
  return rows.map((one) => one.said);
}

async function put(
  loan: LabLoan,
  [number, attempt]: readonly [number, number],
  [state, reason]: readonly [string, string | null],
  [lookAt, presentAt]: readonly [Date | null, Date] = [null, lab.clock.now()],
): Promise<void> {
  await lab.owner.query(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, reason, present_at,
       created_at, next_look_at)
     select i.user_id, new_id(), m.id, i.loan_id, i.number, $3, i.principal_paise + i.fee_paise + i.interest_paise, $4, $5, $8,
       $6, $7
     from mandates m join instalments i on i.user_id = m.user_id and i.loan_id = m.loan_id and i.number = $2
     where m.loan_id = $1`,
    [loan.loanId, number, attempt, state, reason, lab.clock.now(), lookAt, presentAt],
  );
}

async function frozenFrom(loan: LabLoan, from: string, through: string): Promise<void> {
  at(from);
  await hear(loan, PROMISED);
  at(through);
  await lab.worker.plain((tx) =>
    tx.call("select loan_thaw($1, $2, 'withdrawn', new_id(), $3)", [
      loan.userId,
      loan.loanId,
      lab.clock.now(),
    ]),
  );
}

test.each([
  ['a lower amount', 'changed', '2027-02-14', '2027-02-28'],
  ['a try that came back', 'gateway_technical_error', '2027-02-16', '2027-03-20'],
] as const)(
  'LEND-X10, LEND-20: a debit put off by a freeze is planned when that ends, also after %s',
  async (_, reason, from, through) => {
    const loan = await aCollected(reason);
    at(from);
    await put(loan, [1, 1], [reason === 'changed' ? 'skipped' : 'failed', reason]);
    await put(loan, [1, 2], ['skipped', 'frozen']);
    await frozenFrom(loan, from, through);
    await plan(loan, through);
    const made = (await tries(loan)).filter((one) => one.startsWith('1.'));
    expect(made.at(-1)).toBe('1.3 planned');
  },
);

test('LEND-20: a debit that failed after one that a freeze put off is not planned once more', async () => {
  const loan = await aCollected('over');
  at('2027-02-16');
  await put(loan, [1, 1], ['skipped', 'frozen']);
  await put(loan, [1, 2], ['failed', 'gateway_technical_error']);
  await plan(loan, '2027-02-17');
  expect(await tries(loan)).toEqual(['1.1 skipped frozen', '1.2 failed gateway_technical_error']);
});

/** The ids of the newest try of a loan. */
async function newestOf({ userId, loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from presentations where loan_id = $1 order by number desc, attempt desc limit 1',
    [loanId],
  );
  return { userId, presentationId: rows[0]!.id };
}

test('LEND-20: a debit skipped under a pause is planned again when its mandate is resumed', async () => {
  const loan = await aCollected('paused');
  const move = (status: string) =>
    lab.owner.query('update mandates set status = $2 where loan_id = $1', [loan.loanId, status]);
  await plan(loan, '2027-02-13');
  await move('paused');
  at('2027-02-15');
  await giveWayIfChanged(lab.deps, await newestOf(loan));
  expect(await tries(loan)).toEqual(['1.1 skipped mandate_ended']);
  await move('active');
  await plan(loan, '2027-02-15');
  expect(await tries(loan)).toEqual(['1.1 skipped mandate_ended', '1.2 planned']);
});

test('LEND-W7, LEND-20: given a debit that was not needed, when its money is taken back before the due date, then it is planned again', async () => {
  const loan = await aCollected('cover');
  await plan(loan, '2027-02-13');
  await lab.credit(loan, 'cover money', 520_000, lab.clock.now());
  await giveWayIfChanged(lab.deps, await newestOf(loan));
  expect(await tries(loan)).toEqual(['1.1 skipped covered']);
  const { rows } = await lab.owner.query<{ id: string }>('select id from repayments where loan_id = $1', [
    loan.loanId,
  ]);
  const ids = { userId: loan.userId, repaymentId: rows[0]!.id };
  await lab.owner.query('select graphile_worker.remove_job($1)', [`debits:${loan.loanId}`]);
  await lab.worker.forUser(loan.userId, (tx) =>
    reverseRepayment(tx, ids, 'returned_by_bank', lab.clock.now()),
  );
  const asked = await lab.owner.query('select key from graphile_worker.jobs where key = $1', [
    `debits:${loan.loanId}`,
  ]);
  expect(asked.rows).toHaveLength(1);
  await plan(loan, '2027-02-13');
  expect(await tries(loan)).toEqual(['1.1 skipped covered', '1.2 planned']);
});

/** The day and amount of the next debit, as its person is told it. */
async function shown({ userId }: LabLoan): Promise<string | null> {
  const { items } = await lab.worker.forUser(userId, (tx) => listMandates(tx, userId, { limit: 1 }));
  const next = nextDebitOf(items[0]!, lab.clock.now());
  return next === null ? null : `${next.on} ${next.amountPaise} ${next.state}`;
}

test('LEND-20: given a debit put off by a pause, when autopay is read, then the debit that is planned again shows', async () => {
  const loan = await aCollected('pausedshown');
  at('2027-02-15');
  await put(loan, [1, 1], ['skipped', 'mandate_ended']);
  expect(await shown(loan)).toBe('2027-02-16 520000 due');
  await plan(loan, '2027-02-15');
  expect(await shown(loan)).toBe('2027-02-16 520000 due');
  expect(await tries(loan)).toEqual(['1.1 skipped mandate_ended', '1.2 planned']);
});

test('LEND-X10: given a planned debit, when its loan is frozen, then none shows until the freeze has ended', async () => {
  const loan = await aCollected('frozenshown');
  at('2027-02-14');
  await put(loan, [1, 1], ['planned', null], [null, new Date('2027-02-15T04:30:00Z')]);
  expect(await shown(loan)).toBe('2027-02-15 520000 due');
  await hear(loan, PROMISED);
  expect(await shown(loan)).toBeNull();
  await giveWayIfChanged(lab.deps, await newestOf(loan));
  await frozenFrom(loan, '2027-02-14', '2027-02-28');
  expect(await shown(loan)).toBe('2027-03-01 520000 due');
});

test('LEND-20: given a rest too small for a debit, when autopay is read, then the next instalment shows', async () => {
  const loan = await aCollected('restshown');
  await lab.credit(loan, 'restshown part', 519_950, lab.clock.now());
  expect(await shown(loan)).toBe('2027-03-15 520000 due');
});

test('LEND-20, LEND-L6: a debit whose money is in the books already does not fail, and costs nothing', async () => {
  const loan = await aCollected('credited');
  const { userId, loanId } = loan;
  at('2027-02-15');
  await put(loan, [1, 1], ['presented', null]);
  const ids = await newestOf(loan);
  const debit = { userId, repaymentId: ids.presentationId };
  const money = { providerPaymentRef: 'pay_credited', amountPaise: 520_000, refundedPaise: 0 };
  const terms = { ...debit, loanId, amountPaise: 520_000, orderRef: 'order_credited', number: 1 };
  await lab.worker.forUser(userId, (tx) => beginDebit(tx, terms, lab.clock.now()));
  await creditCaptured(lab.deps, debit, { ...money, capturedAt: lab.clock.now(), isCreditSource: false });
  await lab.worker.forUser(userId, async (tx) => {
    const deps = { ...lab.deps, lender: readLender({}, true) };
    await failDebitIn(deps, tx, ids, 'insufficient_funds');
  });
  expect(await tries(loan)).toEqual(['1.1 paid']);
  expect((await lab.owner.query('select 1 from charges where loan_id = $1', [loanId])).rowCount).toBe(0);
  const { rows } = await lab.owner.query<{ title: string }>(
    'select title from notifications where user_id = $1',
    [userId],
  );
  expect(rows).toEqual([{ title: '₹5,200 was collected' }]);
});

test('LEND-L1: a failed debit names the last day without a late charge, by the terms its loan was sold under', async () => {
  const loan = await aCollected('grace');
  await lab.owner.query(
    `insert into settings (version, effective_at, content)
     select 9001, '2020-01-01', jsonb_set(content, '{late,graceDays}', '1') from settings where version = 1`,
  );
  at('2027-02-15');
  for (const [version, day] of [
    [1, '18 February'],
    [9001, '16 February'],
  ] as const) {
    await lab.owner.query('update payments set settings_version = $2 where id = $1', [loan.loanId, version]);
    await put(loan, [1, version], ['presented', null]);
    const said = await failNow(loan);
    expect(said).toContain(`Paid by ${day} 2027, no late charge arises.`);
  }
});

test('LEND-20: a debit that was presented ends after its bill came back, and asks its owner for nothing', async () => {
  const loan = await aCollected('undone');
  const { userId } = loan;
  at('2027-02-15');
  await put(loan, [1, 1], ['presented', null]);
  await lab.worker.forUser(userId, (tx) =>
    reversePayment(lab.deps, tx, { userId, paymentId: loan.loanId }, {}),
  );
  const told = async () => {
    const { rows } = await lab.owner.query('select title from notifications where user_id = $1', [userId]);
    return rows;
  };
  const before = await told();
  const { rows } = await lab.owner.query<{ id: string }>('select id from presentations where loan_id = $1', [
    loan.loanId,
  ]);
  const ids = { userId, presentationId: rows[0]!.id };
  await lab.worker.forUser(userId, async (tx) => {
    const row = await lockPresentation(tx, ids);
    expect(row).toMatchObject({ state: 'presented', is_live: false, unpaid_paise: 0 });
    await failDebitIn(lab.deps as unknown as OutcomeDeps, tx, ids, 'insufficient_funds');
  });
  expect(await tries(loan)).toEqual(['1.1 failed insufficient_funds']);
  expect(await told()).toEqual(before);
});

/** The debit that a loan has at the bank fails for good; answers how its person was told. */
async function failNow(loan: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from presentations where loan_id = $1 and state = 'presented'",
    [loan.loanId],
  );
  const ids = { userId: loan.userId, presentationId: rows[0]!.id };
  await lab.worker.forUser(loan.userId, async (tx) => {
    const deps = { ...lab.deps, lender: { supportEmail: 'help@example.in' } };
    await failDebitIn(deps as unknown as OutcomeDeps, tx, ids, 'mandate_not_active');
  });
  const said = await lab.owner.query<{ description: string }>(
    'select description from notifications where user_id = $1 order by at desc, id desc limit 1',
    [loan.userId],
  );
  return said.rows[0]!.description;
}

test('LEND-L1, LEND-X10: given a due date that a freeze moved, when a debit fails, then the day without charge moved, too', async () => {
  const loan = await aCollected('thawed');
  const freeze = { from: businessDate('2027-02-10'), to: businessDate('2027-02-20') };
  await freezeBetween({ sql: lab.owner }, loan.loanId, freeze);
  at('2027-02-21');
  await put(loan, [1, 1], ['presented', null]);
  expect(await failNow(loan)).toContain('Paid by 24 February 2027, no late charge arises.');
});

/** The words that told the person of a loan of a debit that failed. */
async function toldOf({ userId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ description: string }>(
    "select description from notifications where user_id = $1 and title like '%could not be collected'",
    [userId],
  );
  return rows.map(({ description }) => description);
}

/** The product looks at the newest try of a loan, with a rail that answers so. */
async function look(loan: LabLoan, collection: object): Promise<void> {
  const deps = { ...lab.deps, lender: readLender({}, true), providers: { collection } };
  await lookAtPresentation(deps as unknown as MandateDeps, await newestOf(loan));
}

const NOT_AGAIN =
  'We do not try again. Please pay it yourself. Paid by 18 February 2027, no late charge arises.';

test.each([
  ['input_validation_failed', 'input_validation_failed', 'The debit did not go through.'],
  ['BAD_REQUEST_ERROR', 'input_validation_failed', 'The debit did not go through.'],
  ['NA', 'input_validation_failed', 'The debit did not go through.'],
  [
    'mandate_not_active',
    'mandate_not_active',
    'Your bank says that the autopay is no longer active. Do you want to set it up again?',
  ],
])(
  'LEND-20: given an order of a debit that the rail refuses as %s, then its person is told so, and the mandate is looked at',
  async (providerCode, reason, told) => {
    const loan = await aCollected(`order-${providerCode}`);
    at('2027-02-13');
    await put(loan, [1, 1], ['planned', null], [lab.clock.now(), new Date('2027-02-15T04:30:00Z')]);
    const refusal = { provider: 'razorpay', op: 'createOrder', message: 'no', providerCode } as const;
    await look(loan, { createOrder: () => Promise.reject(new ProviderRejected(refusal)) });
    expect(await tries(loan)).toEqual([`1.1 failed ${reason}`]);
    expect(await toldOf(loan)).toEqual([`${told} ${NOT_AGAIN}`]);
    const { rows } = await lab.owner.query('select next_look_at as at from mandates where user_id = $1', [
      loan.userId,
    ]);
    expect(rows).toEqual([{ at: lab.clock.now() }]);
  },
);

test('LEND-20, LEND-L6: given a debit whose only payment went back, then it ends, costs nothing and is not made again', async () => {
  const loan = await aCollected('wentback');
  const { userId, loanId } = loan;
  at('2027-02-15');
  await put(loan, [1, 1], ['presented', null], [lab.clock.now(), lab.clock.now()]);
  const { presentationId } = await newestOf(loan);
  await lab.owner.query('update presentations set order_ref = $2 where id = $1', [presentationId, 'order_x']);
  const terms = { userId, loanId, amountPaise: 520_000, orderRef: 'order_x', number: 1 };
  await lab.worker.forUser(userId, (tx) =>
    beginDebit(tx, { ...terms, repaymentId: presentationId }, lab.clock.now()),
  );
  await look(loan, { paymentsOf: () => Promise.resolve([{ status: 'refunded' }]) });
  expect(await tries(loan)).toEqual(['1.1 failed refunded']);
  expect(await toldOf(loan)).toEqual([`The debit did not go through. ${NOT_AGAIN}`]);
  const { rows } = await lab.owner.query(
    'select status, failure_reason as reason, (select count(*)::int from charges where loan_id = $2) as charges from repayments where id = $1',
    [presentationId, loanId],
  );
  expect(rows).toEqual([{ status: 'failed', reason: 'refunded', charges: 0 }]);
});

test('LEND-20, LEND-C9: money for one instalment lowers its debit, and leaves the others to their time', async () => {
  const loan = await aCollected('early');
  at('2027-02-13');
  const later = noonOf(businessDate('2027-03-13'));
  await put(loan, [1, 1], ['planned', null], [later, noonOf(businessDate('2027-02-15'))]);
  await put(loan, [2, 1], ['planned', null], [later, noonOf(businessDate('2027-03-15'))]);
  await lab.credit(loan, 'part', 100_000, lab.clock.now());
  const parts = { ...lab.deps, config: { ...lab.deps.config, env: {} } };
  // No provider: whatever asks one fails.
  const jobs = mandateJobs(parts as unknown as MandateDeps);
  const changed = jobs.find((one) => one.task === 'mandates.debits_changed')!;
  const info = { attempt: 1, isLastAttempt: true };
  await changed.run({ userId: loan.userId, loanId: loan.loanId }, info);
  expect(await tries(loan)).toEqual(['1.1 skipped changed', '1.2 planned', '2.1 planned']);
  const { rows } = await lab.owner.query(
    "select next_look_at from presentations where loan_id = $1 and number = 2 and state = 'planned'",
    [loan.loanId],
  );
  expect(rows).toEqual([{ next_look_at: later }]);
});

test('LEND-C9: given one unplannable mandate, when all are swept, then debits due get jobs', async () => {
  const [bad, good] = [await aCollected('bad'), await aCollected('good')];
  at('2027-02-13');
  await put(good, [1, 1], ['planned', null], [lab.clock.now(), lab.clock.now()]);
  await lab.owner.query('update mandates set plan_at = $2 where loan_id = $1', [bad.loanId, lab.clock.now()]);
  await lab.owner.query(
    `alter table presentations add constraint refused check (loan_id <> '${bad.loanId}') not valid`,
  );
  await expect(sweepMandates(lab.deps)).rejects.toThrow('refused');
  await lab.owner.query('alter table presentations drop constraint refused');
  const { presentationId } = await newestOf(good);
  const { rows } = await lab.owner.query('select key from graphile_worker.jobs where key = $1', [
    `debit:${presentationId}`,
  ]);
  expect(rows).toHaveLength(1);
});
