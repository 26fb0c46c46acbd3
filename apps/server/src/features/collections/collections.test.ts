import type { AnswerOf, getApproval, Payment, Problem, Repayment } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { repaying } from '#test/repaying.ts';
import { advance, balances, drained, moveTo, signInAgain, somebody, untilPassing } from '#test/steps.ts';

let server: TestServer;
let staff: Person;
const { aLoan, untilReturned } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

const act = <T>(what: string, body: object) => server.control<T>('POST', '/act', { what, ...body });

type Row = Readonly<Record<'kind' | 'state', string>>;

async function rowsOf(paymentRef: string): Promise<Row[]> {
  const { rows } = await server.sql.query<Row>(
    'select kind, state from settlement_rows where payment_ref = $1 order by kind',
    [paymentRef],
  );
  return rows;
}

/** Until the file's rows of a payment are of these kinds, each with its place in the books. */
const untilMatched = (paymentRef: string, ...kinds: string[]) =>
  until(async () => {
    const rows = await rowsOf(paymentRef);
    const isAll = rows.every((row) => row.state === 'matched') && rows.length === kinds.length;
    return isAll && kinds.every((kind, n) => rows[n]?.kind === kind) ? rows : undefined;
  });

/** The rail's name for the money of a repayment, or for that of a loan's only one. */
async function paymentOf({ id }: Pick<Repayment, 'id'>): Promise<string> {
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where $1 in (id, loan_id)',
    [id],
  );
  return rows[0]!.ref;
}

async function breaks(reference: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ kind: string }>(
    'select kind from reconciliation_breaks where reference = $1 and resolved_at is null order by kind',
    [reference],
  );
  return rows.map((row) => row.kind);
}

describe('the settlement file', () => {
  test('LEND-16 journal 15: brings what was paid into the bank, less the fee, and empties the clearing account', async () => {
    const loan = await aLoan(300_000);
    const one = await loan.person.repay(loan.id, 100_000, '6527 6589 0000 1005');
    const two = await loan.person.repay(loan.id, 50_000);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A120: 150_000 });
    await advance(server, 'P2D');
    await untilMatched(await paymentOf(one), 'payment');
    await untilMatched(await paymentOf(two), 'payment');
    const books = await balances(server, { loanId: loan.id });
    expect(books).toMatchObject({ A100: 150_000 - 2_360, E530: 2_360 });
    expect(books['A120']).toBeUndefined();
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-C4: read again, it changes nothing, and what went back is part of it', async () => {
    const loan = await aLoan(300_000);
    const borrowed = loan.person.repay(loan.id, loan.owed, 'creditcard@razorpay');
    await expect(borrowed).rejects.toThrow(/credit_source_refused/);
    await untilReturned(loan.id, loan.owed);
    // To noon: no day ends in the ten minutes below.
    await moveTo(server, `${addDays(istDate(server.now()), 2)}T06:30:00Z`);
    await untilMatched(await paymentOf(loan), 'payment', 'refund');
    const count = async () => (await server.sql.query('select 1 from settlement_rows')).rowCount;
    // The days that have passed are closed beside it, and post interest.
    await drained();
    const before = [await count(), await balances(server)];
    await server.sql.query('delete from settlement_reads');
    await advance(server, 'PT10M');
    await until(async () =>
      (await server.sql.query('select 1 from settlement_reads')).rowCount ? true : undefined,
    );
    await drained();
    expect([await count(), await balances(server)]).toEqual(before);
    // Seen from the bank: nothing came of it.
    expect((await balances(server, { loanId: loan.id }))['A100']).toBeUndefined();
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-21: another amount than ours is booked nowhere, and staff are asked to look', async () => {
    const loan = await aLoan(300_000);
    const repayment = await loan.person.repay(loan.id, 70_000);
    const ref = await paymentOf(repayment);
    await server.sql.query('update repayments set amount_paise = amount_paise + 1 where id = $1', [
      repayment.id,
    ]);
    await advance(server, 'P2D');
    await until(async () => ((await rowsOf(ref))[0]?.state === 'differs' ? true : undefined));
    await server.sql.query('update repayments set amount_paise = amount_paise - 1 where id = $1', [
      repayment.id,
    ]);
    expect(await breaks(ref)).toEqual(['amount']);
    expect((await balances(server, { loanId: loan.id }))['A120']).toBe(70_000);
  });

  test('LEND-21: what the rail owes for too long is missed, until it comes', async () => {
    const loan = await aLoan(300_000);
    const ref = await paymentOf(await loan.person.repay(loan.id, 70_000));
    await server.sql.query(
      "update repayments set received_at = received_at - interval '6 days' where provider_payment_ref = $1",
      [ref],
    );
    await server.sql.query('delete from settlement_reads');
    await advance(server, 'PT10M');
    await until(async () => ((await breaks(ref)).length > 0 ? true : undefined));
    expect(await breaks(ref)).toEqual(['missing']);
    await advance(server, 'P2D');
    await untilMatched(ref, 'payment');
    const sql = 'select kind, resolution from reconciliation_breaks where reference = $1';
    const { rows } = await server.sql.query(sql, [ref]);
    expect(rows).toEqual([{ kind: 'missing', resolution: 'settled' }]);
  });
});

