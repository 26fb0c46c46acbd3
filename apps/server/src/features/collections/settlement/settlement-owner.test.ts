import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import {
  ASKED,
  type Case,
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

const AFTER = new Date(NOON.getTime() + 1);

const refundedBefore = (fields: Fields = {}): Known => [
  'settlement_rows',
  { kind: 'refund', place: 1, entity_ref: 'another refund', amount_paise: 10, ...fields },
];
const TAKEN = { kind: 'dispute', credit_paise: 0, debit_paise: 50 };
const GIVEN = { kind: 'dispute', credit_paise: 1 };
const round = (number: number, fields: Fields = {}): Known => [
  'chargebacks',
  { round: number, amount_paise: 40 + number, ...fields },
];

const PAYMENTS: Readonly<Record<string, Case>> = {
  'of nobody': [{}, []],
  'kept money': [{}, [['unidentified_receipts']], 'house receipt 130 +'],
  'kept at another rail': [{}, [['unidentified_receipts', { provider: 'other' }]]],
  'a repayment': [{}, [['repayments']], 'person repayment 200 +'],
  'an identified one': [{}, [['repayments', { channel: 'identified' }]]],
  both: [{}, [['repayments'], ['unidentified_receipts']], 'house receipt 130 +'],
  // Money that the bank of a person took back goes out again.
  returned: [
    { kind: 'other' },
    [['repayments', { status: 'failed', failure_reason: 'returned_by_bank' }]],
    'person repayment 200 -',
  ],
  'returned by a payment': [
    {},
    [['repayments', { status: 'failed', failure_reason: 'returned_by_bank' }]],
    'person repayment 200 +',
  ],
  'returned by a refund': [
    { kind: 'refund' },
    [['repayments', { status: 'failed', failure_reason: 'returned_by_bank' }]],
  ],
  'failed otherwise': [{ kind: 'other' }, [['repayments', { status: 'failed', failure_reason: 'declined' }]]],
  'not failed': [{ kind: 'other' }, [['repayments', { failure_reason: 'returned_by_bank' }]]],
  'a refund': [{ kind: 'refund' }, [['repayments'], ['refunds']], 'person refund 70 -'],
  'a refund on its way': [{ kind: 'refund' }, [['repayments'], ['refunds', { status: 'processing' }]]],
  'a refund by another name': [{ kind: 'refund' }, [['repayments'], ['refunds', { provider_ref: 'else' }]]],
  'a refund of another payment': [
    { kind: 'refund' },
    [['repayments', { provider_payment_ref: 'else' }], ['repayments', { id: idOf('of it') }], ['refunds']],
  ],
  'no refund': [{ kind: 'other' }, [['repayments'], ['refunds']]],
};

const ORDER = { order_ref: 'order a registration' };
const MANDATES: Readonly<Record<string, Case>> = {
  'a registration': [ORDER, [['mandates']], 'person mandate 100 +'],
  'a registration by bank': [
    { order_ref: 'order a registration by bank' },
    [['mandates', { kind: 'enach' }]],
    'person mandate 0 +',
  ],
  'a registration back': [
    { kind: 'refund', order_ref: 'order a registration back' },
    [['mandates']],
    'person mandate 100 -',
  ],
  'no registration': [{ kind: 'other', order_ref: 'order no registration' }, [['mandates']]],
  // A refund names no order: that of the payment beside it counts.
  'back by its payment': [
    { kind: 'refund', payment_ref: 'entity of it' },
    [
      ['mandates'],
      ['settlement_rows', { place: 1, entity_ref: 'entity of it', order_ref: 'order back by its payment' }],
    ],
    'person mandate 100 -',
  ],
  'back by a refund': [
    { kind: 'refund', payment_ref: 'entity of 2' },
    [
      ['mandates'],
      [
        'settlement_rows',
        { place: 1, kind: 'refund', entity_ref: 'entity of 2', order_ref: 'order back by a refund' },
      ],
    ],
  ],
  'back at another rail': [
    { kind: 'refund', payment_ref: 'entity of 3' },
    [
      ['mandates'],
      [
        'settlement_rows',
        { place: 1, provider: 'other', entity_ref: 'entity of 3', order_ref: 'order back at another rail' },
      ],
    ],
  ],
  'back by another': [
    { kind: 'refund', payment_ref: 'entity of 4' },
    [['mandates'], ['settlement_rows', { place: 1, order_ref: 'order back by another' }]],
  ],
  'back by one of two': [
    { kind: 'refund', payment_ref: 'entity of 5' },
    [
      ['mandates'],
      ['settlement_rows', { place: 1, entity_ref: 'entity of 5', order_ref: 'order back by one of two' }],
      ['settlement_rows', { place: 2, entity_ref: 'entity of 5', order_ref: 'order back by one of two' }],
    ],
    'person mandate 100 -',
  ],
};

const REFUND = { kind: 'refund' };
const OURS = (name: string) => ({ refund_ref: ref('entity', name) });
const KEPT: Readonly<Record<string, Case>> = {
  'our refund': [
    REFUND,
    [['unidentified_receipts', { ...OURS('our refund'), taken_paise: 20, leaving_paise: 1 }]],
    'house receipt 80 -',
  ],
  'our refund at another rail': [
    REFUND,
    [['unidentified_receipts', { ...OURS('our refund at another rail'), provider: 'other' }]],
  ],
  'our refund of another payment': [
    REFUND,
    [['unidentified_receipts', { ...OURS('our refund of another payment'), payment_ref: 'else' }]],
  ],
  'no refund of ours': [{ kind: 'other' }, [['unidentified_receipts', OURS('no refund of ours')]]],
  // The rail's own refund takes at most what it had given back before the rest was kept.
  'by the rail': [REFUND, [['unidentified_receipts']], 'house receipt 30 -'],
  'by the rail, less': [{ ...REFUND, amount_paise: 29 }, [['unidentified_receipts']], 'house receipt 29 -'],
  'by the rail, matched': [
    { ...REFUND, state: 'matched' },
    [['unidentified_receipts']],
    'house receipt 30 -',
  ],
  'by the rail, later': [{ ...REFUND, occurred_at: AFTER }, [['unidentified_receipts']]],
  'by another rail': [REFUND, [['unidentified_receipts', { provider: 'other' }]]],
  'not by the rail': [{ kind: 'other' }, [['unidentified_receipts']]],
  'after another': [REFUND, [['unidentified_receipts'], refundedBefore()], 'house receipt 20 -'],
  'after nearly all of it': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ amount_paise: 29 })],
    'house receipt 1 -',
  ],
  'after all of it': [REFUND, [['unidentified_receipts'], refundedBefore({ amount_paise: 30 })]],
  'after one that was matched': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ place: 7, state: 'matched' })],
    'house receipt 20 -',
  ],
  'before another': [REFUND, [['unidentified_receipts'], refundedBefore({ place: 7 })], 'house receipt 30 -'],
  'after one that differs': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ state: 'differs' })],
    'house receipt 30 -',
  ],
  'after a payment': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ kind: 'payment' })],
    'house receipt 30 -',
  ],
  'after another rail': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ provider: 'other' })],
    'house receipt 30 -',
  ],
  'after another payment': [
    REFUND,
    [['unidentified_receipts'], refundedBefore({ payment_ref: 'else' })],
    'house receipt 30 -',
  ],
  'after ours': [
    REFUND,
    [['unidentified_receipts', { refund_ref: 'ours' }], refundedBefore({ entity_ref: 'ours' })],
    'house receipt 30 -',
  ],
};

