import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLender } from '#features/settings/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { lockOf, passWhileWaiting } from '#test/racing.ts';
import { readReturnWindow } from './mandates.config.ts';
import type { MandateDeps } from './mandates.look.ts';
import { giveWayIfChanged, lookAtPresentation } from './mandates.present.ts';

/** Looks at debits that wait for the lock of their borrower past midnight in India. The first instalment is due on 15 February. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const BEFORE_MIDNIGHT = new Date('2027-02-15T18:29:59Z');
const AFTER_MIDNIGHT = new Date('2027-02-15T18:30:01Z');
const AFTER_A_DAY = new Date('2027-02-16T18:29:59Z');

interface Put {
  readonly kind: 'upi' | 'enach';
  readonly state: string;
  readonly amountPaise: number;
  readonly presentAt?: Date;
  readonly askedAt?: Date;
  readonly answerByOn?: string;
  readonly orderRef?: string;
  readonly mandateStatus?: string;
}

/** A loan with a debit for its first instalment, of 5200 rupees, whose notice was given days ago. */
async function aDebit(name: string, put: Put): Promise<LabLoan & { readonly presentationId: string }> {
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
  const loan = await lab.lend(`${name} l`, terms);
  const longAgo = noonOf(businessDate('2027-02-13'));
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at,
       confirmed_at)
     values ($1, new_id(), $2, $4, $6, 600000, '2027-08-01', $5, 'customer', $3, $3)`,
    [loan.userId, loan.loanId, longAgo, put.kind, name, put.mandateStatus ?? 'active'],
  );
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, noticed_at,
       order_ref, asked_at, presented_at, answer_by_on, created_at, next_look_at)
     select user_id, new_id(), id, loan_id, 1, 1, $2, $3, $8, $4, $5, $6, $6, $7, $4, $4 from mandates where loan_id = $1
     returning id`,
    [
      loan.loanId,
      put.amountPaise,
      put.state,
      longAgo,
      put.orderRef ?? null,
      put.askedAt ?? null,
      put.answerByOn ?? null,
      put.presentAt ?? longAgo,
    ],
  );
  lab.set(BEFORE_MIDNIGHT);
  return { ...loan, presentationId: rows[0]!.id };
}

type Ids = Awaited<ReturnType<typeof aDebit>>;

/** Does something that waits for the lock of the borrower, while their clock moves. */
const late = ({ userId }: Ids, work: () => Promise<void>, at: Date = AFTER_MIDNIGHT) =>
  passWhileWaiting({ sql: lab.owner }, lockOf.credit(userId), work, () => lab.set(at));

/** The product looks at a debit, with a rail that answers so. */
function look({ userId, presentationId }: Ids, providers: object): Promise<void> {
  const deps = { ...lab.deps, lender: readLender({}, true), returnWindow: readReturnWindow({}), providers };
  const vault = { open: () => '' };
  return lookAtPresentation({ ...deps, vault } as unknown as MandateDeps, { userId, presentationId });
}

async function triesOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{
    said: string;
    presentAt: Date;
    noticedAt: Date | null;
    askedOn: string | null;
    answerByOn: string | null;
  }>(
    `select number || '.' || attempt || ' ' || state || coalesce(' ' || reason, '') as said, present_at as "presentAt",
       noticed_at as "noticedAt", ist_date(asked_at)::text as "askedOn", answer_by_on::text as "answerByOn"
     from presentations where loan_id = $1 order by attempt`,
    [loanId],
  );
  return rows;
}

test('LEND-20: given a wait past midnight, when a debit is to be presented, then the bank is not asked under the notice of the day before', async () => {
  const ids = await aDebit('begun', {
    kind: 'enach',
    state: 'announced',
    amountPaise: 520_000,
    orderRef: 'order_begun',
  });
  await lab.owner.query('update presentations set present_at = $2 where loan_id = $1', [
    ids.loanId,
    new Date('2027-02-15T04:30:00Z'),
  ]);
  // No provider: whatever asks one fails.
  await late(ids, () => look(ids, {}));
  expect((await triesOf(ids)).map(({ said, askedOn }) => [said, askedOn])).toEqual([['1.1 announced', null]]);
  await look(ids, {});
  expect((await triesOf(ids)).map(({ said }) => said)).toEqual(['1.1 failed day_missed', '1.2 planned']);
});

test('LEND-20: given a wait for the lock, when a lower debit replaces one, then its notice has its full day', async () => {
  const ids = await aDebit('lowered', { kind: 'upi', state: 'announced', amountPaise: 530_000 });
  await late(ids, () => giveWayIfChanged(lab.deps, ids));
  const [higher, lower] = await triesOf(ids);
  expect([higher!.said, lower!.said]).toEqual(['1.1 skipped changed', '1.2 planned']);
  expect(lower!.presentAt).toEqual(new Date('2027-02-16T19:30:01Z'));
});

