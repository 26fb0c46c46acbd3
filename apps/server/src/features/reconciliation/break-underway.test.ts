import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import {
  ASKED,
  type Fields,
  type Known,
  layCase,
  NOON,
  PERSON,
  placed,
  ref,
} from '#test/settlement-world.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** A difference, the row of the file that it is about, what else is known, and whether that is decided elsewhere. */
type Case = readonly [
  kind: string,
  row: Fields,
  known: readonly Known[],
  isUnderway: boolean,
  difference?: Fields,
];

const ROW = { kind: 'other' };
const REFUND = { kind: 'refund' };
const TAKEN = { kind: 'dispute', credit_paise: 0, debit_paise: 50 };
const ON_ITS_WAY = { status: 'processing', provider_ref: null };
const RETURNING = { status: 'returning', sent_at: NOON, refunded_paise: 0 };

const CASES: Readonly<Record<string, Case>> = {
  'a row of nobody': ['unmatched_row', ROW, [], false],
  'a row with an owner': ['unmatched_row', {}, [['repayments']], true],
  'a settled row': ['unmatched_row', { state: 'differs' }, [['repayments']], false],
  'a row of another difference': ['missing', {}, [['repayments']], false],
  // A refund that is on its way books its own row.
  'a refund on its way': ['unmatched_row', REFUND, [['repayments'], ['refunds', ON_ITS_WAY]], true],
  'a refund begun': [
    'unmatched_row',
    REFUND,
    [['repayments'], ['refunds', { ...ON_ITS_WAY, status: 'initiated' }]],
    true,
  ],
  'a refund that failed': [
    'unmatched_row',
    REFUND,
    [['repayments'], ['refunds', { ...ON_ITS_WAY, status: 'failed' }]],
    false,
  ],
  'a refund of another': [
    'unmatched_row',
    REFUND,
    [
      ['repayments', { provider_payment_ref: 'else' }],
      ['refunds', ON_ITS_WAY],
    ],
    false,
  ],
  'a refund of another repayment': [
    'unmatched_row',
    REFUND,
    [['repayments'], ['refunds', { ...ON_ITS_WAY, repayment_id: idOf('another') }]],
    false,
  ],
  'no refund': ['unmatched_row', ROW, [['repayments'], ['refunds', ON_ITS_WAY]], false],
  'money on its way back': ['unmatched_row', REFUND, [['unidentified_receipts', RETURNING]], true],
  'money that is kept': [
    'unmatched_row',
    REFUND,
    [['unidentified_receipts', { ...RETURNING, status: 'held' }]],
    false,
  ],
  'money at another rail': [
    'unmatched_row',
    REFUND,
    [['unidentified_receipts', { ...RETURNING, provider: 'other' }]],
    false,
  ],
  'money of another payment': [
    'unmatched_row',
    REFUND,
    [['unidentified_receipts', { ...RETURNING, payment_ref: 'else' }]],
    false,
  ],
  'money, and no refund': ['unmatched_row', ROW, [['unidentified_receipts', RETURNING]], false],
  'an open dispute': ['unmatched_row', TAKEN, [['receipt_disputes']], true],
  'a dispute that was given': ['unmatched_row', TAKEN, [['receipt_disputes', { status: 'given' }]], false],
  'another dispute': ['unmatched_row', TAKEN, [['receipt_disputes', { dispute_ref: 'else' }]], false],
  'a dispute, and another row': ['unmatched_row', ROW, [['receipt_disputes']], false],
  // Money that went twice waits for its refunds, and a dispute of nobody for its money.
  twice: ['lost_twice', ROW, [['refunds', ON_ITS_WAY]], true],
  'twice, begun': ['lost_twice', ROW, [['refunds', { ...ON_ITS_WAY, status: 'initiated' }]], true],
  'twice, ended': ['lost_twice', ROW, [['refunds']], false],
  'twice, another': [
    'lost_twice',
    ROW,
    [['refunds', { ...ON_ITS_WAY, repayment_id: idOf('still another') }]],
    false,
  ],
  'twice, cleared': ['lost_twice', ROW, [['refunds', ON_ITS_WAY]], false, { resolved_at: NOON }],
  nobodys: ['dispute_unmatched', ROW, [['unidentified_receipts', RETURNING]], true],
  'nobodys, kept': [
    'dispute_unmatched',
    ROW,
    [['unidentified_receipts', { ...RETURNING, status: 'held' }]],
    false,
  ],
  'nobodys, another': [
    'dispute_unmatched',
    ROW,
    [['unidentified_receipts', { ...RETURNING, payment_ref: 'else too' }]],
    false,
  ],
};

const difference = (name: string) => idOf(ref('difference', name));

async function layDifferences(client: pg.PoolClient): Promise<void> {
  for (const [name, [kind, row, known, , fields = {}]] of Object.entries(CASES)) {
    await layCase(client, name, [row, known]);
    await lay(client, 'reconciliation_breaks', {
      user_id: PERSON,
      id: difference(name),
      kind,
      rail: 'razorpay',
      reference: name,
      repayment_id: kind === 'lost_twice' ? idOf(ref('repayment', name)) : null,
      detail: { settlementRowId: placed(name, ASKED), paymentRef: ref('payment', name) },
      opened_at: NOON,
      ...fields,
    });
  }
}

