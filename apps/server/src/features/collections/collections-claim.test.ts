import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { amongLaid, lay } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import { ASKED, type Case, type Fields, layCase, NOON, PERSON, placed, ref } from '#test/settlement-world.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const EARLIER = new Date(NOON.getTime() - 1);
const again = (place: number, fields: Fields = {}) => ['settlement_rows', { place, ...fields }] as const;
const ORDER = (name: string) => ({ order_ref: ref('order', name) });
const RETURNING = { refund_ref: 'entity our refund', refunded_paise: 0, status: 'returning', sent_at: NOON };

/** Rows of the file, what the books know of them, and what is said of each that is taken; nothing where it is left. */
const CLAIMED: Readonly<Record<string, Case>> = {
  'of nobody': [{}, [], 'payment'],
  'looked at before': [{ looked_at: EARLIER }, [], 'payment'],
  'looked at now': [{ looked_at: NOON }, []],
  settled: [{ state: 'differs' }, []],
  'of a day ahead': [{ settled_on: '2027-01-16' }, []],
  'of a day before': [{ settled_on: '2027-01-14' }, [], 'payment'],
  'a repayment': [{}, [['repayments']], 'payment person repayment 200 1 the loan'],
  'a debit': [
    {},
    [['repayments', { channel: 'mandate' }]],
    'payment person repayment 200 1 the loan, mandate',
  ],
  'a registration': [
    ORDER('a registration'),
    [['mandates']],
    'payment person mandate 100 1 loan, mandate, registration',
  ],
  'a registration back': [
    { kind: 'refund', ...ORDER('a registration back') },
    [['mandates']],
    'refund person mandate 100 -1 loan, mandate, registration',
  ],
  'kept money': [{}, [['unidentified_receipts']], 'payment house receipt 130 1'],
  // Money that had gone back before the rest was kept is booked by its row; our own refund is not.
  'back before': [
    { kind: 'refund' },
    [['unidentified_receipts']],
    'refund house receipt 30 -1, registration',
  ],
  'our refund': [{ kind: 'refund' }, [['unidentified_receipts', RETURNING]], 'refund house receipt 100 -1'],
  // The same entity again.
  'after one that waits': [{}, [again(1)], 'payment, repeated, double'],
  'before one that waits': [{}, [again(7)], 'payment, double'],
  'beside one that was matched': [{}, [again(7, { state: 'matched' })], 'payment, repeated, double'],
  'beside one that differs': [{}, [again(1, { state: 'differs' })], 'payment, double'],
  'beside another kind': [
    {},
    [again(1, { kind: 'other', entity_ref: 'entity beside another kind' })],
    'payment',
  ],
  'beside another rail': [{}, [again(1, { provider: 'other' })], 'payment'],
  'beside another entity': [{}, [again(1, { entity_ref: 'else' })], 'payment'],
};

async function claimed(client: pg.PoolClient) {
  for (const [name, one] of Object.entries(CLAIMED)) await layCase(client, name, one);
  const claim = async (limit: number, at: Date) => {
    const { rows } = await client.query<{ id: string; said: string; paise: string }>(
      `select id, concat_ws(', ', concat_ws(' ', kind, case owner_id when $3 then 'person' when $4 then 'house' end,
           subject_id, owner_paise, sign, loan_id), case when is_mandate then 'mandate' end,
         case when is_registration then 'registration' end, case when is_repeated then 'repeated' end, case when is_double then 'double' end)
         as said, concat_ws(' ', settled_on = '2027-01-15', amount_paise, fee_paise, credit_paise, debit_paise) as paise
       from collections_claim($1, $2, '{"upi": 100, "enach": 0}')`,
      [at, limit, PERSON, HOUSE_ID],
    );
    return rows;
  };
  const rows = await claim(99, NOON);
  const { rows: looked } = await client.query<{ looked: number }>(
    'select count(*)::integer as looked from settlement_rows where looked_at = $1',
    [NOON],
  );
  // Those that were not looked at for the longest time go first.
  await client.query("update settlement_rows set looked_at = $1 where entity_ref = 'entity a debit'", [
    EARLIER,
  ]);
  await client.query(
    "update settlement_rows set looked_at = null where entity_ref in ('entity kept money', 'entity of nobody')",
  );
  const some = [];
  for (const limit of [2, 1]) some.push((await claim(limit, NOON)).map(({ id }) => id));
  return { rows, looked: looked[0]!.looked, some };
}

