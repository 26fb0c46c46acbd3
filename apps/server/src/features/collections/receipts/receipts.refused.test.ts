import { DAY_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { ProviderRejected } from '#providers/index.ts';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { EMI3, idOf, type Lab, openLab } from '#test/lending-lab.ts';
import { claimToReturn } from './receipts.repo.ts';
import { giveReceipt, returnReceipt } from './receipts.ts';

/** Money without an owner that the rail will not send back. */
const PAISE = 520_000;
const later = (days: number) => lab.set(new Date(lab.clock.now().getTime() + days * DAY_MS));

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

type Word = 'failed' | 'processed' | 'pending' | 'rejected';

/** A rail with the refunds of one payment, each under its own key; `word` is its answer to a new one. */
function aRail(word: Word) {
  const made = new Map<
    string,
    { readonly status: Word; readonly receipt: string; readonly amount: number }
  >();
  const rail = { word, keys: [] as string[], made };
  const collection = {
    refundsOf: async () => [...made.values()],
    refund: async ({ key, amount }: { readonly key: string; readonly amount: number }) => {
      rail.keys.push(key);
      if (rail.word === 'rejected')
        throw new ProviderRejected({ provider: 'razorpay', op: 'refund' } as never);
      const known = made.get(key) ?? { receipt: key, amount, refundRef: `rfnd_${key}`, status: rail.word };
      made.set(key, known);
      return known;
    },
  };
  return { ...rail, rail, deps: { ...lab.deps, providers: { collection }, log: { warn() {} } } as never };
}

/** The receipts that a turn takes to return. */
const taken = () =>
  lab.worker.plain((tx) => {
    const now = lab.clock.now();
    return claimToReturn(tx, now, new Date(now.getTime() + 60_000), 50);
  });

/** A turn of one receipt: true where it was to be returned. */
async function turn(id: string, { deps }: ReturnType<typeof aRail>): Promise<boolean> {
  if (!(await taken()).includes(id)) return false;
  await returnReceipt(deps, id);
  return true;
}

async function receipt(id: string) {
  const { rows } = await lab.owner.query<Record<string, unknown>>(
    `select u.status, u.sent_at is not null or u.leaving_paise is not null or u.next_look_at is not null as "isLeaving",
       (select string_agg(coalesce(b.resolution, 'open'), ' ' order by b.opened_at, b.id) from reconciliation_breaks b
        where b.kind = 'refund_refused' and b.reference = u.payment_ref) as refused
     from unidentified_receipts u where u.id = $1`,
    [id],
  );
  return rows[0];
}

test.each<Word>(['failed', 'rejected'])(
  'LEND-21: given money without an owner, when the rail says of its return “%s”, then staff can give it to a loan',
  async (word) => {
    const loan = await lab.lend(`kept-${word}`, EMI3);
    const id = await holdMoney(lab, `kept-${word}`, PAISE);
    later(31);
    expect(await turn(id, aRail(word))).toBe(true);
    expect(await receipt(id)).toEqual({ status: 'held', isLeaving: false, refused: null });
    const given = {
      receiptId: id,
      amountPaise: PAISE,
      ownerId: loan.userId,
      loanId: loan.loanId,
      by: idOf('staff'),
    };
    expect(await lab.worker.forUser(loan.userId, (tx) => giveReceipt(lab.deps, tx, given))).toBe(true);
  },
);

test('LEND-21: given a rail that refuses, then each try has its own key, and the third calls staff once', async () => {
  const id = await holdMoney(lab, 'thrice', PAISE);
  const rail = aRail('failed');
  later(31);
  for (const refused of [null, null, 'open']) {
    expect([await turn(id, rail), await turn(id, rail)]).toEqual([true, false]);
    expect(await receipt(id)).toEqual({ status: 'held', isLeaving: false, refused });
    later(1);
  }
  expect(rail.keys).toEqual([id, `${id}:1`, `${id}:2`]);
  // Staff have as long as before to find its owner; then its way back may be open again.
  expect(await turn(id, rail)).toBe(false);
  later(30);
  rail.rail.word = 'processed';
  expect(await turn(id, rail)).toBe(true);
  expect(await receipt(id)).toMatchObject({ status: 'returned', refused: 'returned' });
});

test('LEND-X1: given a try whose answer was heard before, then an older job of it counts no second refusal', async () => {
  const id = await holdMoney(lab, 'twice', PAISE);
  const rail = aRail('pending');
  later(31);
  expect(await turn(id, rail)).toBe(true);
  for (const [key, made] of rail.made) rail.made.set(key, { ...made, status: 'failed' });
  const beside = {
    ...lab.deps,
    providers: {
      collection: {
        refundsOf: async () => {
          await returnReceipt(rail.deps, id);
          return [...rail.made.values()];
        },
      },
    },
    log: { warn() {} },
  } as never;
  await returnReceipt(beside, id);
  const { rows } = await lab.owner.query('select refusals from unidentified_receipts where id = $1', [id]);
  expect(rows).toEqual([{ refusals: 1 }]);
});

test('LEND-16 journal 34: given a dispute lost meanwhile, when the return is refused, then the dispute takes the money', async () => {
  const id = await holdMoney(lab, 'lost', PAISE);
  const rail = aRail('pending');
  later(31);
  expect(await turn(id, rail)).toBe(true);
  await dispute(lab, 'lost', { paymentRef: 'pay_lost', amountPaise: PAISE, isDeducted: true }, ['lost']);
  for (const [key, made] of rail.made) rail.made.set(key, { ...made, status: 'failed' });
  await returnReceipt(rail.deps, id);
  expect(await receipt(id)).toMatchObject({ status: 'taken_back', refused: null });
});

test('LEND-24: given a proposal whose money it is, then the money is not sent back before it is decided', async () => {
  const id = await holdMoney(lab, 'proposed', PAISE);
  const rail = aRail('processed');
  later(31);
  await lab.owner.query(
    `insert into approvals (id, kind, object_id, subject_id, payload, reason, status, proposed_by, proposed_at, expires_at)
     values ($1, 'receipt', $2, $3, '{}', 'lab', 'open', $4, $5, $6)`,
    [
      newId(),
      id,
      idOf('owner'),
      idOf('staff'),
      lab.clock.now(),
      new Date(lab.clock.now().getTime() + 3 * DAY_MS),
    ],
  );
  expect(await turn(id, rail)).toBe(false);
  later(3);
  expect(await turn(id, rail)).toBe(true);
  expect(await receipt(id)).toMatchObject({ status: 'returned' });
});
