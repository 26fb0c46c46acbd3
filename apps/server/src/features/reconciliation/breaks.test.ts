import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay, layLike } from '#test/laying.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { layCase, NOON, placed } from '#test/settlement-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const REPAYMENT = idOf('a repayment');
const PAYMENT = idOf('a payment');
const BEFORE = new Date(NOON.getTime() - 1);

interface Asked {
  readonly kind: string;
  readonly reference?: string | null;
  readonly repayment?: string | null;
  readonly payment?: string | null;
  readonly round?: string;
  readonly rail?: string;
}

const open = async (
  client: pg.PoolClient,
  { kind, reference = 'R', repayment = null, payment = null, round, rail = 'razorpay' }: Asked,
) => {
  const detail = round === undefined ? null : JSON.stringify({ chargebackId: round });
  const { rows } = await client.query<{ id: string | null }>(
    "select break_open($1, $2, $3, 'finance', $4, '2027-01-15', $5, $6, 5, 6, $7, $8) as id",
    [like.userId, kind, rail, reference, payment, repayment, detail, NOON],
  );
  return rows[0]!.id !== null;
};

const OF = { repayment: REPAYMENT };
/** A difference that stands, one that is opened beside it, and whether it is another one. */
const BESIDE: Readonly<
  Record<string, readonly [stands: Asked & { isResolved?: boolean }, asked: Asked, isNew: boolean]>
> = {
  'of the same repayment': [{ kind: 'missing', ...OF }, { kind: 'missing', ...OF, reference: 'S' }, false],
  'of another repayment': [
    { kind: 'missing', ...OF },
    { kind: 'missing', repayment: idOf('else'), reference: 'S' },
    true,
  ],
  'of another kind': [{ kind: 'missing', ...OF }, { kind: 'lost_twice', ...OF }, true],
  'of one that was cleared': [{ kind: 'missing', ...OF, isResolved: true }, { kind: 'missing', ...OF }, true],
  'of the same dispute': [
    { kind: 'chargeback_partial', ...OF },
    { kind: 'chargeback_partial', ...OF },
    false,
  ],
  'of another dispute': [
    { kind: 'chargeback_partial', ...OF },
    { kind: 'chargeback_partial', ...OF, reference: 'S' },
    true,
  ],
  'of the same round': [
    { kind: 'chargeback_unclear', ...OF, round: 'a' },
    { kind: 'chargeback_unclear', ...OF, round: 'a' },
    false,
  ],
  'of another round': [
    { kind: 'chargeback_unclear', ...OF, round: 'a' },
    { kind: 'chargeback_unclear', ...OF, round: 'b' },
    true,
  ],
  'of any round': [
    { kind: 'chargeback_unclear', ...OF },
    { kind: 'chargeback_unclear', ...OF, round: 'b' },
    false,
  ],
};

test('LEND-21: given a difference that stands, when one is opened beside it, then its subject says whether it is another one', async () => {
  const said = [];
  for (const [name, [stands, asked]] of Object.entries(BESIDE)) {
    const isNew = await amongLaid(lab, async (client) => {
      const { kind, repayment: repayment_id, round, isResolved } = stands;
      const detail = round === undefined ? {} : { chargebackId: round };
      const resolved = isResolved ? { resolved_at: NOON } : {};
      const one = { user_id: like.userId, kind, rail: 'razorpay', reference: 'R', repayment_id, detail };
      await lay(client, 'reconciliation_breaks', { ...one, opened_at: BEFORE, ...resolved });
      return await open(client, asked);
    });
    said.push([name, isNew]);
  }
  expect(said).toEqual(Object.entries(BESIDE).map(([name, [, , isNew]]) => [name, isNew]));
});

const NAMELESS = { kind: 'amount', rail: 'billpay', payment: PAYMENT };