test('LEND-20: given a wait for the lock, when a debit ends unheard, then the lower one has a full day of notice', async () => {
  const ids = await aDebit('unheard', {
    kind: 'upi',
    state: 'presenting',
    amountPaise: 530_000,
    orderRef: 'order_unheard',
    askedAt: new Date('2027-02-10T06:00:00Z'),
    answerByOn: '2027-02-13',
  });
  await late(ids, () => look(ids, { collection: { paymentsOf: () => Promise.resolve([]) } }));
  const [higher, lower] = await triesOf(ids);
  expect([higher!.said, lower!.said]).toEqual(['1.1 skipped changed', '1.2 planned']);
  expect(lower!.presentAt).toEqual(new Date('2027-02-16T19:30:01Z'));
});

test('LEND-L6: given a wait past midnight, when a debit comes back, then its charge is levied on the new day', async () => {
  const ids = await aDebit('returned', {
    kind: 'enach',
    state: 'presented',
    amountPaise: 520_000,
    orderRef: 'order_returned',
    askedAt: new Date('2027-02-15T04:30:00Z'),
    answerByOn: '2027-02-18',
  });
  const failure = { code: 'BAD_REQUEST_ERROR', reason: 'insufficient_funds' };
  const payment = { status: 'failed', failure };
  await late(ids, () => look(ids, { collection: { paymentsOf: () => Promise.resolve([payment]) } }));
  const [first, next] = await triesOf(ids);
  expect([first!.said, next!.said]).toEqual(['1.1 failed insufficient_funds', '1.2 planned']);
  const { rows } = await lab.owner.query(
    'select kind, levied_on::text as "on" from charges where loan_id = $1',
    [ids.loanId],
  );
  expect(rows).toEqual([{ kind: 'bounce', on: '2027-02-16' }]);
});

test('LEND-20: given a wait of a day, when a notice of ours is written down, then its day begins there', async () => {
  const ids = await aDebit('noticed', { kind: 'enach', state: 'planned', amountPaise: 520_000 });
  await lab.owner.query('update presentations set noticed_at = null where loan_id = $1', [ids.loanId]);
  const collection = { createOrder: () => Promise.resolve({ orderRef: 'order_noticed' }) };
  await late(ids, () => look(ids, { collection }), AFTER_A_DAY);
  const [only] = await triesOf(ids);
  expect(only).toMatchObject({
    said: '1.1 announced',
    noticedAt: AFTER_A_DAY,
    presentAt: new Date('2027-02-17T19:29:59Z'),
  });
});

const LOST = {
  kind: 'upi',
  state: 'presenting',
  amountPaise: 520_000,
  presentAt: new Date('2027-02-15T03:30:00Z'),
  askedAt: new Date('2027-02-15T17:50:00Z'),
  answerByOn: '2027-02-18',
} as const;

/** A rail that never heard of the debit; each request that reaches it is kept. */
function deafRail() {
  const asked: unknown[] = [];
  const present = (order: unknown) => {
    asked.push(order);
    return Promise.resolve({ paymentRef: 'pay_late' });
  };
  return { asked, collection: { paymentsOf: () => Promise.resolve([]) }, mandates: { present } };
}

test('LEND-20: given a lost request of a debit, when its day has passed, then it waits and a person decides after its window', async () => {
  const ids = await aDebit('lost overnight', { ...LOST, orderRef: 'order_lost' });
  const rail = deafRail();
  lab.set(new Date('2027-02-15T19:00:00Z'));
  await look(ids, rail);
  expect((await triesOf(ids)).map(({ said }) => said)).toEqual(['1.1 presenting']);
  lab.set(new Date('2027-02-18T19:00:00Z'));
  await look(ids, rail);
  expect((await triesOf(ids)).map(({ said }) => said)).toEqual(['1.1 review']);
  expect(rail.asked).toEqual([]);
});

test('LEND-20: given a wait past midnight, when a lost debit is asked for again, then the bank is not asked', async () => {
  const ids = await aDebit('again', { ...LOST, orderRef: 'order_again' });
  const rail = deafRail();
  lab.set(new Date('2027-02-15T18:29:59Z'));
  await late(ids, () => look(ids, rail));
  expect(rail.asked).toEqual([]);
  expect((await triesOf(ids)).map(({ said, askedOn }) => [said, askedOn])).toEqual([
    ['1.1 presenting', '2027-02-15'],
  ]);
});