describe("a repayment that the payer's bank demands back", () => {
  test('LEND-16 journal 34: lost, it does not count any more, and the person is told what is owed', async () => {
    const loan = await aLoan(300_000);
    const repayment = await loan.person.repay(loan.id, 100_000);
    const paymentId = await paymentOf(repayment);
    const { disputeId } = await act<{ disputeId: string }>('dispute_payment', {
      paymentId,
      deductAtOnce: true,
    });
    await until(async () => {
      const books = await balances(server, { loanId: loan.id });
      return books['A230'] === 100_000 && books['A100'] === -100_000 ? true : undefined;
    });
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
    await act('dispute_verdict', { disputeId, verdict: 'lost' });
    const owed = await until(async () => {
      const payment = await loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
      return payment.outstandingPaise === loan.owed ? payment : undefined;
    });
    expect(owed.status).toBe('pending');
    expect(await loan.person.ok('GET', `/repayments/${repayment.id}`)).toMatchObject({
      status: 'failed',
      failureReason: 'charged_back',
      allocation: [],
    });
    const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.map(({ title }) => title)).toContain('Your bank took back your repayment of ₹1,000');
    await advance(server, 'P2D');
    await untilMatched(paymentId, 'dispute', 'payment');
    const books = await balances(server, { loanId: loan.id });
    expect([books['A100'], books['A120'], books['A230']]).toEqual([undefined, undefined, undefined]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-16 journal 34: won, everything stays as it was, whatever is told again', async () => {
    const loan = await aLoan(300_000);
    const paymentId = await paymentOf(await loan.person.repay(loan.id, 100_000));
    const { disputeId } = await act<{ disputeId: string }>('dispute_payment', {
      paymentId,
      deductAtOnce: true,
    });
    await until(async () => ((await balances(server, { loanId: loan.id }))['A230'] ? true : undefined));
    await act('dispute_verdict', { disputeId, verdict: 'won' });
    await until(async () => ((await balances(server, { loanId: loan.id }))['A230'] ? undefined : true));
    await advance(server, 'P2D');
    await untilMatched(paymentId, 'dispute', 'dispute', 'payment');
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A100: 100_000 });
    await signInAgain(loan.person);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-16 journal 34: after it had gone back to the payer it is lost twice, which staff have to see', async () => {
    const loan = await aLoan(300_000);
    const borrowed = loan.person.repay(loan.id, 100_000, 'creditcard@razorpay');
    await expect(borrowed).rejects.toThrow(/credit_source_refused/);
    await untilReturned(loan.id, 100_000);
    const { rows } = await server.sql.query<{ ref: string }>(
      'select provider_payment_ref as ref from repayments where loan_id = $1',
      [loan.id],
    );
    const { disputeId } = await act<{ disputeId: string }>('dispute_payment', { paymentId: rows[0]!.ref });
    await act('dispute_verdict', { disputeId, verdict: 'lost' });
    await until(async () => ((await breaks(disputeId)).includes('lost_twice') ? true : undefined));
    expect(await balances(server, { loanId: loan.id })).toMatchObject({
      A100: -200_000,
      A120: 100_000,
      A230: 100_000,
    });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-21: demanded back in part, it waits for a person, and still counts', async () => {
    const loan = await aLoan(300_000);
    const paymentId = await paymentOf(await loan.person.repay(loan.id, 100_000));
    const { disputeId } = await act<{ disputeId: string }>('dispute_payment', {
      paymentId,
      amountPaise: 40_000,
    });
    await act('dispute_verdict', { disputeId, verdict: 'lost' });
    await until(async () => ((await breaks(disputeId)).includes('chargeback_partial') ? true : undefined));
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ A100: -40_000, A230: 40_000 });
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-16 journal 17: sent back by its bank after it had succeeded, it does not count any more', async () => {
    const loan = await aLoan(300_000);
    const repayment = await loan.person.repay(loan.id, 100_000);
    const paymentId = await paymentOf(repayment);
    await act('return_payment', { paymentId });
    await advance(server, 'P2D');
    await untilMatched(paymentId, 'other', 'payment');
    await signInAgain(loan.person);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
    const books = await balances(server, { loanId: loan.id });
    expect([books['A100'], books['A120']]).toEqual([undefined, undefined]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});