const DISPUTES: Readonly<Record<string, Case>> = {
  'no dispute': [{ kind: 'other' }, [round(1, { status: 'won' })]],
  'taken and matched': [{ ...TAKEN, state: 'matched' }, [round(1)], 'person chargeback 41 -'],
  'given back again': [
    GIVEN,
    [
      round(1, { status: 'won', id: idOf('eighth') }),
      round(2, { status: 'won' }),
      ['settlement_rows', { ...GIVEN, place: 1 }],
    ],
    'person chargeback 42 +',
  ],
  taken: [TAKEN, [round(1)], 'person chargeback 41 -'],
  'not taken yet': [TAKEN, [round(1, { deducted_at: null })]],
  'given back': [GIVEN, [round(1, { status: 'won' })], 'person chargeback 41 +'],
  'given back, not won': [GIVEN, [round(1)]],
  'taken of the first round': [TAKEN, [round(2, { id: idOf('second') }), round(1)], 'person chargeback 41 -'],
  'taken again': [
    TAKEN,
    [round(1, { id: idOf('first') }), round(2), ['settlement_rows', { ...TAKEN, place: 1 }]],
    'person chargeback 42 -',
  ],
  'taken again later': [
    TAKEN,
    [round(1), round(2, { id: idOf('third') }), ['settlement_rows', { ...TAKEN, place: 7 }]],
    'person chargeback 41 -',
  ],
  'taken again, matched': [
    TAKEN,
    [
      round(1, { id: idOf('fourth') }),
      round(2),
      ['settlement_rows', { ...TAKEN, place: 7, state: 'matched' }],
    ],
    'person chargeback 42 -',
  ],
  'taken after one that differs': [
    TAKEN,
    [
      round(1),
      round(2, { id: idOf('fifth') }),
      ['settlement_rows', { ...TAKEN, place: 1, state: 'differs' }],
    ],
    'person chargeback 41 -',
  ],
  'taken after one given': [
    TAKEN,
    [round(1), round(2, { id: idOf('sixth') }), ['settlement_rows', { ...GIVEN, place: 1 }]],
    'person chargeback 41 -',
  ],
  'taken after a payment': [
    TAKEN,
    [round(1), round(2, { id: idOf('seventh') }), ['settlement_rows', { ...TAKEN, kind: 'other', place: 1 }]],
    'person chargeback 41 -',
  ],
  // Disputes of money without an owner.
  nobodys: [TAKEN, [['receipt_disputes']]],
  'nobodys, lost': [TAKEN, [['receipt_disputes', { lost_at: NOON, status: 'lost' }]], 'house dispute 60 -'],
  'nobodys, lost and given': [GIVEN, [['receipt_disputes', { lost_at: NOON, status: 'lost' }]]],
  'nobodys, won after it was lost': [
    GIVEN,
    [['receipt_disputes', { lost_at: NOON, status: 'won' }]],
    'house dispute 60 +',
  ],
  'nobodys, won': [GIVEN, [['receipt_disputes', { status: 'won' }]], 'house dispute 60 +'],
  'nobodys, won and given up': [
    GIVEN,
    [
      ['receipt_disputes', { status: 'won' }],
      ['settlement_rows', { ...TAKEN, place: 1, state: 'differs' }],
    ],
  ],
  'nobodys, won and another waits': [
    GIVEN,
    [
      ['receipt_disputes', { status: 'won' }],
      ['settlement_rows', { ...TAKEN, place: 1 }],
    ],
    'house dispute 60 +',
  ],
  'nobodys, won and it differs itself': [
    { ...GIVEN, state: 'differs' },
    [['receipt_disputes', { status: 'won' }]],
    'house dispute 60 +',
  ],
  'nobodys, won, lost before, given up': [
    GIVEN,
    [
      ['receipt_disputes', { status: 'won', lost_at: NOON }],
      ['settlement_rows', { ...TAKEN, place: 1, state: 'differs' }],
    ],
    'house dispute 60 +',
  ],
  'nobodys, again': [
    TAKEN,
    [
      ['receipt_disputes', { lost_at: NOON, status: 'lost' }],
      ['settlement_rows', { ...TAKEN, place: 1 }],
    ],
  ],
  'nobodys, no dispute': [
    { ...TAKEN, kind: 'other' },
    [['receipt_disputes', { lost_at: NOON, status: 'lost' }]],
  ],
};

