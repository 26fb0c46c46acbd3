import type pg from 'pg';
import { lay } from './laying.ts';
import { idOf } from './lending-lab.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** Something that our books know, or another row of the file: its table and its fields beside the usual ones. */
export type Known = readonly [table: keyof typeof USUAL, fields?: Fields];

export const NOON = new Date('2027-01-15T06:30:00Z');
const DAY = '2027-01-15';
export const PERSON = idOf('the person');
const LOAN = idOf('the loan');
/** The reference of something of a case, or the name of its id. */
export const ref = (what: string, name: string) => `${what} ${name}`;
/** The row that is asked for is the fifth; the others of its case are numbered. */
export const ASKED = 5;
export const placed = (name: string, place: number) =>
  `00000000-0000-7000-8000-${String(place).padStart(4, '0')}${idOf(name).slice(0, 8)}`;

const USUAL = {
  settlement_rows: (name: string) => ({
    provider: 'razorpay',
    settled_on: DAY,
    settlement_ref: 'setl',
    kind: 'payment',
    entity_ref: ref('entity', name),
    payment_ref: ref('payment', name),
    order_ref: null,
    dispute_ref: ref('dispute', name),
    amount_paise: 50,
    fee_paise: 0,
    tax_paise: 0,
    credit_paise: 50,
    debit_paise: 0,
    occurred_at: NOON,
    read_at: NOON,
    state: 'waiting',
  }),
  unidentified_receipts: (name: string) => ({
    id: idOf(ref('receipt', name)),
    provider: 'razorpay',
    payment_ref: ref('payment', name),
    amount_paise: 100,
    refunded_paise: 30,
    is_credit_source: false,
    received_at: NOON,
    value_on: DAY,
    status: 'held',
    return_on: DAY,
    created_at: NOON,
  }),
  repayments: (name: string) => ({
    user_id: PERSON,
    id: idOf(ref('repayment', name)),
    loan_id: LOAN,
    amount_paise: 200,
    status: 'succeeded',
    channel: 'checkout',
    provider_payment_ref: ref('payment', name),
    created_at: NOON,
  }),
  refunds: (name: string) => ({
    user_id: PERSON,
    id: idOf(ref('refund', name)),
    loan_id: LOAN,
    repayment_id: idOf(ref('repayment', name)),
    amount_paise: 70,
    status: 'processed',
    provider_ref: ref('entity', name),
    created_at: NOON,
  }),
  mandates: (name: string) => ({
    user_id: PERSON,
    id: idOf(ref('mandate', name)),
    loan_id: idOf(ref('loan', name)),
    kind: 'upi',
    maximum_paise: 1,
    status: 'setting_up',
    order_ref: ref('order', name),
    until_on: DAY,
    created_at: NOON,
  }),
  chargebacks: (name: string) => ({
    user_id: PERSON,
    id: idOf(ref('chargeback', name)),
    loan_id: LOAN,
    repayment_id: idOf('a repayment'),
    dispute_ref: ref('dispute', name),
    amount_paise: 40,
    phase: 'chargeback',
    status: 'open',
    opened_at: NOON,
    deducted_at: NOON,
  }),
  receipt_disputes: (name: string) => ({
    id: idOf(ref('dispute', name)),
    payment_ref: ref('payment', name),
    dispute_ref: ref('dispute', name),
    amount_paise: 60,
    phase: 'chargeback',
    status: 'open',
    opened_at: NOON,
  }),
} as const;

/** The row that is asked for, all that stands beside it, and what the books say it is: nothing where nobody owns it. */
export type Case = readonly [row: Fields, known: readonly Known[], answer?: string];

/** Lays a case: the row of the file that is asked for, and what stands beside it. */
export async function layCase(client: pg.PoolClient, name: string, [row, known]: Case): Promise<void> {
  for (const [table, { place = ASKED, ...fields } = {}] of [...known, ['settlement_rows', row] as const]) {
    const isRow = table === 'settlement_rows';
    const id = placed(name, place as number);
    const matched = fields['state'] === 'matched' ? { matched_at: NOON } : {};
    const ids = isRow ? { id, row_hash: Buffer.from(id), ...matched } : {};
    await lay(client, table, { ...USUAL[table](name), ...ids, ...fields });
  }
}