describe('money without an owner', () => {
  interface Receipt {
    readonly id: string;
    readonly paymentRef: string;
    readonly status: string;
  }
  const receipts = async (status: string) =>
    (await staff.ok<{ items: Receipt[] }>('GET', `/admin/receipts?status=${status}&limit=100`)).items;

  async function aStray(amountPaise: number, using = 'success@razorpay'): Promise<Receipt> {
    const { paymentId } = await act<{ paymentId: string }>('stray_payment', { amountPaise, with: using });
    await advance(server, 'P3D');
    // The rail is asked for its owner before it counts as unmatched.
    await until(async () => ((await rowsOf(paymentId))[0]?.state === 'waiting' ? true : undefined));
    await signInAgain(staff);
    await promote(server, staff);
    await advance(server, 'PT11M');
    return until(async () => (await receipts('held')).find((one) => one.paymentRef === paymentId));
  }

  test('LEND-16 journal 24: is kept as such, and repays from the day it came once staff say whose it is', async () => {
    const loan = await aLoan(300_000);
    const receipt = await aStray(50_000);
    await untilMatched(receipt.paymentRef, 'payment');
    expect(await breaks(receipt.paymentRef)).toEqual(['unmatched_receipt']);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
    const path = `/admin/receipts/${receipt.id}/identify`;
    const nobody = await staff.call<Problem>('POST', path, { paymentId: receipt.id, reason: 'a guess' });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found']);
    const body = { paymentId: loan.id, reason: 'The payer wrote to us with the reference of the bank' };
    expect(await staff.ok('POST', path, body)).toMatchObject({ status: 'identified', paymentId: loan.id });
    await signInAgain(loan.person);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 50_000);
    const { items } = await loan.person.ok<{ items: { receivedAt: string }[] }>('GET', '/repayments');
    expect(items).toMatchObject([{ status: 'succeeded', amountPaise: 50_000 }]);
    const again = await staff.call<Problem>('POST', path, body);
    expect([again.status, again.body.code]).toEqual([409, 'review_decided']);
    expect(await breaks(receipt.paymentRef)).toEqual([]);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ L320: 50_000 });
    expect((await balances(server))['L320']).toBeUndefined();
    const audited = await server.sql.query(
      "select 1 from audit_log where action = 'receipt.identified' and object_id = $1",
      [receipt.id],
    );
    expect(audited.rowCount).toBe(1);
    const now = { id: receipt.id, status: 'identified', paymentId: loan.id };
    expect(await staff.ok('GET', `/admin/receipts/${receipt.id}`)).toMatchObject(now);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-21: goes back to where it came from when it is unclaimed for thirty days', async () => {
    const receipt = await aStray(60_000, 'slowrefund@razorpay');
    await advance(server, 'P28D');
    await until(async () => {
      const { rows } = await server.sql.query<{ status: string; sent: boolean }>(
        'select status, sent_at is not null as sent from unidentified_receipts where id = $1',
        [receipt.id],
      );
      return rows[0]!.status === 'returning' && rows[0]!.sent ? true : undefined;
    });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
    await untilPassing(server, 'PT3H', async () =>
      (await breaks(receipt.paymentRef)).length === 0 ? true : undefined,
    );
    await advance(server, 'P2D');
    await untilMatched(receipt.paymentRef, 'payment', 'refund');
    expect((await balances(server))['L320']).toBeUndefined();
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-24: is for staff with a second factor, who cannot give it to themselves', async () => {
    const loan = await aLoan(300_000);
    const receipt = await aStray(70_000);
    await signInAgain(loan.person);
    const path = `/admin/receipts/${receipt.id}/identify`;
    const body = { paymentId: loan.id, reason: 'It is mine' };
    for (const list of ['/admin/receipts', '/admin/chargebacks', '/admin/settlements'])
      expect([list, (await loan.person.call('GET', list)).status]).toEqual([list, 403]);
    expect((await loan.person.call('POST', path, body)).status).toBe(403);
    const nonsense = await staff.call<Problem>('POST', path, { paymentId: 'mine', reason: '' });
    expect([nonsense.status, nonsense.body.code]).toEqual([422, 'validation_failed']);
    await promote(server, loan.person);
    const refused = await loan.person.call<Problem>('POST', path, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'own_account']);
    for (const list of [
      '/admin/receipts',
      '/admin/chargebacks?status=lost',
      '/admin/settlements?state=matched',
    ]) {
      const join = list.includes('?') ? '&' : '?';
      const first = await loan.person.ok<{ items: { id: string }[]; nextCursor: string | null }>(
        'GET',
        `${list}${join}limit=1`,
      );
      expect([list, first.items.length]).toEqual([list, 1]);
      if (first.nextCursor === null) continue;
      const next = await loan.person.ok<{ items: { id: string }[] }>(
        'GET',
        `${list}${join}limit=1&cursor=${first.nextCursor}`,
      );
      expect(next.items[0]!.id).not.toBe(first.items[0]!.id);
    }
  });

  test('LEND-24: above five hundred rupees, or against what its order names, two people say whose it is', async () => {
    const loan = await aLoan(300_000);
    const small = await aStray(40_000);
    const large = await aStray(50_001);
    await server.sql.query(
      `update unidentified_receipts set hinted_repayment_id = (
         select id from repayments where loan_id <> $2 order by created_at limit 1) where id = $1`,
      [small.id, loan.id],
    );
    const colleague = await promote(server, await somebody(server).signUp());
    const body = { paymentId: loan.id, reason: 'The payer wrote to us with the reference of the bank' };
    const identify = (id: string) =>
      staff.call<{ status: string; approvalId: string }>('POST', `/admin/receipts/${id}/identify`, body);
    const decide = (by: Person, id: string) =>
      by.call<Problem>('POST', `/admin/approvals/${id}`, { decision: 'approve' });
    for (const [receipt, hint] of [
      [small, 'other'],
      [large, 'none'],
    ] as const) {
      const { body: asked } = await identify(receipt.id);
      expect(asked).toMatchObject({ status: 'held', approvalId: expect.any(String) });
      expect((await identify(receipt.id)).body).toMatchObject({ code: 'approval_open' });
      const path = `/admin/approvals/${asked.approvalId}`;
      const seen = await colleague.ok<AnswerOf<typeof getApproval>>('GET', path);
      expect(seen).toMatchObject({ kind: 'receipt', objectId: receipt.id, isCurrent: true });
      expect(seen.facts).toContainEqual({ code: 'hint', value: hint });
      expect((await decide(staff, asked.approvalId)).body.code).toBe('second_person_required');
      for (const change of ["status = 'returning'", "status = 'held', taken_paise = 100"]) {
        await server.sql.query(`update unidentified_receipts set ${change} where id = $1`, [receipt.id]);
        expect(await colleague.ok('GET', path)).toMatchObject({ isCurrent: false });
        expect((await decide(colleague, asked.approvalId)).body.code).toBe('approval_stale');
      }
      await server.sql.query('update unidentified_receipts set taken_paise = 0 where id = $1', [receipt.id]);
      expect((await decide(colleague, asked.approvalId)).status).toBe(200);
      expect((await identify(receipt.id)).body).toMatchObject({ code: 'review_decided' });
    }
    await signInAgain(loan.person);
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 90_001);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-21: demanded back by a bank, it is for staff to look into', async () => {
    const [{ paymentRef } = { paymentRef: '' }] = await receipts('held');
    const { disputeId } = await act<{ disputeId: string }>('dispute_payment', { paymentId: paymentRef });
    await until(async () => ((await breaks(disputeId)).includes('dispute_unmatched') ? true : undefined));
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});

test('LEND-21: what the rail says it sent to our bank is what the books have there', async () => {
  await advance(server, 'P2D');
  await until(async () => {
    const { rowCount } = await server.sql.query("select 1 from settlement_rows where state = 'waiting'");
    return rowCount ? undefined : true;
  });
  const { rows } = await server.sql.query<{ sent: string; booked: string }>(
    `select (select sum(credit_paise - debit_paise) from settlement_rows where state = 'matched')::text as sent,
       (select sum(p.amount_paise) from postings p where p.account = 'A100')::text as booked`,
  );
  expect(rows[0]!.booked).toBe(rows[0]!.sent);
  const { collections } = await server.control<{ collections: { paymentId: string }[] }>('GET', '/truth');
  const settled = await server.sql.query<{ ref: string }>(
    "select entity_ref as ref from settlement_rows where kind = 'payment' order by entity_ref",
  );
  expect(settled.rows.map((row) => row.ref)).toEqual(collections.map((one) => one.paymentId).toSorted());
});
