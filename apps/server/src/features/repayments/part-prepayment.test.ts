import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Loan, repaying } from '#test/repaying.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-14T06:30:00Z' });
});
afterAll(() => server.stop());

const { aLoan, w2, onDay } = repaying(() => server);

/** The refusals of both calls: the price of a part-prepayment, and its start. */
async function refusalsOf({ person, id }: Loan, amountPaise: number): Promise<unknown[]> {
  const replies = [
    await person.call<Problem>('GET', `/payments/${id}/part-prepayment?amountPaise=${amountPaise}`),
    await person.call<Problem>(
      'POST',
      `/payments/${id}/repayments`,
      { amountPaise, intent: 'part_prepay' },
      { 'idempotency-key': randomUUID() },
    ),
  ];
  return replies.map(({ status, body }) => [status, body.code]);
}

const both = (status: number, code: string) => [
  [status, code],
  [status, code],
];

test('LEND-9: less than ₹500 makes no instalment smaller', async () => {
  expect(await refusalsOf(await aLoan(1_500_000, 3), 49_999)).toEqual(both(422, 'part_prepayment_too_small'));
});

test('LEND-9: while an instalment is paid ahead, no part is paid early', async () => {
  const loan = await aLoan(1_500_000, 3);
  await loan.person.repay(loan.id, 10_000);
  expect(await refusalsOf(loan, 500_000)).toEqual(both(409, 'part_prepayment_advance_held'));
});

test('LEND-9: a part that would leave instalments below ₹100 is not possible', async () => {
  await server.sql.query(
    `update settings set content = jsonb_set(content, '{plans}', (
       select jsonb_agg(plan || '{"isOn": true}') from jsonb_array_elements(content -> 'plans') plan))`,
  );
  expect(await refusalsOf(await aLoan(250_000, 12), 150_000)).toEqual(
    both(409, 'part_prepayment_not_possible'),
  );
});

test('LEND-9: what is due comes before a part that is paid early', async () => {
  const loan = await w2(2027);
  await onDay(loan, '2027-02-16');
  expect(await refusalsOf(loan, 500_000)).toEqual(both(409, 'part_prepayment_after_dues'));
});
