import type { Problem, ReconciliationBreak } from '@mohlat/contract';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reverseRepayment } from '#features/repayments/index.ts';
import { bookReturned } from '#features/collections/chargebacks/chargebacks.ts';
import { railApprovals } from './reconciliation.approvals.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { idOf as labId, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { endRefundsOf } from '#test/refunding.ts';
import { type Person, until } from '#test/person.ts';
import { idOf, meet, waitersFor } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { repaying } from '#test/repaying.ts';
import { advance, balances, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let staff: [Person, Person];
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  const member = async () => promote(server, await somebody(server).signUp());
  staff = [await member(), await member()];
});
afterAll(() => server.stop());

test('given differences of one millisecond, then a page at a time tells each once, in both orders', async () => {
  const put = (micro: number) =>
    server.sql.query(
      `insert into reconciliation_breaks (user_id, kind, rail, reference, theirs_paise, detail, opened_at)
       values ('00000000-0000-0000-0000-000000000000', 'not_ours', 'razorpay', 'row' || $1::int, 1, '{}',
         timestamptz '2026-01-02T03:04:05.678Z' + $1::int * interval '1 microsecond')`,
      [micro],
    );
  for (const micro of [100, 200, 300]) await put(micro);
  const walk = async (order: string) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: { items: { id: string }[]; nextCursor: string | null } = await staff[0].ok(
        'GET',
        `/admin/reconciliation?rail=razorpay&limit=1&order=${order}${after}`,
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null && seen.length < 5);
    return seen;
  };
  const oldest = await walk('oldest');
  expect([new Set(oldest).size, oldest.length]).toEqual([3, 3]);
  expect(await walk('newest')).toEqual(oldest.toReversed());
  await server.sql.query(
    "delete from reconciliation_breaks where reference like 'row%' and rail = 'razorpay'",
  );
});

const act = <T>(what: string, body: object) => server.control<T>('POST', '/act', { what, ...body });

