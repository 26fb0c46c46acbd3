import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lay, layMoney } from '#test/laying.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { inWorld, ofName, READING, refOf, rowId, type WorldPayment } from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const BEFORE = new Date('2027-01-15T06:29:59Z');
const NO_ROWS: WorldPayment = { bill: 'failed', rows: [] };
const OTHER = { ref: 'OTHER', isOfOtherReading: true, as: 'paid' } as const;

interface Difference {
  readonly kind: string;
  readonly rail?: string;
  readonly detail?: object;
  readonly isResolved?: boolean;
}

/** A payment with a difference, and what is known of it; nothing where it is not asked for. */
const OPEN: Readonly<
  Record<string, readonly [payment: WorldPayment, difference: Difference, known?: string]>
> = {
  bare: [NO_ROWS, { kind: 'missing' }, 'missing failed'],
  'at the gateway': [NO_ROWS, { kind: 'missing', rail: 'razorpay' }, 'missing failed'],
  'at the bank': [NO_ROWS, { kind: 'missing', rail: 'bank' }],
  resolved: [NO_ROWS, { kind: 'missing', isResolved: true }],
  'listed then': [
    NO_ROWS,
    { kind: 'adjusted', detail: { railStatus: 'adjusted' } },
    'adjusted failed, then adjusted',
  ],
  // The last row of the paid execution that counts.
  listed: [
    {
      bill: 'paid',
      rows: [
        { status: 'failure', as: 'paid' },
        { paise: 7, as: 'paid' },
      ],
    },
    { kind: 'missing' },
    'missing paid, last success 7',
  ],
  'listed, not compared': [
    { bill: 'paid', rows: [{ paise: 7, as: 'paid' }, { status: 'failure' }] },
    { kind: 'missing' },
    'missing paid, last success 7',
  ],
  'listed as another': [
    { bill: 'paid', attempt: ['succeeded', 'THIS'], rows: [{ paise: 7, as: 'paid' }, OTHER] },
    { kind: 'missing' },
    'missing paid, last success 7',
  ],
  // The books are asked where the kind asks for them.
  late: [NO_ROWS, { kind: 'late_success' }, 'late_success failed, has late success, late 500'],
  'late of another kind': [NO_ROWS, { kind: 'missing' }, 'missing failed, has late success'],
  back: [NO_ROWS, { kind: 'missing' }, 'missing failed, has late return'],
  doubled: [NO_ROWS, { kind: 'duplicate' }, 'duplicate failed, standing 400'],
  owed: [NO_ROWS, { kind: 'refund_due' }, 'refund_due failed, owed 300'],
  'owed of another kind': [NO_ROWS, { kind: 'missing' }, 'missing failed'],
  repaid: [NO_ROWS, { kind: 'missing' }, 'missing failed, has ended'],
  'failed to repay': [NO_ROWS, { kind: 'missing' }, 'missing failed, has ended'],
  repaying: [NO_ROWS, { kind: 'missing' }, 'missing failed'],
};

const LATE = { kind: 'rail_orphan', account: 'DISPUTED', paise: 500 } as const;
const OWED = { kind: 'float', account: 'RAIL_OWES', paise: 300 } as const;
const STATUSES = { repaid: 'succeeded', 'failed to repay': 'failed', repaying: 'initiated' } as const;
const repaidOf = (name: string) => (name in STATUSES ? { repayment_id: idOf(`repayment ${name}`) } : {});