test.each([
  ['of that payment', NAMELESS, {}, 'R 2026-12-31 1 2', false],
  [
    'with what it lacks',
    NAMELESS,
    { business_on: null, ours_paise: null, theirs_paise: null },
    'R 2027-01-15 5 6',
    false,
  ],
  ['of another payment', { ...NAMELESS, payment: idOf('else') }, {}, 'none 2026-12-31 1 2', true],
  ['of another rail', { ...NAMELESS, rail: 'razorpay' }, {}, 'none 2026-12-31 1 2', true],
  [
    'of the gateway',
    { ...NAMELESS, rail: 'razorpay' },
    { rail: 'razorpay', reference: 'R' },
    'R 2026-12-31 1 2',
    false,
  ],
  [
    'of the gateway, by another name',
    { ...NAMELESS, rail: 'razorpay' },
    { rail: 'razorpay', reference: 'Q' },
    'Q 2026-12-31 1 2',
    true,
  ],
  ['of another kind', { ...NAMELESS, kind: 'duplicate' }, {}, 'none 2026-12-31 1 2', true],
  ['without a reference', { ...NAMELESS, reference: null }, {}, 'none 2026-12-31 1 2', false],
  [
    'without a reference, where it lacks all',
    { ...NAMELESS, reference: null },
    { business_on: null, ours_paise: null, theirs_paise: null },
    'none',
    false,
  ],
  ['that has one', NAMELESS, { reference: 'Q' }, 'Q 2026-12-31 1 2', false],
  ['that was cleared', NAMELESS, { resolved_at: NOON }, 'none 2026-12-31 1 2', true],
] as const)(
  'LEND-21: given a difference without a reference, when one is opened %s, then it has it or not',
  async (_, asked, fields, stands, isNew) => {
    const found = await amongLaid(lab, async (client) => {
      const one = {
        user_id: like.userId,
        id: idOf('it'),
        kind: 'amount',
        rail: 'billpay',
        payment_id: PAYMENT,
        detail: {},
      };
      const facts = { business_on: '2026-12-31', ours_paise: 1, theirs_paise: 2, opened_at: BEFORE };
      await lay(client, 'reconciliation_breaks', { ...one, ...facts, ...fields });
      const opened = await open(client, asked);
      const { rows } = await client.query<{ said: string }>(
        `select concat_ws(' ', coalesce(reference, 'none'), business_on, ours_paise, theirs_paise) as said
       from reconciliation_breaks where id = $1`,
        [idOf('it')],
      );
      return [rows[0]!.said, opened];
    });
    expect(found).toEqual([stands, isNew]);
  },
);

const PAID = ['one', 'two', 'other', 'quiet', 'by hand'] as const;
/** The differences of each; the last is looked at without one. */
const KINDS = {
  one: ['amount'],
  two: ['amount', 'duplicate'],
  other: ['amount'],
  quiet: ['amount'],
  'by hand': [],
} as const;

/** Clears a difference with what may follow, and tells what stands then. */
async function clear(client: pg.PoolClient, endsFreeze: boolean, explainsRow: boolean) {
  for (const [seq, name] of PAID.entries()) {
    const id = idOf(`payment ${name}`);
    const review = { needs_review: name !== 'quiet', review_reason: 'amount' };
    await layLike(client, 'payments', ['id', like.loanId], { id, quote_id: id, ...review });
    const freeze = {
      user_id: like.userId,
      loan_id: id,
      seq: seq + 1,
      is_frozen: true,
      from_on: '2026-01-01',
      at: BEFORE,
    };
    await lay(client, 'loan_freezes', { ...freeze, word: 'refund_required', rail_row_id: idOf('row') });
    await layCase(client, name, [name === 'two' ? { state: 'matched' } : {}, []]);
    for (const kind of KINDS[name])
      await lay(client, 'reconciliation_breaks', {
        user_id: like.userId,
        id: idOf(`${kind} ${name}`),
        kind,
        rail: 'billpay',
        payment_id: id,
        detail: { settlementRowId: placed(name, 5) },
        opened_at: BEFORE,
      });
  }
  const clearing = async (name: string) =>
    (
      await client.query<{ said: string }>(
        "select is_done || ' ' || is_thawed as said from break_clear($1, $2, 'agreed', $3, $4, 'A note', $5, $6, $7)",
        [like.userId, idOf(`amount ${name}`), idOf('journal'), idOf('staff'), NOON, endsFreeze, explainsRow],
      )
    ).rows[0]!.said;
  const read = async (sql: string) =>
    (await client.query<{ said: string }>(sql)).rows.map(({ said }) => said);
  return {
    done: [await clearing('one'), await clearing('one'), await clearing('two'), await clearing('quiet')],
    breaks:
      await read(`select concat_ws(' ', resolution, journal_id = '${idOf('journal')}', resolved_by = '${idOf('staff')}', note,
      resolved_at = '${NOON.toISOString()}') as said from reconciliation_breaks order by 1`),
    reviews:
      await read(`select concat_ws(' ', array_position(array['${PAID.map((name) => idOf(`payment ${name}`)).join("','")}']::uuid[], id), needs_review,
      review_reason) as said from payments where id <> '${like.loanId}' order by 1`),
    frozen: await read('select count(*)::text as said from loan_freezes where not is_frozen'),
    rows: await read('select state as said from settlement_rows order by 1'),
  };
}

test('LEND-21: given differences, when they are cleared, then what waited for them waits no more, and nothing of another', async () => {
  const alone = await amongLaid(lab, (client) => clear(client, false, false));
  const cleared = 'agreed t t A note t';
  expect(alone).toEqual({
    done: ['true false', 'false false', 'true false', 'true false'],
    breaks: ['', '', cleared, cleared, cleared],
    reviews: ['1 f', '2 t amount', '3 t amount', '4 f amount', '5 t amount'],
    frozen: ['0'],
    rows: ['matched', 'waiting', 'waiting', 'waiting', 'waiting'],
  });
  const whole = await amongLaid(lab, (client) => clear(client, true, true));
  expect(whole).toMatchObject({
    done: ['true true', 'false false', 'true true', 'true true'],
    frozen: ['3'],
    rows: ['differs', 'differs', 'matched', 'waiting', 'waiting'],
  });
});
