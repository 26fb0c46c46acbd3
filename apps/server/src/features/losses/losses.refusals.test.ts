import { randomUUID } from 'node:crypto';
import type { AdminPayment } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layDisputes } from '#test/disputing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { proposing } from '#test/proposing.ts';
import { repaying } from '#test/repaying.ts';

let server: TestServer;
const { aLoan, w2, onDay } = repaying(() => server);
const { arrive, comeBack, maker, checker, offer, propose, proposed, approve, factsOf } = proposing(
  () => server,
);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  await arrive();
});
afterAll(() => server.stop());

const actionsOn = async ({ id }: { readonly id: string }) =>
  (await maker().ok<AdminPayment>('GET', `/admin/payments/${id}`)).actions;

test('LEND-24: while a lower sum is agreed, no other one is', async () => {
  const loan = await aLoan(300_000);
  expect(await approve(await proposed(loan, 'settlements', offer()))).toEqual([200]);
  const { status, body } = await propose(loan, 'settlements', offer());
  expect([status, body.code]).toEqual([409, 'settlement_exists']);
  expect(await actionsOn(loan)).not.toContain('settle');
});

test('LEND-24, LEND-W7: given a disputed repayment, when a lower sum is proposed or approved, then both wait', async () => {
  const [waiting, disputed] = [await aLoan(300_000), await aLoan(300_000)];
  for (const { person, id } of [waiting, disputed]) await person.repay(id, 50_000);
  const approvalId = await proposed(waiting, 'settlements', offer());
  for (const { id } of [waiting, disputed]) await layDisputes(server, id);
  const { status, body } = await propose(disputed, 'settlements', offer());
  expect([status, body.code, body.detail]).toEqual([
    409,
    'repayment_disputed',
    'A bank disputes a repayment of this payment. A lower sum can be agreed once that is decided.',
  ]);
  const { facts, isCurrent } = await factsOf(approvalId);
  expect(facts).toContainEqual({ code: 'repayment_disputed', value: 'yes' });
  expect(isCurrent).toBe(false);
  expect(await approve(approvalId)).toEqual([409, 'repayment_disputed']);
  expect(await actionsOn(disputed)).not.toContain('settle');
  await server.sql.query("update chargebacks set status = 'won', ended_at = now() where loan_id = $1", [
    waiting.id,
  ]);
  expect(await actionsOn(waiting)).toContain('settle');
  expect(await approve(approvalId)).toEqual([200]);
});

test('LEND-D5, LEND-24: a loan is proposed for writing off once at a time, from its 181st day late', async () => {
  const loan = await w2(2027);
  const onDayAsStaff = async (day: string) => {
    await onDay(loan, day);
    await comeBack();
  };
  await onDayAsStaff('2027-08-14');
  expect((await propose(loan, 'write-offs')).body.code).toBe('write_off_too_early');
  await onDayAsStaff('2027-08-15');
  expect((await propose(loan, 'write-offs')).status).toBe(202);
  const { status, body } = await propose(loan, 'write-offs');
  expect([status, body.code]).toEqual([409, 'approval_open']);
});

test('LEND-24: what one member of staff waives alone on a day is bounded over all people', async () => {
  const reason = 'They lost their work';
  const [other, loan] = [await aLoan(2_500_000), await aLoan(2_500_000)];
  await onDay(loan, addDays(istDate(server.now()), 45));
  await comeBack();
  const { id: makerId } = await maker().ok<{ id: string }>('GET', '/me');
  // Little waivers of many people, by now.
  await server.sql.query(
    `insert into waivers (user_id, loan_id, origin, component, granted_paise, applied_paise, reason, granted_by, granted_at, effective_on)
     select user_id, id, 'staff', 'fee', 480000, 0, $2, $3, $4, $5 from loans where id = $1`,
    [other.id, reason, makerId, new Date(server.now()), istDate(server.now())],
  );
  const waive = (by: Person, amountPaise: number) =>
    by.call<{ status: string }>(
      'POST',
      `/admin/payments/${loan.id}/waivers`,
      { component: 'fee', amountPaise, reason },
      { 'idempotency-key': randomUUID() },
    );
  const seen = async (by: Person) =>
    (await by.ok<AdminPayment>('GET', `/admin/payments/${loan.id}`)).waivable?.alonePaise;
  expect([await seen(maker()), await seen(checker())]).toEqual([20_000, 50_000]);
  expect((await waive(maker(), 15_000)).body).toMatchObject({ status: 'waived' });
  expect((await waive(maker(), 5_001)).body).toMatchObject({ status: 'proposed' });
  expect((await waive(checker(), 5_001)).body).toMatchObject({ status: 'waived' });
});
