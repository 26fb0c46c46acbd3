import { afterAll, beforeAll, expect, test } from 'vitest';
import { returnReceipt } from './receipts.ts';
import { claimToReturn } from './receipts.repo.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { followDispute } from '../chargebacks/chargebacks.ts';
import { deciding } from '#test/deciding.ts';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { HOUSE_ID } from '#features/breaks.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';

/** Money without an owner that its payer's bank demands back. */
const DAY_MS = 86_400_000;
const FIVE_MINUTES = 5 / (24 * 60);
const PAISE = 60_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const aHeld = (name: string) => holdMoney(lab, name, PAISE);

/** Money that is on its way back, its request not made yet. */
async function aReturning(name: string): Promise<string> {
  const id = await aHeld(name);
  await lab.owner.query("update unidentified_receipts set return_on = '2020-01-01' where id = $1", [id]);
  expect(await taken()).toContain(id);
  return id;
}

/** The receipts that a turn takes to return. */
const taken = () =>
  lab.worker.plain((tx) => {
    const now = lab.clock.now();
    return claimToReturn(tx, now, new Date(now.getTime() + 60_000), 10);
  });

const later = (days: number) => lab.set(new Date(lab.clock.now().getTime() + days * DAY_MS));

const demand = (name: string, status = 'open', amountPaise = PAISE) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);

/** The rail is silent about a dispute for so long that finance is to look into it. */
async function keepSilent(name: string): Promise<void> {
  const error = new ProviderUnreachable({ provider: 'razorpay', op: 'getDispute', message: 'no answer' });
  const providers = { collection: { getDispute: () => Promise.reject(error) } };
  await followDispute({ ...lab.deps, providers, log: { warn() {} } } as never, {
    disputeRef: `disp_${name}`,
    silent: 6,
  });
}

/** Staff have cleared the difference as agreed. */
const clear = (name: string) =>
  lab.owner.query(
    `update reconciliation_breaks set resolved_at = now(), resolution = 'agreed'
     where kind = 'dispute_unmatched' and reference = $1 and resolved_at is null`,
    [`disp_${name}`],
  );

/** Goes on with the return of a receipt at a rail that does not know it, or has made it; answers how often it was asked to send it. */
async function goOn(id: string, known?: 'processed' | 'pending'): Promise<number> {
  let asked = 0;
  const made = { receipt: id, amount: PAISE, refundRef: `rfnd_${id}`, status: known };
  const collection = {
    refundsOf: async () => (known ? [made] : []),
    refund: async () => {
      asked += 1;
      return { status: 'processed', refundRef: `rfnd_${id}` };
    },
  };
  await returnReceipt({ ...lab.deps, providers: { collection }, log: { warn() {} } } as never, id);
  return asked;
}

/** The same at three looks over ten minutes. */
async function goOnThrice(id: string): Promise<number> {
  let asked = await goOn(id);
  for (let time = 0; time < 2; time += 1) {
    later(FIVE_MINUTES);
    asked += await goOn(id);
  }
  return asked;
}

/** A receipt as it ends: its state, the differences that speak of it, and the sums that the books hold of the house. */
async function ending(name: string) {
  const { rows } = await lab.owner.query<{
    status: string;
    kept: number;
    open: string[] | null;
    standing: number;
  }>(
    `select u.status, (u.amount_paise - u.taken_paise)::integer as kept, receipt_dispute_standing($2)::integer as standing,
       (select array_agg(b.kind order by b.kind) from reconciliation_breaks b
        where b.reference in ($1, $2) and b.resolved_at is null) as open
     from unidentified_receipts u where u.payment_ref = $1`,
    [`pay_${name}`, `disp_${name}`],
  );
  return rows[0]!;
}

const GONE = { status: 'taken_back', kept: 0, open: null, standing: 0 };
const BACK = { status: 'returned', kept: PAISE, open: null, standing: 0 };

const turnOf = async (id: string) => ((await taken()).includes(id) ? goOn(id) : 0);

test('LEND-21: given a dispute of money without an owner, then it is not sent back until the dispute is won', async () => {
  const id = await aHeld('held');
  await demand('held');
  later(31);
  expect(await turnOf(id)).toBe(0);
  await demand('held', 'won');
  expect(await turnOf(id)).toBe(1);
  expect(await ending('held')).toEqual(BACK);
});

test('LEND-21: given a dispute of money on its way back, then it is not asked for again until the dispute is won', async () => {
  const id = await aReturning('returning');
  await lab.owner.query('update unidentified_receipts set sent_at = $2 where id = $1', [id, lab.clock.now()]);
  await demand('returning');
  expect(await goOn(id)).toBe(0);
  await demand('returning', 'closed');
  expect(await goOn(id)).toBe(1);
  expect(await ending('returning')).toEqual(BACK);
});

test('LEND-21: given a dispute that the rail was silent about for hours, when it answers, then the money is not sent back', async () => {
  const [waiting, returning] = [await aHeld('late'), await aReturning('leaving')];
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
    { reference: 'disp_late', paise: PAISE, resolved_at: null },
    { reference: 'disp_leaving', paise: PAISE, resolved_at: null },
  ]);
});

test.each(['lost', 'agreed first, then lost', 'lost, then agreed'])(
  'LEND-16 journal 34: given a dispute that is %s, then its money leaves the books, and not to its payer',
  async (order) => {
    const name = order.replaceAll(/[ ,]+/g, '-');
    for (const [one, make] of [
      [`${name}-held`, aHeld],
      [`${name}-leaving`, aReturning],
    ] as const) {
      const id = await make(one);
      await demand(one);
      if (order.startsWith('agreed')) await clear(one);
      await demand(one, 'lost');
      if (order.endsWith('agreed')) await clear(one);
      later(31);
      expect(await turnOf(id)).toBe(0);
      expect(await ending(one)).toEqual(GONE);
      await demand(one, 'lost');
      expect(await ending(one)).toEqual(GONE);
    }
  },
);

