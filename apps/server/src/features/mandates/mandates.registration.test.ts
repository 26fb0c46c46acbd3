import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { newId } from '#platform/crypto/ids.ts';
import { ProviderTimeout } from '#providers/index.ts';
import { lookAtMandate, type MandateDeps } from './mandates.look.ts';
import { insertMandate, type MandateIds, moveMandate, saveOrder } from './mandates.repo.ts';

let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('asha l', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: businessDate('2027-01-15'),
  });
});
afterAll(() => lab.close());

const NOON = noonOf(businessDate('2027-01-16'));
const after = (minutes: number) => lab.set(new Date(NOON.getTime() + minutes * 60_000));
const inTime = <T>(work: Parameters<typeof lab.worker.forUser<T>>[1]) =>
  lab.worker.forUser(loan.userId, work);
/** No provider: whatever asks one fails. */
const look = (ids: MandateIds) => lookAtMandate(lab.deps as unknown as MandateDeps, ids);

/** A mandate whose order is being made. */
async function begin(mandateId: string): Promise<MandateIds> {
  const ids = { userId: loan.userId, mandateId };
  const terms = { kind: 'upi', maximumPaise: 600_000, untilOn: businessDate('2027-08-01') } as const;
  await inTime((tx) =>
    insertMandate(tx, { ...ids, ...terms, loanId: loan.loanId, account: undefined }, NOON, NOON),
  );
  return ids;
}

async function standing({ mandateId }: MandateIds) {
  const { rows } = await lab.owner.query<{ status: string; isLookedAt: boolean }>(
    'select status, next_look_at is not null as "isLookedAt" from mandates where id = $1',
    [mandateId],
  );
  return rows[0];
}

test('LEND-20: a mandate cancelled while its order is being registered keeps the order, and no checkout is answered', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000001');
  await inTime((tx) =>
    moveMandate(tx, ids, 'setting_up', 'cancelling', { now: NOON, nextLookAt: NOON, reason: 'person' }),
  );
  after(1);
  await look(ids);
  expect(await standing(ids)).toEqual({ status: 'cancelling', isLookedAt: true });
  const refs = { customerRef: 'cust', orderRef: 'order_slow' };
  expect(await inTime((tx) => saveOrder(tx, ids, refs, NOON))).toBe('cancelling');
  expect(await standing(ids)).toEqual({ status: 'cancelling', isLookedAt: true });
});

test('LEND-20: a mandate cancelled without an order ends once its registration has timed out', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000002');
  await inTime((tx) =>
    moveMandate(tx, ids, 'setting_up', 'cancelling', { now: NOON, nextLookAt: NOON, reason: 'person' }),
  );
  after(4);
  await look(ids);
  expect(await standing(ids)).toEqual({ status: 'cancelled', isLookedAt: false });
});

test('LEND-20: given a set-up that was left, when its day in India is over, then it expires, once a late word would be in', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000003');
  after(2);
  await look(ids);
  expect(await standing(ids)).toEqual({ status: 'setting_up', isLookedAt: true });
  // From noon to midnight, and a quarter of an hour.
  after(12 * 60 + 14);
  await look(ids);
  expect(await standing(ids)).toEqual({ status: 'setting_up', isLookedAt: true });
  after(12 * 60 + 15);
  await look(ids);
  expect(await standing(ids)).toEqual({ status: 'expired', isLookedAt: false });
});

test('LEND-20: given an order whose day is over, when three looks show no mandate, then it expires', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000005');
  await inTime((tx) => saveOrder(tx, ids, { customerRef: 'cust', orderRef: 'order_left' }, NOON));
  const asked = { ...lab.deps, providers: { mandates: { findByOrder: async () => null } } };
  for (const minutes of [0, 5, 10]) {
    after(24 * 60 + minutes);
    await lookAtMandate(asked as unknown as MandateDeps, ids);
  }
  expect(await standing(ids)).toEqual({ status: 'expired', isLookedAt: false });
});

test('LEND-20: given a worker that slept between the looks, then the second one without a mandate ends none', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000007');
  await inTime((tx) => saveOrder(tx, ids, { customerRef: 'cust', orderRef: 'order_slept' }, NOON));
  const asked = { ...lab.deps, providers: { mandates: { findByOrder: async () => null } } };
  const lookAt = async (minutes: number) => {
    after(24 * 60 + minutes);
    await lookAtMandate(asked as unknown as MandateDeps, ids);
    return standing(ids);
  };
  for (const minutes of [0, 15])
    expect(await lookAt(minutes)).toEqual({ status: 'setting_up', isLookedAt: true });
  expect(await lookAt(20)).toEqual({ status: 'expired', isLookedAt: false });
});