test('LEND-21: given rows of the settlement file, when they are taken, then each is told with its owner, the longest waiting first', async () => {
  const { rows, looked, some } = await amongLaid(lab, claimed);
  const names: readonly string[] = Object.keys(CLAIMED);
  const subjects = names.flatMap((name) =>
    ['receipt', 'repayment', 'mandate', 'loan'].map((one) => [idOf(ref(one, name)), one] as const),
  );
  const read = (said: string) =>
    [...subjects, [idOf('the loan'), 'the loan'] as const].reduce(
      (text, [id, word]) => text.replace(id, word),
      said,
    );
  const said = (name: string) => {
    const row = rows.find(({ id }) => id === placed(name, ASKED));
    return row && read(row.said);
  };
  expect(names.map((name) => [name, said(name)])).toEqual(
    Object.entries(CLAIMED).map(([name, [, , answer]]) => [name, answer]),
  );
  expect(rows.find(({ id }) => id === placed('a repayment', ASKED))!.paise).toBe('t 50 0 50 0');
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  // The one that was looked at in this moment was not taken, and counts here.
  expect(looked).toBe(rows.length + 1);
  const waiting = ['kept money', 'of nobody'].map((name) => placed(name, ASKED));
  expect(some).toEqual([waiting.toSorted(), [placed('a debit', ASKED)]]);
});

const ROWS = [
  'matched',
  'a refund matched',
  'differs',
  'differs too',
  'waits',
  'untouched',
  'matched before',
] as const;
const STATES = {
  matched: 'matched',
  'a refund matched': 'matched',
  differs: 'differs',
  'differs too': 'differs',
  waits: 'waiting',
} as const;

async function settled(client: pg.PoolClient) {
  for (const name of ROWS) {
    const before = { state: 'matched', owner_id: PERSON, subject_id: idOf(ref('repayment', name)) };
    const row = { 'a refund matched': { kind: 'refund' }, 'matched before': before }[name as string] ?? {};
    await layCase(client, name, [row, [['repayments']]]);
    const one = { rail: 'razorpay', detail: {}, opened_at: NOON };
    const repayment_id = idOf(ref('repayment', name));
    for (const kind of ['missing', 'lost_twice'])
      await lay(client, 'reconciliation_breaks', {
        ...one,
        user_id: PERSON,
        kind,
        repayment_id,
        reference: `${kind} ${name}`,
      });
    const stray = { user_id: HOUSE_ID, reference: ref('entity', name) };
    await lay(client, 'reconciliation_breaks', { ...one, ...stray, kind: 'unmatched_row' });
    await lay(client, 'reconciliation_breaks', { ...one, ...stray, kind: 'list_unread' });
    await lay(client, 'reconciliation_breaks', { ...one, ...stray, rail: 'bank', kind: 'unmatched_row' });
  }
  const done = Object.entries(STATES);
  await client.query('select collections_settle($1, $2, $3, $4, $5, $6)', [
    NOON,
    done.map(([name]) => placed(name, ASKED)),
    done.map(([, state]) => state),
    done.map(([, state]) => (state === 'waiting' ? null : PERSON)),
    done.map(([name, state]) => (state === 'waiting' ? null : idOf(ref('repayment', name)))),
    done.map(([name]) => (name.startsWith('differs') ? 'amount' : null)),
  ]);
  const read = async (sql: string) =>
    (await client.query<{ said: string }>(sql)).rows.map(({ said }) => said);
  return {
    rows: await read(`select concat_ws(' ', state, matched_at is not null, owner_id = '${PERSON}', subject_id is not null) as said
      from settlement_rows order by 1`),
    paid: await read(
      "select provider_payment_ref || ' ' || settled_on as said from repayments where settled_on is not null",
    ),
    cleared:
      await read(`select concat_ws(' ', kind, rail, reference, resolution) as said from reconciliation_breaks
      where resolved_at is not null order by 1`),
    opened:
      await read(`select concat_ws(' ', user_id = '${PERSON}', kind, rail, owner, reference, business_on, ours_paise, theirs_paise,
      detail ->> 'creditPaise', detail ->> 'debitPaise', detail ->> 'feePaise', detail ->> 'settlementRowId') as said
      from reconciliation_breaks where kind = 'amount' order by id`),
  };
}

test('LEND-21: given what became of rows, when it is written, then what matched is cleared, and what differs is opened', async () => {
  const { rows, paid, cleared, opened } = await amongLaid(lab, settled);
  expect(rows).toEqual([
    'differs f t t',
    'differs f t t',
    'matched t t t',
    'matched t t t',
    'matched t t t',
    'waiting f f',
    'waiting f f',
  ]);
  expect(paid).toEqual(['payment matched 2027-01-15']);
  expect(cleared).toEqual([
    'missing razorpay missing matched settled',
    'unmatched_row razorpay entity a refund matched settled',
    'unmatched_row razorpay entity matched settled',
  ]);
  const differ = ['differs', 'differs too'].map(
    (name) => [placed(name, ASKED), ref('entity', name)] as const,
  );
  expect(opened).toEqual(
    differ
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, entity]) => `t amount razorpay finance ${entity} 2027-01-15 200 50 50 0 0 ${id}`),
  );
});