test('LEND-C5, LEND-21: of two of the staff who clear one difference at once one does, and the money is booked once', async () => {
  const loan = await aLoan(300_000);
  const repayment = await loan.person.repay(loan.id, 100_000);
  const { rows } = await server.sql.query<{ paymentId: string }>(
    'select provider_payment_ref as "paymentId" from repayments where id = $1',
    [repayment.id],
  );
  const part = { ...rows[0]!, amountPaise: 40_000 };
  const { disputeId } = await act<{ disputeId: string }>('dispute_payment', part);
  await act('dispute_verdict', { disputeId, verdict: 'lost' });
  const id = await until(async () => {
    const found = await server.sql.query<{ id: string }>(
      'select id from reconciliation_breaks where reference = $1',
      [disputeId],
    );
    return found.rows[0]?.id;
  });
  const body = { resolution: 'rail_returned', note: 'statement of the bank' };
  const replies = await meet(
    server,
    await idOf(loan.person),
    'credit',
    staff.map((one) => () => one.call<Problem>('POST', `/admin/reconciliation/breaks/${id}/resolve`, body)),
  );
  const [done, refused] = replies.toSorted((a, b) => a.status - b.status);
  expect([done!.status, refused!.status]).toEqual([200, 409]);
  expect(refused!.body.code).toBe('break_resolved');
  expect((await balances(server, { loanId: loan.id }))['A230']).toBeUndefined();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-21: staff cannot clear what went twice while its refund is under way; once that failed it stands at nothing', async () => {
  const loan = await aLoan(300_000, 3);
  await loan.person.repay(loan.id, loan.owed, 'norefund@razorpay');
  const paymentId = await until(async () => {
    const { rows } = await server.sql.query<{ ref: string; refund: string | null }>(
      `select r.provider_payment_ref as ref, f.provider_ref as refund from repayments r
       join refunds f on f.user_id = r.user_id and f.repayment_id = r.id and f.status = 'processing' where r.loan_id = $1`,
      [loan.id],
    );
    return rows[0]?.refund ? rows[0].ref : undefined;
  });
  const { disputeId } = await act<{ disputeId: string }>('dispute_payment', { paymentId });
  await act('dispute_verdict', { disputeId, verdict: 'lost' });
  const [one] = staff;
  const found = () =>
    one.ok<{ items: ReconciliationBreak[] }>('GET', '/admin/reconciliation?kind=lost_twice');
  const { id } = await until(async () => (await found()).items.find((item) => item.reference === disputeId));
  const clear = (resolution: string) =>
    one.call<Problem>('POST', `/admin/reconciliation/breaks/${id}/resolve`, { resolution, note: 'by hand' });
  expect((await found()).items.find((item) => item.id === id)?.allowed).toEqual([]);
  for (const resolution of ['loss', 'rail_returned', 'agreed'])
    expect((await clear(resolution)).body).toMatchObject({ code: 'resolution_not_allowed' });
  await advance(server, 'PT2H30M');
  for (const member of staff) await promote(server, await signInAgain(member));
  await until(async () => ((await found()).items[0]?.allowed.length ? true : undefined));
  expect((await balances(server, { loanId: loan.id }))['A230']).toBeUndefined();
  expect((await clear('agreed')).body).toMatchObject({ state: 'resolved' });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** A row of the settlement file unmatched for days, as the difference it became; below zero, what it took. */
async function opened(name: string, netPaise: number, kind = 'other'): Promise<string> {
  const { rows } = await server.sql.query<{ id: string }>(
    `with kept as (
       insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, amount_paise, fee_paise,
         tax_paise, credit_paise, debit_paise, occurred_at, read_at)
       values ('razorpay', convert_to($1, 'UTF8'), current_date, 'setl', $3, $1, abs($2::bigint), 0, 0,
         greatest($2::bigint, 0), greatest(-$2::bigint, 0), now(), now())
       returning id)
     select break_open(null, 'unmatched_row', 'razorpay', 'finance', $1, current_date, null, null, null, $2::bigint,
       jsonb_build_object('settlementRowId', id), now()) as id from kept`,
    [name, netPaise, kind],
  );
  return rows[0]!.id;
}

const agree = (by: Person, id: string) =>
  by.call<ReconciliationBreak>('POST', `/admin/reconciliation/breaks/${id}/resolve`, {
    resolution: 'agreed',
    note: 'another row gave it back',
  });

test('LEND-24: that a large payment in the file is explained without us takes two staff, although it is not booked', async () => {
  const much = await opened('pay_much', 900_000, 'payment');
  const seen = await staff[0].ok<ReconciliationBreak>('GET', `/admin/reconciliation/breaks/${much}`);
  expect(seen.allowed).toEqual(['agreed']);
  expect((await agree(staff[0], much)).body).toMatchObject({ state: 'open' });
  expect((await agree(staff[0], await opened('pay_little', 50_000, 'payment'))).body.state).toBe('resolved');
});

test('LEND-24: one person clears ₹5,000 alone on a day, also where they send much at once; the rest, and no other’s, goes to a second', async () => {
  const member = await promote(server, await somebody(server).signUp());
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => opened(`adj_${index}`, index % 2 === 0 ? -50_000 : 50_000)),
  );
  const states = (await Promise.all(ids.map((id) => agree(member, id)))).map(({ body }) => body.state);
  expect(states.filter((state) => state === 'resolved')).toHaveLength(10);
  const [left] = ids.filter((_, index) => states[index] === 'open');
  // A decision of two people uses up no member's own bound for acting alone, and each member has a bound for each day.
  const { items } = await staff[1].ok<{ items: { id: string; objectId: string }[] }>(
    'GET',
    '/admin/approvals?kind=rail_agreed&limit=100',
  );
  const proposal = items.find(({ objectId }) => objectId === left)!;
  await staff[1].ok('POST', `/admin/approvals/${proposal.id}`, { decision: 'approve' });
  expect((await agree(staff[1], await opened('adj_other', 50_000))).body.state).toBe('resolved');
  await advance(server, 'P1D');
  for (const one of [...staff, member]) await promote(server, await signInAgain(one));
  expect((await agree(member, await opened('adj_next_day', 50_000))).body.state).toBe('resolved');
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: that a row of more than ₹500 is explained without us is proposed to a second person; less is agreed by one', async () => {
  expect((await agree(staff[0], await opened('adj_little', -50_000))).body.state).toBe('resolved');
  const much = await opened('adj_much', -50_001);
  expect((await agree(staff[0], much)).body).toMatchObject({ state: 'open' });
  const { items } = await staff[1].ok<{ items: { id: string; objectId: string }[] }>(
    'GET',
    '/admin/approvals?kind=rail_agreed',
  );
  const proposal = items.find(({ objectId }) => objectId === much)!;
  const approve = (by: Person) => by.call('POST', `/admin/approvals/${proposal.id}`, { decision: 'approve' });
  expect((await approve(staff[0])).body).toMatchObject({ code: 'second_person_required' });
  expect((await approve(staff[1])).body).toMatchObject({ status: 'approved' });
  expect(await staff[0].ok('GET', `/admin/reconciliation/breaks/${much}`)).toMatchObject({
    state: 'resolved',
    resolution: 'agreed',
  });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: two do not give up what went twice while its refund is under way', async () => {
  await withLostTwice('two', async ({ lab, loan, id, paise, giveUp }) => {
    await expect(giveUp()).rejects.toEqual(new DomainError('approval_stale'));
    await lab.worker.forUser(loan.userId, (tx) =>
      endRefundsOf(tx, loan, { status: 'processed' }, lab.clock.now()),
    );
    await giveUp();
    const { rows } = await lab.owner.query('select resolution from reconciliation_breaks where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ resolution: 'loss' }]);
    const books = await lab.owner.query(BOOKS, [loan.userId]);
    expect(books.rows).toEqual([{ account: 'E550', paise }]);
    expect(await lab.broken()).toEqual([]);
  });
});

test('LEND-C5, LEND-24: what a refund that ends at the same moment makes good is not given up besides', async () => {
  await withLostTwice('moment', async ({ lab, loan, giveUp }) => {
    let decided: Promise<unknown> | undefined;
    let isDecided = false;
    await lab.worker.forUser(loan.userId, async (tx) => {
      await endRefundsOf(tx, loan, { status: 'failed' }, lab.clock.now());
      decided = giveUp()
        .catch((error) => error)
        .finally(() => {
          isDecided = true;
        });
      const holder = { query: async (text: string) => ({ rows: await tx.call(text) }) };
      // Either it waits for what is not committed yet, or it has decided without it.
      await until(async () => isDecided || (await waitersFor(holder)) > 0 || undefined);
    });
    expect(await decided).toEqual(new DomainError('approval_stale'));
    const books = await lab.owner.query(BOOKS, [loan.userId]);
    expect(books.rows).toEqual([]);
    expect(await lab.broken()).toEqual([]);
  });
});

const BOOKS = `select account, sum(amount_paise)::integer as paise from postings
  where user_id = $1 and account in ('A230', 'E550') group by 1 having sum(amount_paise) <> 0`;

interface LostTwice {
  readonly lab: Lab;
  readonly loan: LabLoan;
  readonly id: string;
  readonly paise: number;
  /** Carries out the decision of two people that the money will not come back. */
  readonly giveUp: () => Promise<void>;
}

/** More was repaid than is owed; what is too much is on its way back when its bank takes all of it back, too. */
async function withLostTwice(name: string, work: (lost: LostTwice) => Promise<void>): Promise<void> {
  const lab = await openLab();
  try {
    const disbursedOn = businessDate('2027-01-15');
    const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn });
    await lab.credit(loan, name, 1_600_000, lab.clock.now());
    const { userId, loanId } = loan;
    const repaymentId = labId(`repayment ${name}`);
    await lab.owner.query("update refunds set sent_at = $2, status = 'processing' where user_id = $1", [
      userId,
      lab.clock.now(),
    ]);
    await lab.worker.forUser(userId, async (tx) => {
      const now = lab.clock.now();
      const reversed = await reverseRepayment(tx, { userId, repaymentId }, 'charged_back', now);
      const target = { userId, loanId, repaymentId, amountPaise: 1_600_000 };
      await bookReturned(tx, target, `pay_${name}`, reversed!, now);
    });
    const { rows } = await lab.owner.query<{ id: string; paise: number }>(
      `select id, break_standing(user_id, id)::integer as paise from reconciliation_breaks where kind = 'lost_twice'`,
    );
    const { id, paise } = rows[0]!;
    expect(paise).toBeGreaterThan(0);
    const loss = railApprovals(lab.deps).find((one) => one.kind === 'rail_loss')!;
    const subject = {
      approvalId: labId('approval'),
      objectId: id,
      userId,
      payload: { kind: 'lost_twice', amountPaise: paise },
      reason: 'The bank will not give it back',
    };
    const by = { decidedBy: labId('colleague'), now: lab.clock.now() };
    const giveUp = () => lab.worker.forUser(userId, (tx) => loss.apply(tx, subject, by));
    await work({ lab, loan, id, paise, giveUp });
  } finally {
    await lab.close();
  }
}
