import { randomUUID } from 'node:crypto';
import type { Problem, Repayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { layDisputes } from '#test/disputing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { proposing } from '#test/proposing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { balances } from '#test/steps.ts';

/** Money that waits for instalments to come, and whose payer wants it back. */
let server: TestServer;
const { aLoan, begin, confirm, untilReturned, usedOf, expectCollectionsAgree } = repaying(() => server);
const { arrive, offer, proposed, approve } = proposing(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const AHEAD = 150_000;

async function paidAhead(): Promise<Loan & { readonly repaymentId: string }> {
  const loan = await aLoan(300_000, 3);
  const begun = await begin(loan, AHEAD);
  expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('succeeded');
  return { ...loan, repaymentId: begun.id };
}

const read = ({ person, repaymentId }: Loan & { readonly repaymentId: string }) =>
  person.ok<Repayment>('GET', `/repayments/${repaymentId}`);

function askBack({ person }: Loan, repaymentId: string, key: string = randomUUID()) {
  return person.call<Repayment & Pick<Problem, 'code'>>(
    'POST',
    `/repayments/${repaymentId}/return`,
    {},
    { 'idempotency-key': key },
  );
}

test('LEND-9: given money paid ahead, when its payer asks for it, then all of it goes back and is owed again', async () => {
  const loan = await paidAhead();
  const usedAhead = await usedOf(loan.person);
  expect(await read(loan)).toMatchObject({ returnablePaise: AHEAD, refunds: [] });
  const given = await askBack(loan, loan.repaymentId);
  expect([given.status, given.body]).toMatchObject([
    202,
    { returnablePaise: 0, refunds: [{ amountPaise: AHEAD }], allocation: [{ component: 'excess' }] },
  ]);
  await untilReturned(loan.id, AHEAD);
  const { text } = await downloadPdf(loan.person, `/repayments/${loan.repaymentId}/receipt.pdf`);
  expect(text).toContain('it went back to you');
  expect(text).not.toContain('to be returned');
  const books = await balances(server, { loanId: loan.id, isSettled: false });
  expect(books['L300'] ?? 0).toBe(0);
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed);
  expect(await usedOf(loan.person)).toBe(300_000);
  expect(usedAhead).toBeLessThan(300_000);
});

test('LEND-C3: given a request that is sent again, then it is answered the same, and nothing goes back twice', async () => {
  const loan = await paidAhead();
  const key = randomUUID();
  const [first, again] = await Promise.all([
    askBack(loan, loan.repaymentId, key),
    askBack(loan, loan.repaymentId, key),
  ]);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.body).toEqual(first.body);
  const replays = [first, again].map(({ headers }) => headers.get('idempotency-replayed'));
  expect(replays.filter((one) => one === 'true')).toHaveLength(1);
  const other = await askBack(loan, loan.repaymentId);
  expect([other.status, other.body.code]).toEqual([409, 'nothing_held']);
  expect((await read(loan)).refunds).toHaveLength(1);
  await untilReturned(loan.id, AHEAD);
});

test('LEND-C3: given a refusal, when it is asked for again under its key, then it is answered the same', async () => {
  const loan = await paidAhead();
  await askBack(loan, loan.repaymentId);
  const key = randomUUID();
  const replies = [await askBack(loan, loan.repaymentId, key), await askBack(loan, loan.repaymentId, key)];
  expect(replies.map(({ body }) => body.code)).toEqual(['nothing_held', 'nothing_held']);
  expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  const another = await paidAhead();
  const reused = await another.person.call<Problem>(
    'POST',
    `/repayments/${another.repaymentId}/return`,
    {},
    { 'idempotency-key': key },
  );
  expect(reused.status).toBe(202);
  await untilReturned(loan.id, AHEAD);
  await untilReturned(another.id, AHEAD);
});

test('given a repayment of another person, then it is not found', async () => {
  const [mine, theirs] = [await paidAhead(), await paidAhead()];
  const asked = await askBack(mine, theirs.repaymentId);
  expect([asked.status, asked.body.code]).toEqual([404, 'not_found']);
  expect(await read(theirs)).toMatchObject({ returnablePaise: AHEAD, refunds: [] });
});

test('LEND-16 journal 34: given a dispute of the repayment, then nothing goes back until its bank has decided', async () => {
  const loan = await paidAhead();
  await layDisputes(server, loan.id);
  expect((await read(loan)).returnablePaise).toBe(0);
  const asked = await askBack(loan, loan.repaymentId);
  expect([asked.status, asked.body.code]).toEqual([409, 'held_disputed']);
  expect((await read(loan)).refunds).toEqual([]);
  await server.sql.query('delete from chargebacks where loan_id = $1', [loan.id]);
});

test('LEND-9, LEND-24: given a lower sum that is agreed, when the money counted in it is asked for, then it stays until that is over', async () => {
  await arrive();
  const loan = await paidAhead();
  expect(await approve(await proposed(loan, 'settlements', offer()))).toEqual([200]);
  expect((await read(loan)).returnablePaise).toBe(0);
  const asked = await askBack(loan, loan.repaymentId);
  expect([asked.status, asked.body.code]).toEqual([409, 'held_agreed']);
  expect((await loan.person.payment(loan.id)).settlement).toMatchObject({ restPaise: 100_000 });
  await server.sql.query('update settlements set pay_by = ist_date(agreed_at) - 1 where loan_id = $1', [
    loan.id,
  ]);
  expect((await read(loan)).returnablePaise).toBe(AHEAD);
});
