import { randomUUID } from 'node:crypto';
import type { AnswerOf, getApproval, listNotifications, Problem, Repayment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layDisputes } from '#test/disputing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { balances, drained, somebody } from '#test/steps.ts';

/** Two of finance take money back that one of them gave to a wrong payment. */
const PAISE = 40_000;

let server: TestServer;
let maker: Person;
let checker: Person;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  const aMember = async () => promote(server, await somebody(server).signUp(), { roles: ['finance'] });
  [maker, checker] = [await aMember(), await aMember()];
});
afterAll(() => server.stop());

const said = ({ status, body }: Reply<unknown>) => [status, (body as Problem).code];
const back = (id: string, by = maker) =>
  by.call<{ approvalId: string }>('POST', `/admin/receipts/${id}/reversal`, {
    reason: 'The payer wrote to us: it was for somebody else',
  });
const decide = (id: string, by = checker, decision = 'approve') =>
  by.call('POST', `/admin/approvals/${id}`, { decision });
const give = (id: string, loan: Loan, by = maker) =>
  by.call('POST', `/admin/receipts/${id}/identify`, { paymentId: loan.id, reason: 'The payer wrote to us' });

/** Money that came without an owner, as a reading of the file keeps it. */
async function held(amountPaise = PAISE): Promise<string> {
  const now = new Date(server.now());
  const facts = {
    paymentRef: `pay_${randomUUID()}`,
    amountPaise,
    isCreditSource: false,
    receivedAt: now,
  };
  const { rows } = await server.sql.query<{ id: string }>('select receipt_hold($1, $2) as id', [
    now,
    JSON.stringify({ ...facts, keepDays: 30 }),
  ]);
  return rows[0]!.id;
}

test('LEND-24: given money that was given to a wrong payment, when two take it back, then it waits for its owner anew', async () => {
  const [wrong, right] = [await aLoan(300_000), await aLoan(300_000)];
  const id = await held();
  expect(said(await back(id))).toEqual([409, 'review_decided']);
  expect((await give(id, wrong)).status).toBe(200);
  const [repayment] = (await wrong.person.ok<{ items: Repayment[] }>('GET', '/repayments')).items;
  expect((await wrong.person.payment(wrong.id)).outstandingPaise).toBe(wrong.owed - PAISE);

  const { body, status } = await back(id);
  expect(status).toBe(202);
  expect(said(await back(id))).toEqual([409, 'approval_open']);
  expect(said(await decide(body.approvalId, maker))).toEqual([403, 'second_person_required']);
  const path = `/admin/approvals/${body.approvalId}`;
  const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', path);
  expect(seen).toMatchObject({ kind: 'receipt_back', objectId: id, isCurrent: true });
  expect(seen.facts).toContainEqual({ code: 'amount_paise', value: PAISE });
  expect((await decide(body.approvalId)).status).toBe(200);

  expect((await wrong.person.payment(wrong.id)).outstandingPaise).toBe(wrong.owed);
  expect(await wrong.person.ok<Repayment>('GET', `/repayments/${repayment!.id}`)).toMatchObject({
    status: 'failed',
    failureReason: 'given_by_mistake',
  });
  const { items } = await wrong.person.ok<AnswerOf<typeof listNotifications>>('GET', '/notifications');
  expect(items[0]!.title).toBe('₹400 that was not yours counts no more');
  expect(await balances(server, { loanId: wrong.id })).not.toHaveProperty('L320');
  expect((await balances(server))['L320']).toBe(-PAISE);

  expect((await give(id, right)).status).toBe(200);
  expect((await right.person.payment(right.id)).outstandingPaise).toBe(right.owed - PAISE);
  await drained();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: given money that is disputed or moved since, when it is to be taken back, then it stays', async () => {
  const loan = await aLoan(300_000);
  const id = await held();
  expect((await give(id, loan)).status).toBe(200);
  const { body } = await back(id);
  await layDisputes(server, loan.id, 'won');
  const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${body.approvalId}`);
  expect([seen.isCurrent, said(await decide(body.approvalId))]).toEqual([false, [409, 'approval_stale']]);
  expect((await decide(body.approvalId, checker, 'reject')).status).toBe(200);
  expect(said(await back(id))).toEqual([409, 'receipt_not_whole']);
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - PAISE);
  expect(said(await back(randomUUID()))).toEqual([404, 'not_found']);
});

test('LEND-24: given money that two give to a payment, then it is given at the instant of their decision', async () => {
  const loan = await aLoan(300_000);
  const id = await held(60_000);
  const { body } = await give(id, loan);
  expect((await decide((body as { approvalId: string }).approvalId)).status).toBe(200);
  const { rows } = await server.sql.query(
    `select a.decided_at = u.identified_at as same from unidentified_receipts u
     join approvals a on a.object_id = u.id and a.kind = 'receipt' where u.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('LEND-24: given money of which a refund has not left, when two take it back, then no part of it leaves', async () => {
  const loan = await aLoan(300_000);
  const id = await held();
  expect((await give(id, loan)).status).toBe(200);
  const { rows } = await server.sql.query<{ id: string }>(
    `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at)
     select user_id, loan_id, id, 100, 'initiated', $2 from repayments where loan_id = $1 and status = 'succeeded' returning id`,
    [loan.id, new Date(server.now())],
  );
  const { body, status } = await back(id);
  expect(status).toBe(202);
  expect((await decide(body.approvalId)).status).toBe(200);
  const refund = await server.sql.query('select status from refunds where id = $1', [rows[0]!.id]);
  expect(refund.rows).toEqual([{ status: 'failed' }]);
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
});

test('LEND-24: given money of a loan that is undone since, when it is to be taken back, then it cannot be approved or proposed', async () => {
  const loan = await aLoan(300_000);
  const id = await held();
  expect((await give(id, loan)).status).toBe(200);
  const { body } = await back(id);
  await server.sql.query("update loans set status = 'unwound' where id = $1", [loan.id]);
  const seen = await checker.ok<AnswerOf<typeof getApproval>>('GET', `/admin/approvals/${body.approvalId}`);
  expect([seen.isCurrent, said(await decide(body.approvalId))]).toEqual([false, [409, 'approval_stale']]);
  expect((await decide(body.approvalId, checker, 'reject')).status).toBe(200);
  expect(said(await back(id))).toEqual([409, 'receipt_not_whole']);
});

test('LEND-24: given money that was given to a payment of their own, when a member of staff proposes to take it back, then they may not', async () => {
  const loan = await aLoan(300_000);
  const id = await held();
  expect((await give(id, loan, checker)).status).toBe(200);
  const borrower = await promote(server, loan.person, { roles: ['finance'] });
  expect(said(await back(id, borrower))).toEqual([403, 'own_account']);
});
