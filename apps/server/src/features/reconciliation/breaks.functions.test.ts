import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '@mohlat/money';
import { amongLaid, lay } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
/** Payments of one person; nothing is known against the third, but it waits for a person. */
let one: LabLoan;
let other: LabLoan;
let third: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  other = await lab.lend('anna other', EMI3);
  one = await lab.lend('anna one', EMI3);
  third = await lab.lend('anna third', EMI3);
});
afterAll(() => lab.close());

const TODAY = addDays(EMI3.disbursedOn, 10);
const NOW = noonOf(TODAY);

/** The subject of a difference, as it stands or as it is opened. */
interface About {
  readonly kind?: string;
  readonly rail?: string;
  readonly payment?: string;
  readonly repayment?: string;
  readonly reference?: string;
  readonly chargeback?: string;
  readonly isResolved?: boolean;
}

const detailOf = ({ chargeback }: About) => (chargeback === undefined ? {} : { chargebackId: chargeback });

async function layDifference(
  client: pg.PoolClient,
  userId: string,
  about: About,
  fields: object = {},
): Promise<void> {
  const { kind = 'amount', rail = 'razorpay', payment, repayment, reference, isResolved } = about;
  await lay(client, 'reconciliation_breaks', {
    user_id: userId,
    kind,
    rail,
    reference,
    payment_id: payment && idOf(payment),
    repayment_id: repayment && idOf(repayment),
    detail: detailOf(about),
    opened_at: NOW,
    resolved_at: isResolved ? NOW : null,
    resolution: isResolved ? 'explained' : null,
    ...fields,
  });
}

async function open(client: pg.PoolClient, userId: string, about: About): Promise<boolean> {
  const { kind = 'amount', rail = 'razorpay', payment, repayment, reference } = about;
  const { rows } = await client.query<{ id: string | null }>(
    "select break_open($1, $2, $3, 'finance', $4, $5, $6, $7, 1, 2, $8, $9) as id",
    [
      userId,
      kind,
      rail,
      reference,
      TODAY,
      payment && idOf(payment),
      repayment && idOf(repayment),
      detailOf(about),
      NOW,
    ],
  );
  return rows[0]!.id !== null;
}

const OF = { repayment: 'r', reference: 'R' } as const;
const SIMPLE = { kind: 'lost_twice', repayment: 'r' } as const;

/** A difference of a repayment that stands, another that is found, and whether that is opened. */
const OPENED: Readonly<Record<string, readonly [stands: About, found: About, isOpened: boolean]>> = {
  'of the same repayment': [SIMPLE, SIMPLE, false],
  'of the same repayment under another reference': [
    { ...SIMPLE, reference: 'R' },
    { ...SIMPLE, reference: 'S' },
    false,
  ],
  'of another repayment': [SIMPLE, { ...SIMPLE, repayment: 's' }, true],
  'of another kind': [SIMPLE, { ...SIMPLE, kind: 'refund_slow' }, true],
  'after it was resolved': [{ ...SIMPLE, isResolved: true }, SIMPLE, true],
  'of the same payment at the gateway': [OF, OF, false],
  'of another payment at the gateway': [OF, { ...OF, reference: 'S' }, true],
  'of the same round': [{ ...OF, chargeback: '1' }, { ...OF, chargeback: '1' }, false],
  'of another round': [{ ...OF, chargeback: '1' }, { ...OF, chargeback: '2' }, true],
  'of a round where one is about all': [OF, { ...OF, chargeback: '1' }, false],
  'about all where one is of a round': [{ ...OF, chargeback: '1' }, OF, true],
  'of no repayment': [{ payment: 'p' }, {}, true],
};

test('LEND-21: given a difference of a repayment, when another is found, then break_open opens it once for each of its subjects', async () => {
  const opened = await amongLaid(lab, async (client) => {
    const answers: Record<string, boolean> = {};
    for (const [name, [stands, found]] of Object.entries(OPENED)) {
      await layDifference(client, idOf(`user ${name}`), stands);
      answers[name] = await open(client, idOf(`user ${name}`), found);
    }
    return answers;
  });
  expect(opened).toEqual(
    Object.fromEntries(Object.entries(OPENED).map(([name, [, , isOpened]]) => [name, isOpened])),
  );
});

const BARE = { payment: 'p' } as const;
const FOUND = { payment: 'p', reference: 'R' } as const;

/** A difference of a payment, another that is found, and what stands of the first: its reference and its day. */
const LEARNED: Readonly<Record<string, readonly [stands: About, found: About, known: string]>> = {
  'with its reference': [BARE, FOUND, `R ${TODAY} 1 2`],
  'of another kind': [BARE, { ...FOUND, kind: 'missing' }, ''],
  'of another payment': [BARE, { ...FOUND, payment: 'q' }, ''],
  'of another rail': [BARE, { ...FOUND, rail: 'bank' }, ''],
  'with another reference': [{ ...BARE, reference: 'OLD' }, FOUND, 'OLD'],
  'after it was resolved': [{ ...BARE, isResolved: true }, FOUND, ''],
  'without a reference': [BARE, BARE, ''],
};

