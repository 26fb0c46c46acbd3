import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lay, layMoney } from '#test/laying.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import {
  inWorld,
  ofName,
  READING,
  refOf,
  rowId,
  type WorldPayment,
  type WorldRow,
} from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const BEFORE = new Date('2027-01-15T06:29:59Z');
const OTHER = { ref: 'OTHER', isOfOtherReading: true, as: 'paid', at: BEFORE } as const;
/** The second execution as the list told it before, and its money back in this reading. */
const DONE = { ...OTHER, ref: 'THIS' } as const;
const BACK = { status: 'failure', refund: 'processed', as: 'paid' } as const;

interface Difference {
  readonly ref: string;
  readonly kind?: string;
  readonly rail?: string;
  readonly opened?: Date;
}

const twice = (...rows: readonly WorldRow[]): WorldPayment => ({
  bill: 'paid',
  attempt: ['succeeded', 'OTHER'],
  rows: [OTHER, ...rows],
});
const OPEN: readonly Difference[] = [{ ref: 'THIS' }];

/** The answers of the rows of a payment: the difference that each ends. */
const BACKS: Readonly<
  Record<string, readonly [payment: WorldPayment, answer: string, differences?: readonly Difference[]]>
> = {
  'a second one back': [twice(DONE, BACK), '2 ends THIS'],
  'their second one back': [twice(DONE, BACK), '2 ends THIS'],
  adjusted: [twice(DONE, { ...BACK, status: 'adjusted' }), '2 ends THIS'],
  'told as a success': [twice(DONE, { ...BACK, status: 'success' }), ''],
  'only promised': [twice(DONE, { ...BACK, refund: 'requested' }), ''],
  'of another reading': [twice(DONE, { ...BACK, isOfOtherReading: true }), ''],
  'compared before': [twice(DONE, { ...BACK, at: BEFORE }), ''],
  'the paid one': [twice(DONE, { ...BACK, ref: 'OTHER' }), ''],
  // One that failed without ever having been executed is no double.
  'never executed': [twice(BACK), ''],
  'of the reference of one never executed': [twice({ ...DONE, refOf: 'never executed' }), ''],
  'never executed and adjusted': [twice({ ...BACK, status: 'adjusted' }), '1 ends THIS'],
  'never compared': [twice({ ref: 'THIS', isOfOtherReading: true }, BACK), ''],
  'failed before': [twice({ ...DONE, status: 'failure' }, BACK), ''],
  // Once.
  'told twice': [twice(DONE, BACK, BACK), '2 ends THIS'],
  'told before': [twice(DONE, { ...BACK, isOfOtherReading: true, at: BEFORE }, BACK), ''],
  'told before and not compared': [
    twice(DONE, { ...BACK, isOfOtherReading: true, at: null }, BACK),
    '3 ends THIS',
  ],
  'promised before': [twice(DONE, { ...BACK, refund: 'requested', at: BEFORE }, BACK), '3 ends THIS'],
  'another told before': [
    twice(DONE, { ...BACK, ref: 'THIRD', isOfOtherReading: true, at: BEFORE }, BACK),
    '3 ends THIS',
  ],
  // The difference of its own reference is ended, else the youngest.
  'without a difference': [twice(DONE, BACK), '', []],
  'with another difference': [twice(DONE, BACK), '', [{ ref: 'THIS', kind: 'amount' }]],
  'with one at the gateway': [twice(DONE, BACK), '', [{ ref: 'THIS', rail: 'razorpay' }]],
  'with an older one of its own': [
    twice(DONE, BACK),
    '2 ends THIS',
    [{ ref: 'THIS', opened: BEFORE }, { ref: 'THIRD' }],
  ],
  'with two of others': [
    twice(DONE, BACK),
    '2 ends THIRD',
    [{ ref: 'FOURTH', opened: BEFORE }, { ref: 'THIRD' }],
  ],
  lost: [twice(DONE, BACK), '2 ends THIS, lost 300'],
  disputed: [twice(DONE, BACK), '2 ends THIS, disputed 500'],
};

const breakId = (name: string, ref: string) => idOf(`difference ${refOf(name, ref)}`);

async function layBooks(client: pg.PoolClient): Promise<void> {
  const now = lab.clock.now();
  for (const [name, [, , differences = OPEN]] of Object.entries(BACKS)) {
    const { userId: user_id, loanId: payment_id } = ofName(name);
    for (const [
      index,
      { ref, kind = 'duplicate', rail = 'billpay', opened = now },
    ] of differences.entries()) {
      const cleared = index === 0 ? {} : { resolved_at: now };
      const ids = { user_id, id: breakId(name, ref), payment_id, reference: refOf(name, ref) };
      await lay(client, 'reconciliation_breaks', {
        ...ids,
        kind,
        rail,
        detail: {},
        opened_at: opened,
        ...cleared,
      });
    }
  }
  const of = (name: string) => ({ ...ofName(name), at: now, sourceId: breakId(name, 'THIS') });
  await layMoney(client, { ...of('lost'), kind: 'loss', account: 'PAYMENT_LOSS', paise: 300 });
  await layMoney(client, {
    ...of('lost'),
    kind: 'loss',
    account: 'PAYMENT_LOSS',
    paise: 7,
    sourceId: idOf('else'),
  });
  await layMoney(client, { ...of('disputed'), kind: 'loss', account: 'DISPUTED', paise: 500 });
}

interface Answer {
  readonly userId: string;
  readonly paymentId: string;
  readonly id: string;
  readonly breakId: string;
  readonly backPaise: number;
  readonly disputedPaise: number;
  readonly lostPaise: number;
}

async function others(client: pg.PoolClient) {
  await layBooks(client);
  const { rows } = await client.query<Answer>(
    `select user_id as "userId", payment_id as "paymentId", row_id as id, break_id as "breakId", back_paise::integer as "backPaise",
       disputed_paise::integer as "disputedPaise", lost_paise::integer as "lostPaise" from rail_others($1, $2)`,
    [READING, lab.clock.now()],
  );
  return rows;
}

const payments = Object.fromEntries(Object.entries(BACKS).map(([name, [payment]]) => [name, payment]));

test('LEND-21: given any word of a bill’s second execution, when its money is back, then it ends one difference once', async () => {
  const rows = await inWorld(lab, like, payments, others);
  const said = (name: string) =>
    rows
      .filter(({ paymentId }) => paymentId === ofName(name).loanId)
      .map(({ id, breakId: ends, disputedPaise, lostPaise }) => {
        const place = payments[name]!.rows.findIndex((_, index) => rowId(name, index) === id);
        const ref = ['THIS', 'OTHER', 'THIRD', 'FOURTH'].find((one) => breakId(name, one) === ends);
        const books = [disputedPaise && `, disputed ${disputedPaise}`, lostPaise && `, lost ${lostPaise}`];
        return [`${place} ends ${ref}`, ...books.filter(Boolean)].join('');
      })
      .join(' | ');
  expect(Object.keys(BACKS).map((name) => [name, said(name)])).toEqual(
    Object.entries(BACKS).map(([name, [, answer]]) => [name, answer]),
  );
  expect(new Set(rows.map(({ backPaise }) => backPaise))).toEqual(new Set([BILL]));
  const places = rows.map(({ userId, paymentId, id }) => `${userId} ${paymentId} ${id}`);
  expect(places).toEqual(places.toSorted());
});