async function layBooks(client: pg.PoolClient): Promise<void> {
  const now = lab.clock.now();
  for (const [name, [, { kind, rail = 'billpay', detail = {}, isResolved = false }]] of Object.entries(
    OPEN,
  )) {
    const { userId: user_id, loanId: payment_id } = ofName(name);
    const ids = {
      user_id,
      id: idOf(`difference ${name}`),
      payment_id,
      reference: refOf(name, 'THIS'),
      ...repaidOf(name),
    };
    const resolved = isResolved ? { resolved_at: now } : {};
    await lay(client, 'reconciliation_breaks', {
      ...ids,
      kind,
      rail,
      detail,
      opened_at: BEFORE,
      ...resolved,
    });
  }
  const of = (name: string) => ({ ...ofName(name), sourceId: ofName(name).loanId, at: now });
  for (const name of ['late', 'late of another kind']) await layMoney(client, { ...of(name), ...LATE });
  for (const name of ['owed', 'owed of another kind']) await layMoney(client, { ...of(name), ...OWED });
  await layMoney(client, {
    ...of('back'),
    kind: 'rail_orphan_back',
    sourceId: idOf('back'),
    account: 'BANK',
    paise: 1,
  });
  const doubled = {
    kind: 'rail_orphan_back',
    sourceId: idOf('difference doubled'),
    account: 'DISPUTED',
    paise: 400,
  };
  await layMoney(client, { ...of('doubled'), ...doubled, loanId: null });
  for (const [name, status] of Object.entries(STATUSES)) {
    const { userId: user_id, loanId: loan_id } = ofName(name);
    const money = { amount_paise: 1, status, channel: 'checkout', created_at: now };
    await lay(client, 'repayments', { user_id, id: idOf(`repayment ${name}`), loan_id, ...money });
  }
}

interface Answer {
  readonly id: string;
  readonly billPaise: number;
  readonly said: string;
}

async function open(client: pg.PoolClient, ids: readonly string[] | null) {
  const { rows } = await client.query<Answer>(
    `select id, bill_paise::integer as "billPaise", concat_ws(', ', kind || ' ' || bill_status, 'then ' || listed_then,
       'last ' || listed_last || ' ' || listed_paise, case when has_late_success then 'has late success' end,
       case when has_late_return then 'has late return' end, 'late ' || nullif(late_paise, 0), 'standing ' || nullif(standing_paise, 0),
       'owed ' || nullif(owed_paise, 0), case when has_repayment_ended then 'has ended' end) as said
     from breaks_open($1) order by id`,
    [ids],
  );
  return rows;
}

const payments = Object.fromEntries(Object.entries(OPEN).map(([name, [payment]]) => [name, payment]));

async function asked(client: pg.PoolClient) {
  await layBooks(client);
  const two = await open(client, [idOf('difference bare'), idOf('difference resolved')]);
  const all = await open(client, null);
  const now = lab.clock.now();
  const ids = ['bare', 'resolved'].map((name) => idOf(`difference ${name}`));
  const { rows } = await client.query<{ settled: number }>('select breaks_settle($1, $2, $3) as settled', [
    ids.map(() => ofName('bare').userId),
    ids,
    now,
  ]);
  return { two, all, settled: rows[0]!.settled, left: await open(client, null) };
}

test('LEND-21: given any open difference, then what the books and the list know of it is told by its kind', async () => {
  const { two, all, settled, left } = await inWorld(lab, like, payments, asked);
  const said = (name: string) => all.find(({ id }) => id === idOf(`difference ${name}`))?.said;
  expect(Object.keys(OPEN).map((name) => [name, said(name)])).toEqual(
    Object.entries(OPEN).map(([name, [, , known]]) => [name, known]),
  );
  expect(new Set(all.map(({ billPaise }) => billPaise))).toEqual(new Set([BILL]));
  expect(two.map(({ id }) => id)).toEqual([idOf('difference bare')]);
  expect(settled).toBe(1);
  expect(left).toEqual(all.filter(({ id }) => id !== idOf('difference bare')));
});

const VERDICTS: Readonly<Record<string, WorldPayment>> = {
  late: { bill: 'failed', rows: [{ verdict: 'late_success', as: 'failed' }] },
  'their late': { bill: 'failed', rows: [{ verdict: 'late_success', as: 'failed' }] },
  'late unknown': { bill: 'failed', rows: [{ verdict: 'late_success', as: 'failed' }] },
  'of another kind': { bill: 'failed', rows: [{ verdict: 'amount', as: 'failed' }] },
  fits: { bill: 'paid', rows: [{ as: 'paid' }] },
  'of another reading': { bill: 'failed', rows: [{ verdict: 'amount', isOfOtherReading: true }] },
  'compared before': { bill: 'failed', rows: [{ verdict: 'amount', at: BEFORE }] },
  two: { bill: 'failed', rows: [{ verdict: 'amount' }, { verdict: 'adjusted' }] },
};
const WITH_BOOKS = ['late', 'late unknown', 'of another kind'] as const;