test('LEND-21: given staff who agreed while the rail is undecided, then the money waits for the rail', async () => {
  const id = await aHeld('undecided');
  await demand('undecided');
  await clear('undecided');
  later(31);
  expect(await turnOf(id)).toBe(0);
  await demand('undecided');
  expect(await ending('undecided')).toMatchObject({ status: 'held', open: ['unmatched_receipt'] });
  await demand('undecided', 'won');
  expect(await turnOf(id)).toBe(1);
});

test('LEND-16 journal 34: given a dispute that is lost and won after all, then its money goes back once', async () => {
  const id = await aHeld('turned');
  await demand('turned', 'lost');
  expect(await ending('turned')).toEqual(GONE);
  await demand('turned', 'won');
  expect(await ending('turned')).toEqual({
    status: 'held',
    kept: PAISE,
    open: ['unmatched_receipt'],
    standing: 0,
  });
  later(31);
  expect([await turnOf(id), await goOn(id)]).toEqual([1, 0]);
  expect(await ending('turned')).toEqual(BACK);
});

test('LEND-16 journal 34: given a dispute of a part that is lost, then the rest goes back', async () => {
  const id = await aHeld('part');
  await demand('part', 'lost', 20_000);
  expect(await ending('part')).toMatchObject({ status: 'held', kept: 40_000, standing: 0 });
  later(31);
  expect(await turnOf(id)).toBe(1);
  expect(await ending('part')).toMatchObject({ status: 'returned', open: null });
});

test.each([
  ['sends', 'sent_at = now()'],
  ['gives', `status = 'identified', owner_id = id, loan_id = id`],
])(
  'LEND-16 journal 34: given a lost dispute of a part, when an older process %s all of the money, then it is refused',
  async (how, change) => {
    const name = `older-${how}`;
    const id = await aHeld(name);
    await demand(name, 'lost', 20_000);
    await expect(
      lab.owner.query(`update unidentified_receipts set ${change} where id = $1`, [id]),
    ).rejects.toThrow('unidentified_receipts_leaving_paise_check');
    later(31);
    expect(await turnOf(id)).toBe(1);
    expect(await ending(name)).toMatchObject({ status: 'returned', kept: 40_000 });
  },
);

test('LEND-16 journal 34: given a request that did not leave and a lost dispute of a part, then the rest is asked for', async () => {
  const id = await aReturning('rest');
  await lab.owner.query('update unidentified_receipts set sent_at = $2 where id = $1', [id, lab.clock.now()]);
  await demand('rest', 'lost', 20_000);
  later(2);
  expect(await goOnThrice(id)).toBe(0);
  expect(await ending('rest')).toMatchObject({ status: 'returning', kept: 40_000, standing: 0 });
  expect(await goOn(id)).toBe(1);
  expect(await ending('rest')).toMatchObject({ status: 'returned', kept: 40_000, open: null });
});

test('LEND-16 journal 34: given a request that may have left, when it did, then the money that went twice is for staff', async () => {
  const id = await aReturning('twice');
  await lab.owner.query('update unidentified_receipts set sent_at = $2 where id = $1', [id, lab.clock.now()]);
  await demand('twice', 'lost');
  expect(await goOn(id)).toBe(0);
  expect(await ending('twice')).toMatchObject({ status: 'returning', standing: PAISE });
  expect(await goOn(id, 'processed')).toBe(0);
  expect(await ending('twice')).toMatchObject({
    status: 'returned',
    standing: PAISE,
    open: ['dispute_unmatched'],
  });
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from reconciliation_breaks where reference = 'disp_twice' and resolved_at is null",
  );
  await deciding(lab).clear({ userId: HOUSE_ID } as never, rows[0]!.id, 'loss');
  expect(await ending('twice')).toEqual(BACK);
});

test('LEND-16 journal 34: given a request that may have left, when it did not, then the lost dispute takes the money', async () => {
  const id = await aReturning('unseen');
  await lab.owner.query('update unidentified_receipts set sent_at = $2 where id = $1', [id, lab.clock.now()]);
  await demand('unseen', 'lost');
  expect(await goOn(id)).toBe(0);
  expect(await ending('unseen')).toMatchObject({ status: 'returning' });
  later(1);
  for (let time = 0; time < 2; time += 1) {
    expect(await goOn(id)).toBe(0);
    // One look, or two, may be empty by mistake.
    expect(await ending('unseen')).toMatchObject({ status: 'returning' });
    later(FIVE_MINUTES);
  }
  expect(await goOn(id)).toBe(0);
  expect(await ending('unseen')).toEqual(GONE);
});

test('LEND-16 journal 34: given a return that the rail has under way for days, when a dispute is lost, then it takes nothing', async () => {
  const id = await aReturning('slow');
  await lab.owner.query('update unidentified_receipts set sent_at = $2 where id = $1', [id, lab.clock.now()]);
  later(2);
  expect(await goOn(id, 'pending')).toBe(0);
  await demand('slow', 'lost');
  expect(await ending('slow')).toMatchObject({ status: 'returning', kept: PAISE, standing: PAISE });
  expect(await goOn(id, 'processed')).toBe(0);
  expect(await ending('slow')).toMatchObject({ status: 'returned', standing: PAISE });
});