const CASES = { ...PAYMENTS, ...MANDATES, ...KEPT, ...DISPUTES };

interface Answer {
  readonly id: string;
  readonly ownerId: string;
  readonly subjectId: string;
  readonly amount: number;
  readonly sign: number;
}

async function owners(client: pg.PoolClient) {
  for (const [name, one] of Object.entries(CASES)) await layCase(client, name, one);
  const { rows } = await client.query<Answer>(
    `select s.id, o.owner_id as "ownerId", o.subject_id as "subjectId", o.amount_paise::integer as amount, o.sign
     from settlement_rows s, settlement_owner(s, '{"upi": 100, "enach": 0}') o where s.settlement_ref = 'setl'`,
  );
  return rows;
}

test('LEND-21: given any row of the settlement file, then what our books know of it has one owner at most', async () => {
  const rows = await amongLaid(lab, owners);
  const said = (name: string) =>
    rows
      .filter(({ id }) => id === placed(name, ASKED))
      .map(({ ownerId, subjectId, amount, sign }) => {
        const what = ['receipt', 'repayment', 'refund', 'mandate', 'chargeback', 'dispute'];
        const subject = what.find((one) => idOf(ref(one, name)) === subjectId);
        return `${ownerId === PERSON ? 'person' : 'house'} ${subject} ${amount} ${{ 1: '+', [-1]: '-' }[sign] ?? sign}`;
      })
      .join(' | ');
  expect(Object.keys(CASES).map((name) => [name, said(name)])).toEqual(
    Object.entries(CASES).map(([name, [, , answer = '']]) => [name, answer]),
  );
});
