import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeBetween, freezeFrom, thawOn } from '#test/freezing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { proposing } from '#test/proposing.ts';
import { brokenInvariants } from '#test/prover.ts';
import { type Loan, repaying } from '#test/repaying.ts';

let server: TestServer;
const { aLoan, onDay, w2 } = repaying(() => server);
const { arrive, comeBack, offer, propose, proposed, approve, factsOf, actionsOf } = proposing(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  await arrive();
});
afterAll(() => server.stop());

const today = () => istDate(server.now());

test('LEND-24, LEND-X10: given a freeze, when a lower sum is proposed or approved, then both wait', async () => {
  const [waiting, frozen] = [await aLoan(300_000), await aLoan(300_000)];
  const approvalId = await proposed(waiting, 'settlements', offer());
  for (const { id } of [waiting, frozen]) await freezeFrom(server, id, today());
  const { status, body } = await propose(frozen, 'settlements', offer());
  expect([status, body.code, body.detail]).toEqual([
    409,
    'loan_frozen',
    'The bill of this payment may be on its way back. This can be done once that is cleared up.',
  ]);
  expect(await actionsOf(frozen)).not.toContain('settle');

  const { facts, isCurrent } = await factsOf(approvalId);
  expect(facts).toContainEqual({ code: 'frozen_since', value: today() });
  expect(isCurrent).toBe(false);
  expect(await approve(approvalId)).toEqual([409, 'loan_frozen']);

  await thawOn(server, waiting.id, today());
  expect(await actionsOf(waiting)).toContain('settle');
  expect(await approve(approvalId)).toEqual([200]);
});

test('LEND-24, LEND-20: given a debit with the bank, when a lower sum is agreed, then it waits for the answer', async () => {
  const [waiting, asked] = [await aLoan(300_000), await aLoan(300_000)];
  const approvalId = await proposed(waiting, 'settlements', offer());
  const debit = async ({ id }: Loan, state: string) => {
    await server.sql.query(
      `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at,
         confirmed_at)
       select user_id, id, id, 'enach', 'active', 600000, '2027-08-01', 'token', 'customer', now(), now() from loans where id = $1`,
      [id],
    );
    await server.sql.query(
      `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
       select user_id, new_id(), id, id, 1, 1, 300000, $2, now(), now() from loans where id = $1`,
      [id, state],
    );
  };
  await debit(waiting, 'presented');
  await debit(asked, 'review');
  const { status, body } = await propose(asked, 'settlements', offer());
  expect([status, body.code, body.detail]).toEqual([
    409,
    'debit_with_bank',
    'The bank has not answered a debit of this payment yet. A lower sum can be agreed once it has.',
  ]);
  expect((await factsOf(approvalId)).facts).toContainEqual({ code: 'debit_with_bank', value: 'yes' });
  expect(await approve(approvalId)).toEqual([409, 'debit_with_bank']);

  const set = (state: string) =>
    server.sql.query('update presentations set state = $2 where loan_id = $1', [waiting.id, state]);
  await set('planned');
  expect((await factsOf(approvalId)).isCurrent).toBe(true);
  expect(await approve(approvalId)).toEqual([200]);
});

test('LEND-24, LEND-X10: given a freeze over the agreed day, when the sum is paid after it, then it ends the loan', async () => {
  const loan = await aLoan(300_000);
  const agreedOn = today();
  expect(await approve(await proposed(loan, 'settlements', offer()))).toEqual([200]);
  await freezeBetween(server, loan.id, { from: addDays(agreedOn, 10), to: addDays(agreedOn, 20) });
  await onDay(loan, addDays(agreedOn, 24));
  expect((await loan.person.payment(loan.id)).settlement).toEqual({
    agreedPaise: 100_000,
    restPaise: 100_000,
    payBy: addDays(agreedOn, 24),
  });
  await comeBack();
  expect((await propose(loan, 'settlements', offer())).body.code).toBe('settlement_exists');
  await loan.person.repay(loan.id, 100_000);
  expect(await loan.person.payment(loan.id)).toMatchObject({
    outstandingPaise: 0,
    ending: { kind: 'settled', on: addDays(agreedOn, 24) },
  });
  const { text } = await downloadPdf(loan.person, `/payments/${loan.id}/settlement.pdf`);
  expect(text).toContain('To be paid by 8 Feb 2027');
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-D5, LEND-X10: given a freeze, when a write-off is proposed or approved, then both wait', async () => {
  const loan = await w2(2028);
  await onDay(loan, '2028-08-15');
  await comeBack();
  const approvalId = await proposed(loan, 'write-offs');
  await freezeFrom(server, loan.id, today());
  const { status, body } = await propose(loan, 'write-offs');
  expect([status, body.code]).toEqual([409, 'loan_frozen']);
  expect(await actionsOf(loan)).not.toContain('write_off');
  expect((await factsOf(approvalId)).isCurrent).toBe(false);
  expect(await approve(approvalId)).toEqual([409, 'loan_frozen']);
  await thawOn(server, loan.id, today());
  expect(await actionsOf(loan)).toContain('write_off');
  expect(await approve(approvalId)).toEqual([200]);
});