async function judged(client: pg.PoolClient) {
  const now = lab.clock.now();
  for (const name of WITH_BOOKS) {
    const { userId: user_id, loanId: payment_id } = ofName(name);
    const isKnown = name !== 'late unknown';
    for (const kind of isKnown ? ['late_success', 'amount'] : ['amount'])
      await lay(client, 'reconciliation_breaks', { user_id, payment_id, kind, detail: {}, opened_at: now });
    if (isKnown) await layMoney(client, { ...ofName(name), ...LATE, sourceId: payment_id, at: now });
    await layMoney(client, { ...ofName(name), ...OWED, sourceId: payment_id, at: now });
  }
  const look = async (after: readonly [userId: string, id: string], limit: number | null) =>
    (
      await client.query<{ user: string; id: string; said: string }>(
        `select user_id as "user", row_id as id, concat_ws(', ', verdict, bill_status, 'promised ' || nullif(promised_paise, 0),
           case when has_late_success then 'late' end, case when was_late_opened then 'opened' end, bill_paise, accepted_at) as said
         from rail_judged($1, $2, $3, $4, $5)`,
        [READING, now, ...after, limit],
      )
    ).rows;
  const none = '00000000-0000-0000-0000-000000000000';
  const all = await look([none, none], null);
  const [, second] = all;
  const behind = await look([second!.user, second!.id], 2);
  const word = [READING, new Date(now.getTime() + 1), [ofName('two').userId], [rowId('two', 0)]];
  await client.query("select rail_judge($1, $2, $3, $4, '{contradiction}', '{t}')", word);
  word[3] = [rowId('of another reading', 0)];
  await client.query("select rail_judge($1, $2, $3, $4, '{duplicate}', '{f}')", word);
  const { rows: kept } = await client.query(
    'select id, verdict, matched_as, read_id = $1 as is_of_this, matched_at from rail_rows order by user_id, id',
    [READING],
  );
  return { all, behind, kept };
}

test('LEND-21: given rows with verdicts, then they are told in order, with what stood of a late success', async () => {
  const { all, behind, kept } = await inWorld(lab, like, VERDICTS, judged);
  const since = await lab.owner.query<{ at: string }>(
    'select accepted_at::text as at from payments where id = $1',
    [like.loanId],
  );
  const bill = `${BILL}, ${since.rows[0]!.at}`;
  const told = (name: string, index = 0) => all.find(({ id }) => id === rowId(name, index))?.said;
  expect(Object.keys(VERDICTS).map((name) => [name, told(name)])).toEqual([
    ['late', `late_success, failed, promised 300, late, opened, ${bill}`],
    ['their late', `late_success, failed, ${bill}`],
    ['late unknown', `late_success, failed, promised 300, ${bill}`],
    ['of another kind', `amount, failed, ${bill}`],
    ['fits', undefined],
    ['of another reading', undefined],
    ['compared before', undefined],
    ['two', `amount, ${bill}`],
  ]);
  expect(told('two', 1)).toBe(`adjusted, ${bill}`);
  const places = all.map(({ user, id }) => `${user} ${id}`);
  expect(places).toEqual(places.toSorted());
  expect(behind).toEqual(all.slice(2, 4));
  const now = lab.clock.now();
  const row = (name: string, index = 0) => kept.find(({ id }) => id === rowId(name, index));
  expect([row('two'), row('two', 1), row('of another reading')]).toMatchObject([
    {
      verdict: 'contradiction',
      matched_as: 'failed',
      is_of_this: true,
      matched_at: new Date(now.getTime() + 1),
    },
    { verdict: 'adjusted', matched_as: null, is_of_this: true, matched_at: now },
    { verdict: 'duplicate', matched_as: 'failed', is_of_this: false },
  ]);
});
