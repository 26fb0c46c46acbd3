import { afterAll, beforeAll, expect, test } from 'vitest';
import { returnReceipt } from './receipts.ts';
import { claimToReturn, hold } from './receipts.repo.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { followDispute } from '../chargebacks/chargebacks.ts';
import { dispute } from '#test/disputing.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';

/** Money without an owner that its payer's bank demands back. */
const DAY_MS = 86_400_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function aHeld(name: string): Promise<string> {
  const now = lab.clock.now();
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise: 60_000,
    isCreditSource: false,
    receivedAt: now,
    keepDays: 30,
    hintedRepaymentId: null,
  };
  await lab.worker.plain((tx) => hold(tx, facts, now));
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from unidentified_receipts where payment_ref = $1',
    [facts.paymentRef],
  );
  return rows[0]!.id;
}

/** The receipts that a turn takes to return. */
const taken = () =>
  lab.worker.plain((tx) => {
    const now = lab.clock.now();
    return claimToReturn(tx, now, new Date(now.getTime() + 60_000), 10);
  });

const later = (days: number) => lab.set(new Date(lab.clock.now().getTime() + days * DAY_MS));

const demand = (name: string, status = 'open') =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise: 60_000, isDeducted: true }, [status]);

/** The rail is silent about a dispute for so long that finance is to look into it. */
async function keepSilent(name: string): Promise<void> {
  const error = new ProviderUnreachable({ provider: 'razorpay', op: 'getDispute', message: 'no answer' });
  const providers = { collection: { getDispute: () => Promise.reject(error) } };
  await followDispute({ ...lab.deps, providers, log: { warn() {} } } as never, {
    disputeRef: `disp_${name}`,
    silent: 6,
  });
}

/** Staff have found that the payer's bank does not get the money. */
const clear = (name: string) =>
  lab.owner.query(
    "update reconciliation_breaks set resolved_at = now() where kind = 'dispute_unmatched' and reference = $1",
    [`disp_${name}`],
  );

/** Goes on with the return of a receipt at a rail that does not know it; answers how often it was asked to send it. */
async function goOn(id: string): Promise<number> {
  let asked = 0;
  const collection = {
    refundsOf: async () => [],
    refund: async () => {
      asked += 1;
      return { status: 'processed', refundRef: `rfnd_${id}` };
    },
  };
  await returnReceipt({ ...lab.deps, providers: { collection }, log: { warn() {} } } as never, id);
  return asked;
}

test('LEND-21: given a dispute of money without an owner, then it is not sent back until staff have cleared it', async () => {
  const id = await aHeld('held');
  await demand('held');
  later(31);
  expect(await taken()).toEqual([]);
  await clear('held');
  expect(await taken()).toEqual([id]);
  expect(await goOn(id)).toBe(1);
});

test('LEND-21: given a dispute of money on its way back, then it is not asked for again until staff have cleared it', async () => {
  const id = await aHeld('returning');
  later(31);
  expect(await taken()).toEqual([id]);
  await lab.owner.query('update unidentified_receipts set sent_at = now() where id = $1', [id]);
  await demand('returning');
  expect(await goOn(id)).toBe(0);
  await clear('returning');
  expect(await goOn(id)).toBe(1);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-21: given a dispute that the rail was silent about for hours, when it answers, then the money is not sent back', async () => {
  const [waiting, returning] = [await aHeld('late'), await aHeld('leaving')];
  await lab.owner.query("update unidentified_receipts set return_on = '2020-01-01' where id = $1", [
    returning,
  ]);
  expect(await taken()).toEqual([returning]);
  for (const name of ['late', 'leaving']) {
    await keepSilent(name);
    await demand(name);
  }
  later(31);
  expect(await taken()).not.toContain(waiting);
  expect(await goOn(returning)).toBe(0);
  const { rows } = await lab.owner.query(
    `select reference, theirs_paise::integer as paise, resolved_at from reconciliation_breaks
     where reference in ('disp_late', 'disp_leaving') order by 1`,
  );
  expect(rows).toEqual([
    { reference: 'disp_late', paise: 60_000, resolved_at: null },
    { reference: 'disp_leaving', paise: 60_000, resolved_at: null },
  ]);
});

test('LEND-21: given a dispute that is lost, when staff clear it, then its money is not sent back', async () => {
  const [waiting, returning] = [await aHeld('lost'), await aHeld('lost-leaving')];
  await lab.owner.query("update unidentified_receipts set return_on = '2020-01-01' where id = $1", [
    returning,
  ]);
  expect(await taken()).toContain(returning);
  for (const name of ['lost', 'lost-leaving']) {
    await demand(name);
    await demand(name, 'lost');
    await clear(name);
  }
  later(31);
  expect(await taken()).not.toContain(waiting);
  expect(await goOn(returning)).toBe(0);
  expect(await lab.broken()).toEqual([]);
});