test('LEND-21: given any difference, then it waits while what it holds is decided elsewhere', async () => {
  const said = await amongLaid(lab, async (client) => {
    await layDifferences(client);
    const all: [string, boolean][] = [];
    for (const name of Object.keys(CASES)) {
      const { rows } = await client.query<{ is: boolean }>('select break_underway($1, $2) as "is"', [
        PERSON,
        difference(name),
      ]);
      all.push([name, rows[0]!.is]);
    }
    return all;
  });
  expect(said).toEqual(Object.entries(CASES).map(([name, [, , , isUnderway]]) => [name, isUnderway]));
});

const ROWS: Readonly<Record<string, readonly [row: Fields, known: readonly Known[], facts: Fields]>> = {
  waits: [ROW, [], {}],
  'is a payment': [{}, [], { isPayment: true }],
  'has an owner': [{}, [['repayments']], { isPayment: true, isUnderway: true }],
  differs: [
    { ...ROW, state: 'differs', credit_paise: 3, debit_paise: 4 },
    [],
    { isWaiting: false, creditPaise: 3, debitPaise: 4 },
  ],
  'is disputed': [
    TAKEN,
    [['chargebacks', { deducted_at: null }]],
    { creditPaise: 0, debitPaise: 50, dispute: 'known' },
  ],
  'was deducted': [
    { ...TAKEN, state: 'differs' },
    [
      ['chargebacks', { deducted_at: null }],
      ['chargebacks', { id: idOf('second round'), round: 2 }],
    ],
    { creditPaise: 0, debitPaise: 50, isWaiting: false, dispute: 'deducted' },
  ],
  'is disputed elsewhere': [
    TAKEN,
    [['chargebacks', { dispute_ref: 'else' }]],
    { creditPaise: 0, debitPaise: 50 },
  ],
};
const USUAL = {
  creditPaise: 50,
  debitPaise: 0,
  isPayment: false,
  isWaiting: true,
  isUnderway: false,
  dispute: 'none',
};

test('LEND-21: given a row of the file that nothing matched, then its difference tells it; one of another kind tells none', async () => {
  const { rows: told, loans } = await amongLaid(lab, async (client) => {
    const rows: Record<string, unknown> = {};
    const read = async <T>(what: string, name: string) =>
      (await client.query<{ said: T }>(`select ${what}($1, $2) as said`, [PERSON, difference(name)])).rows[0]!
        .said;
    for (const [name, [row, known]] of Object.entries(ROWS)) {
      await layCase(client, name, [row, known]);
      const one = { user_id: PERSON, rail: 'razorpay', opened_at: NOON };
      const detail = { settlementRowId: placed(name, ASKED) };
      await lay(client, 'reconciliation_breaks', {
        ...one,
        id: difference(name),
        kind: 'unmatched_row',
        reference: name,
        detail,
      });
      const other = { id: difference(`other ${name}`), kind: 'amount', reference: name, detail };
      await lay(client, 'reconciliation_breaks', { ...one, ...other });
      rows[name] = await read('break_row', name);
      rows[`other ${name}`] = await read('break_row', `other ${name}`);
    }
    await layCase(client, 'of a repayment', [
      {},
      [
        ['repayments'],
        ['repayments', { id: idOf('else'), loan_id: idOf('else'), provider_payment_ref: 'else' }],
      ],
    ]);
    const of = { user_id: PERSON, detail: {}, opened_at: NOON, kind: 'missing' };
    const repayment_id = idOf('repayment of a repayment');
    await lay(client, 'reconciliation_breaks', { ...of, id: difference('of a repayment'), repayment_id });
    await lay(client, 'reconciliation_breaks', {
      ...of,
      id: difference('of a payment'),
      repayment_id,
      payment_id: idOf('paid'),
    });
    const loans = [
      await read('break_loan', 'of a repayment'),
      await read('break_loan', 'of a payment'),
      await read('break_loan', 'waits'),
    ];
    return { rows, loans };
  });
  const expected = Object.entries(ROWS).flatMap(([name, [, , facts]]) => [
    [name, { ...USUAL, ...facts }] as const,
    [`other ${name}`, null] as const,
  ]);
  expect(told).toEqual(Object.fromEntries(expected));
  expect(loans).toEqual([idOf('the loan'), idOf('paid'), null]);
});

test('LEND-16: given a movement of the float, then it is booked once under its reference, and only what moves', async () => {
  const move = (client: pg.PoolClient, what: string, reference: string, paise: number) =>
    client
      .query<{ done: boolean }>("select float_move($1, $2, $3, '2027-01-15', $4) as done", [
        what,
        reference,
        paise,
        NOON,
      ])
      .then(({ rows }) => rows[0]!.done);
  const { done, books } = await amongLaid(lab, async (client) => {
    const moves = [];
    for (const [what, reference, paise] of [
      ['top_up', 'a', 5],
      ['top_up', 'a', 5],
      ['rail_charge', 'a', 1],
    ] as const)
      moves.push(await move(client, what, reference, paise));
    const { rows } = await client.query(
      'select account, amount_paise::integer as paise from postings order by 1, 2',
    );
    return { done: moves, books: rows };
  });
  expect(done).toEqual([true, false, true]);
  expect(books).toEqual([
    { account: 'A100', paise: -5 },
    { account: 'A105', paise: -1 },
    { account: 'A105', paise: 5 },
    { account: 'E530', paise: 1 },
  ]);
  for (const [what, paise] of [
    ['top_up', 0],
    ['gift', 1],
  ] as const)
    await expect(amongLaid(lab, (client) => move(client, what, 'b', paise))).rejects.toThrow(
      'is no movement',
    );
});