test.each([
  ['pending', 'bank_account_invalid', ['It says that the account details are not right.']],
  ['pending', 'any_other', ['It can tell you why.']],
  // Its person saw the window, in which it was refused.
  ['setting_up', 'any_other', []],
] as const)(
  'LEND-20: given a mandate that is %s, when its bank rejects it (%s) on a later day, then its person is told: %j',
  async (from, reason, told) => {
    after(0);
    const ids = await begin(newId());
    await inTime((tx) =>
      saveOrder(tx, ids, { customerRef: 'cust', orderRef: `order_${ids.mandateId}` }, NOON),
    );
    if (from === 'pending')
      await inTime((tx) =>
        moveMandate(tx, ids, 'setting_up', 'pending', { now: NOON, nextLookAt: NOON, tokenRef: reason }),
      );
    await lab.owner.query('delete from notifications where user_id = $1', [ids.userId]);
    after(3 * 24 * 60);
    const held = async () => ({ tokenRef: reason, state: 'rejected', reason });
    const providers = { mandates: { getMandate: held, findByOrder: held } };
    await lookAtMandate({ ...lab.deps, providers } as unknown as MandateDeps, ids);
    expect(await standing(ids)).toEqual({ status: 'rejected', isLookedAt: false });
    const { rows } = await lab.owner.query<{ said: string }>(
      "select title || '. ' || description as said from notifications where user_id = $1",
      [ids.userId],
    );
    expect(rows.map(({ said }) => said)).toEqual(
      told.map(
        (why) =>
          `Your bank did not confirm autopay. ${why} Nothing is collected. Pay each instalment by its due date, or set autopay up again.`,
      ),
    );
  },
);

test('LEND-20: given a cancelled order of the day before, when looks show no mandate, then it takes three in a row to end it', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000006');
  await inTime((tx) => saveOrder(tx, ids, { customerRef: 'cust', orderRef: 'order_cancelled' }, NOON));
  await inTime((tx) =>
    moveMandate(tx, ids, 'setting_up', 'cancelling', { now: NOON, nextLookAt: NOON, reason: 'person' }),
  );
  const silent = new ProviderTimeout({ provider: 'razorpay', op: 'findByOrder', message: 'no' });
  const empty = async () => null;
  const ask = (findByOrder: () => Promise<null>) =>
    lookAtMandate({ ...lab.deps, providers: { mandates: { findByOrder } } } as unknown as MandateDeps, ids);
  const lookAt = async (minutes: number, answer = empty) => {
    after(24 * 60 + minutes);
    await ask(answer);
    const { rows } = await lab.owner.query<{ said: string }>(
      `select status || coalesce(' ' || extract(epoch from next_look_at - $2)::integer / 60, '') as said from mandates where id = $1`,
      [ids.mandateId, lab.clock.now()],
    );
    return rows[0]!.said;
  };
  expect(await lookAt(0)).toBe('cancelling 5');
  // Silence between two of them: they are not in a row.
  expect(await lookAt(5, () => Promise.reject(silent))).toBe('cancelling 1');
  expect(await lookAt(11)).toBe('cancelling 5');
  // A worker that was down for an hour: nor are these.
  expect(await lookAt(71)).toBe('cancelling 5');
  expect(await lookAt(76)).toBe('cancelling 5');
  expect(await lookAt(81)).toBe('cancelled');
});

// Last of all: a loan has one mandate, and this one stands.
test('LEND-20: given an order whose day is over, when one answer shows no mandate and the next one does, then it stands', async () => {
  after(0);
  const ids = await begin('0190ffff-0000-7000-8000-000000000004');
  await inTime((tx) => saveOrder(tx, ids, { customerRef: 'cust', orderRef: 'order_empty' }, NOON));
  let held: object | null = null;
  const asked = { ...lab.deps, providers: { mandates: { findByOrder: async () => held } } };
  const ask = () => lookAtMandate(asked as unknown as MandateDeps, ids);
  const dayLater = 24 * 60;
  for (const minutes of [0, 5]) {
    after(dayLater + minutes);
    await ask();
    expect(await standing(ids)).toEqual({ status: 'setting_up', isLookedAt: true });
  }
  held = { tokenRef: 'token_empty', state: 'initiated' };
  after(dayLater + 10);
  await ask();
  expect(await standing(ids)).toEqual({ status: 'pending', isLookedAt: true });
});