test('LEND-21: given a difference of a payment without a reference, when it is found with one, then break_open gives it that', async () => {
  const known = await amongLaid(lab, async (client) => {
    const answers: Record<string, string> = {};
    for (const [name, [stands, found]] of Object.entries(LEARNED)) {
      const userId = idOf(`user ${name}`);
      await layDifference(client, userId, stands, { id: idOf(name) });
      await open(client, userId, found);
      const { rows } = await client.query<{ said: string }>(
        "select concat_ws(' ', reference, business_on, ours_paise, theirs_paise) as said from reconciliation_breaks where id = $1",
        [idOf(name)],
      );
      answers[name] = rows[0]!.said;
    }
    return answers;
  });
  expect(known).toEqual(
    Object.fromEntries(Object.entries(LEARNED).map(([name, [, , said]]) => [name, said])),
  );
});

test('LEND-21: given differences of a payment with a reference and without, when the first is found again, then neither changes', async () => {
  const known = await amongLaid(lab, async (client) => {
    const userId = idOf('user both');
    for (const about of [BARE, FOUND]) await layDifference(client, userId, about);
    const isOpened = await open(client, userId, FOUND);
    const { rows } = await client.query<{ reference: string | null }>(
      'select reference from reconciliation_breaks where user_id = $1 order by reference',
      [userId],
    );
    return [isOpened, rows.map(({ reference }) => reference)];
  });
  expect(known).toEqual([false, ['R', null]]);
});

const ROWS = ['own', 'matched', 'of another'];

/** Lays a difference of each payment, frozen loans, and rows of a settlement file. */
async function layAll(client: pg.PoolClient, own: string): Promise<void> {
  await client.query("update payments set needs_review = true, review_reason = 'amount'");
  for (const [index, loan] of [one, other].entries()) {
    await layDifference(
      client,
      loan.userId,
      { kind: 'adjusted' },
      {
        id: idOf(`difference ${index}`),
        payment_id: loan.loanId,
        detail: { settlementRowId: idOf(own) },
      },
    );
    await lay(client, 'loan_freezes', {
      user_id: loan.userId,
      loan_id: loan.loanId,
      seq: 1,
      is_frozen: true,
      from_on: TODAY,
      at: NOW,
      word: 'refund_required',
      rail_row_id: idOf('row'),
    });
  }
  for (const name of ROWS)
    await lay(client, 'settlement_rows', {
      id: idOf(name),
      provider: 'razorpay',
      row_hash: Buffer.from(name),
      settled_on: TODAY,
      settlement_ref: 'S',
      kind: 'payment',
      entity_ref: name,
      amount_paise: 1,
      fee_paise: 0,
      tax_paise: 0,
      credit_paise: 1,
      debit_paise: 0,
      occurred_at: NOW,
      read_at: NOW,
      state: name === 'matched' ? 'matched' : 'waiting',
      matched_at: name === 'matched' ? NOW : null,
    });
}

async function clear(client: pg.PoolClient, endsFreeze = false, explainsRow = false) {
  const { rows } = await client.query<{ is_done: boolean; is_thawed: boolean }>(
    "select * from break_clear($1, $2, 'explained', null, $3, 'note', $4, $5, $6)",
    [one.userId, idOf('difference 0'), idOf('staff'), NOW, endsFreeze, explainsRow],
  );
  return [rows[0]!.is_done, rows[0]!.is_thawed];
}

/** Work that waits: open differences, payments for a person, frozen loans, and rows for an owner. */
async function waiting(client: pg.PoolClient): Promise<readonly unknown[]> {
  const names = new Map([
    [one.loanId, 'one'],
    [other.loanId, 'other'],
    [third.loanId, 'third'],
    ...ROWS.map((name) => [idOf(name), name] as const),
  ]);
  const list = async (text: string) =>
    (await client.query<{ id: string }>(text)).rows.map(({ id }) => names.get(id) ?? id);
  return [
    await list(
      "select payment_id as id from reconciliation_breaks where resolved_at is null and kind = 'adjusted'",
    ),
    await list('select id from payments where needs_review'),
    await list(`select id from loans where is_frozen(user_id, id, '${TODAY}')`),
    await list("select id from settlement_rows where state = 'waiting'"),
  ].map((found) => found.toSorted());
}

const BOTH = ['one', 'other'];

test.each([
  ['alone', false, false, [['other'], ['other', 'third'], BOTH, ['of another', 'own']]],
  [
    'with the freeze of its loan',
    true,
    false,
    [['other'], ['other', 'third'], ['other'], ['of another', 'own']],
  ],
  ['with its row', false, true, [['other'], ['other', 'third'], BOTH, ['of another']]],
])(
  'LEND-C5: given a difference, when break_clear clears it %s, then it is done once, and nothing of others',
  async (_, freeze, row, stands) => {
    const said = await amongLaid(lab, async (client) => {
      await layAll(client, 'own');
      const first = await clear(client, freeze, row);
      const left = await waiting(client);
      return [first, left, await clear(client, freeze, row), await waiting(client)];
    });
    expect(said).toEqual([[true, freeze], stands, [false, false], stands]);
  },
);

test('LEND-21: given a payment with two differences, when one is cleared, then it waits for a person until the other is', async () => {
  const said = await amongLaid(lab, async (client) => {
    await layAll(client, 'matched');
    await layDifference(
      client,
      one.userId,
      { kind: 'missing' },
      { payment_id: one.loanId, id: idOf('second') },
    );
    await clear(client, false, true);
    const { rows } = await client.query('select state from settlement_rows where id = $1', [idOf('matched')]);
    const [, reviewed] = await waiting(client);
    return [reviewed, rows];
  });
  expect(said).toEqual([[...BOTH, 'third'], [{ state: 'matched' }]]);
});
