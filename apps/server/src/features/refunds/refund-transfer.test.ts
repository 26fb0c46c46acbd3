import { randomUUID } from 'node:crypto';
import type { AdminPayment, AnswerOf, getApproval, Payment, Problem, Repayment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, drained, fault, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let maker: Person;
let checker: Person;
const { aLoan, begin, confirm } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

/** A loan that closed with too much money, which the payer's bank has refused so often. */
async function refused(
  times: number,
): Promise<Loan & { readonly repaymentId: string; readonly excess: number }> {
  const words = { http: 400, body: { error: { code: 'BAD_REQUEST_ERROR', reason: 'refund_not_allowed' } } };
  await fault(server, 'razorpay', 'refund', words, 'always');
  const loan = await aLoan(300_000, 3);
  const begun = await begin(loan, loan.owed);
  expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('succeeded');
  for (let count = 1; count <= times; count += 1) {
    await until(async () => {
      const { rows } = await server.sql.query('select status from refunds where loan_id = $1', [loan.id]);
      return rows.length === count && rows.every(({ status }) => status === 'failed') ? true : undefined;
    });
    if (count === times) break;
    await advance(server, 'P1DT1H');
    await signInAgain(loan.person);
  }
  await drained();
  return { ...loan, repaymentId: begun.id, excess: loan.owed - 306_000 };
}

async function twoOfFinance(): Promise<void> {
  maker = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
  checker = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
}

const record = (loan: Loan, reference: string, amountPaise?: number) =>
  maker.call<{ approvalId: string }>(
    'POST',
    `/admin/payments/${loan.id}/refund-transfers`,
    { reference, amountPaise, accountLast4: '4321', reason: 'They wrote to us which account to use' },
    { 'idempotency-key': randomUUID() },
  );
const restart = (loan: Loan) =>
  maker.call<{ approvalId: string }>(
    'POST',
    `/admin/payments/${loan.id}/refunds`,
    { reason: 'Their account takes money again' },
    { 'idempotency-key': randomUUID() },
  );
const approve = (id: string) => checker.call('POST', `/admin/approvals/${id}`, { decision: 'approve' });

test('LEND-16: given an excess that the bank refused three times, when two book its transfer, then it is gone for good', async () => {
  const early = await refused(2);
  await twoOfFinance();
  expect(said(await record(early, 'UTR000001'))).toEqual([409, 'nothing_to_refund']);
  const loan = await refused(3);
  await twoOfFinance();
  const seen = await maker.ok<AdminPayment>('GET', `/admin/payments/${loan.id}`);
  expect([seen.actions.includes('transfer_excess'), seen.transferDuePaise]).toEqual([true, loan.excess]);
  const { body } = await record(loan, 'UTR000002', loan.excess);
  expect(said(await record(loan, 'UTR000003'))).toEqual([409, 'approval_open']);
  const { facts } = await checker.ok<AnswerOf<typeof getApproval>>(
    'GET',
    `/admin/approvals/${body.approvalId}`,
  );
  expect(facts).toContainEqual({ code: 'account_last4', value: '4321' });
  expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
  expect((await approve(body.approvalId)).status).toBe(200);

  const books = await balances(server, { loanId: loan.id, isSettled: false });
  expect([books['A100'], books['L310'] ?? 0, books['L311'] ?? 0]).toEqual([-loan.excess, 0, 0]);
  const { refunds } = await loan.person.ok<Repayment>('GET', `/repayments/${loan.repaymentId}`);
  expect(refunds.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'processed']);
  const { rows } = await server.sql.query(
    `select f.bank_ref, f.provider_ref, b.resolution, b.note from refunds f
     join reconciliation_breaks b on b.user_id = f.user_id and b.repayment_id = f.repayment_id
     where f.loan_id = $1 and f.status = 'processed' and b.kind = 'refund_refused'`,
    [loan.id],
  );
  expect(rows).toEqual([
    { bank_ref: 'UTR000002', provider_ref: null, resolution: 'agreed', note: 'UTR UTR000002' },
  ]);
  const { items } = await loan.person.ok<{ items: { title: string; description: string }[] }>(
    'GET',
    '/notifications',
  );
  expect(items.filter((one) => one.title.startsWith('We returned'))).toMatchObject([
    { description: expect.stringContaining('account ending 4321 by bank transfer, UTR UTR000002') as string },
  ]);
  // The bank takes refunds again: nothing goes a second time, and the account may be closed.
  await clearFaults(server);
  await advance(server, 'P2D');
  await drained();
  await twoOfFinance();
  await signInAgain(loan.person);
  expect((await loan.person.ok<Payment>('GET', `/payments/${loan.id}`)).refundDuePaise).toBe(0);
  expect(said(await record(loan, 'UTR000004'))).toEqual([409, 'nothing_to_refund']);
  expect((await loan.person.call('DELETE', '/me')).status).toBeLessThan(300);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-16: given a transfer, when its reference is booked or its sum is not what the books would give back, then it is refused', async () => {
  const loan = await refused(3);
  await twoOfFinance();
  expect(said(await record(loan, 'utr000002'))).toEqual([409, 'transfer_booked']);
  expect(said(await record(loan, 'UTR000005', loan.excess + 1))).toEqual([409, 'transfer_sum_changed']);
  const { body } = await record(loan, 'UTR000005');
  const propose = (payload: object) =>
    server.sql.query('update approvals set payload = payload || $2::jsonb where id = $1', [
      body.approvalId,
      JSON.stringify(payload),
    ]);
  await propose({ amountPaise: loan.excess - 1 });
  expect(said(await approve(body.approvalId))).toEqual([409, 'transfer_sum_changed']);
  await propose({ amountPaise: loan.excess, reference: 'UTR000002' });
  expect(said(await approve(body.approvalId))).toEqual([409, 'transfer_booked']);
  expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: given one proposal to send an excess back, when the other way is proposed too, then it is refused while the first is open', async () => {
  const loan = await refused(3);
  await twoOfFinance();
  const { body: first } = await restart(loan);
  expect(said(await record(loan, 'UTR000006'))).toEqual([409, 'other_way_proposed']);
  await checker.call('POST', `/admin/approvals/${first.approvalId}`, { decision: 'reject', note: 'No' });
  const { body: second } = await record(loan, 'UTR000006');
  expect(said(await restart(loan))).toEqual([409, 'other_way_proposed']);
  // Nothing waits for one whose time is over.
  await server.sql.query('update approvals set expires_at = $2 where id = $1', [
    second.approvalId,
    new Date(server.now()),
  ]);
  expect((await restart(loan)).status).toBe(202);
});

test('LEND-24: given both ways proposed by the version before, when the refund is approved, then it is refused until the transfer is decided', async () => {
  const loan = await refused(3);
  await twoOfFinance();
  const { body: transfer } = await record(loan, 'UTR000007');
  const copied = await server.sql.query<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     select 'refund', object_id, subject_id, jsonb_build_object('amountPaise', payload -> 'amountPaise'), reason, proposed_by, proposed_at, expires_at
     from approvals where id = $1 returning id`,
    [transfer.approvalId],
  );
  const refund = copied.rows[0]!.id;
  const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${refund}`);
  expect([seen.isCurrent, said(await approve(refund))]).toEqual([false, [409, 'other_way_proposed']]);
  expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
  expect((await approve(transfer.approvalId)).status).toBe(200);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
