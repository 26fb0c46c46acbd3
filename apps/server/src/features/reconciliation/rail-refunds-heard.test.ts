import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lay, layMoney } from '#test/laying.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { inWorld, ofName, READING, rowId, type WorldPayment, type WorldRow } from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const SECOND_EARLIER = new Date('2027-01-15T06:29:59Z');
/** A word of this reading that the money of a failed bill is on its way. */
const WORD = { status: 'failure', refund: 'requested', as: 'failed' } as const;
const BACK = { ...WORD, refund: 'processed' } as const;
/** The same of an earlier reading. */
const BEFORE = { ...BACK, isOfOtherReading: true, at: SECOND_EARLIER } as const;

const failed = (...rows: readonly WorldRow[]): WorldPayment => ({ bill: 'failed', rows });
const reversed = (...rows: readonly WorldRow[]): WorldPayment => ({ bill: 'reversed', rows });

/** The answers of all rows of a payment. */
const HEARD: Readonly<Record<string, readonly [payment: WorldPayment, answer?: string]>> = {
  'a word of a failed bill': [failed(WORD), 'failed'],
  'a word of a returned bill': [reversed(WORD), ''],
  'their word of a failed bill': [failed(BACK), 'back, failed'],
  required: [failed({ ...WORD, refund: 'required' }), 'failed'],
  'an adjusted one': [failed({ ...BACK, status: 'adjusted' }), 'back, failed'],
  'a success of a failed bill': [failed({ ...BACK, status: 'success' })],
  'a success of a returned bill': [reversed({ ...BACK, status: 'success' }), 'back'],
  processing: [reversed({ ...BACK, status: 'processing' })],
  'of a paid bill': [{ bill: 'paid', rows: [BACK] }],
  'of a sent bill': [{ bill: 'submitted', rows: [BACK] }],
  'without a word': [failed({ ...WORD, refund: null })],
  'with a verdict': [failed({ ...BACK, verdict: 'duplicate' })],
  'of another reading': [failed({ ...BACK, isOfOtherReading: true })],
  'compared before': [failed({ ...BACK, at: SECOND_EARLIER })],
  'of a second execution': [
    {
      bill: 'failed',
      attempt: ['succeeded', 'OTHER'],
      rows: [{ ref: 'OTHER', isOfOtherReading: true }, BACK],
    },
  ],
  // Whether the money was back before this row.
  'twice in this reading': [failed(BACK, BACK), 'back, failed | back, was back, failed'],
  'after an earlier reading': [failed(BEFORE, WORD), 'was back, failed'],
  'before a later row': [failed(WORD, BEFORE), 'failed'],
  'after a word alone': [failed({ ...BEFORE, refund: 'requested' }, BACK), 'back, failed'],
  'after one that was not compared': [failed({ ...BEFORE, at: null }, BACK), 'back, failed'],
  // Staff may have booked its money by hand.
  owed: [failed(WORD), 'failed, owed 700'],
  late: [failed(WORD), 'failed, late 500'],
  'given up': [failed(WORD), 'failed, lost 300'],
  'booked as refund_due': [failed(WORD), 'failed, by hand'],
  'booked as late_success': [failed(WORD), 'failed, by hand'],
  'booked as duplicate': [failed(WORD), 'failed'],
  'cleared as refund_due': [failed(WORD), 'failed'],
};

const MONEY = {
  owed: ['float', 'RAIL_OWES', 700],
  late: ['rail_orphan', 'DISPUTED', 500],
  'given up': ['loss', 'PAYMENT_LOSS', 300],
} as const;

async function layBooks(client: pg.PoolClient): Promise<void> {
  const at = lab.clock.now();
  for (const [name, [kind, account, paise]] of Object.entries(MONEY)) {
    const loan = ofName(name);
    await layMoney(client, { ...loan, kind, sourceId: loan.loanId, account, paise, at });
  }
  for (const name of Object.keys(HEARD)) {
    const [how, , kind] = name.split(' ');
    if (kind === undefined || (how !== 'booked' && how !== 'cleared')) continue;
    const { userId: user_id, loanId: payment_id } = ofName(name);
    const journal_id = how === 'booked' ? idOf('a journal') : null;
    await lay(client, 'reconciliation_breaks', {
      user_id,
      payment_id,
      kind,
      journal_id,
      detail: {},
      opened_at: at,
    });
  }
}

interface Answer {
  readonly userId: string;
  readonly paymentId: string;
  readonly id: string;
  readonly paise: number;
  readonly said: string;
}

const ASKED = `select user_id as "userId", payment_id as "paymentId", row_id as id, amount_paise::integer as paise,
    concat_ws(', ', case when is_back then 'back' end, case when was_back then 'was back' end, case when is_failed then 'failed' end,
      case when is_by_hand then 'by hand' end, 'owed ' || nullif(owed_paise, 0), 'late ' || nullif(late_paise, 0),
      'lost ' || nullif(lost_paise, 0)) as said
  from rail_refunds_heard($1, $2)`;

const payments = Object.fromEntries(Object.entries(HEARD).map(([name, [payment]]) => [name, payment]));

async function hear(client: pg.PoolClient) {
  await layBooks(client);
  return (await client.query<Answer>(ASKED, [READING, lab.clock.now()])).rows;
}

test('LEND-21: given any word of a refund, when it is heard, then it stands beside what the books have of it', async () => {
  const rows = await inWorld(lab, like, payments, hear);
  const answered = (name: string) => rows.filter(({ paymentId }) => paymentId === ofName(name).loanId);
  const said = (name: string) =>
    answered(name).length === 0
      ? undefined
      : answered(name)
          .map((one) => one.said)
          .join(' | ');
  expect(Object.keys(HEARD).map((name) => [name, said(name)])).toEqual(
    Object.entries(HEARD).map(([name, [, answer]]) => [name, answer]),
  );
  expect(answered('twice in this reading').map(({ id }) => id)).toEqual(
    [0, 1].map((n) => rowId('twice in this reading', n)),
  );
  expect(new Set(rows.map(({ paise }) => paise))).toEqual(new Set([BILL]));
  const places = rows.map(({ userId, paymentId, id }) => `${userId} ${paymentId} ${id}`);
  expect(places).toEqual(places.toSorted());
});
