import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { amongLaid, lay, layMoney } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import { layCase } from '#test/settlement-world.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const NOON = new Date('2027-01-15T06:30:00Z');
const PERSON = idOf('the person');
/** As PostgreSQL makes an id of a text. */
const md5 = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

interface Difference {
  readonly kind: string;
  readonly reference?: string;
  readonly rail?: string;
  readonly detail?: object;
  readonly isOfHouse?: boolean;
  readonly payment?: string;
  readonly repayment?: string;
}
const difference = (name: string) => idOf(`difference ${name}`);

/** Money of the books: its journal, whose it is, its account, and which bit of a sum it is. */
type Money = readonly [kind: string, source: string, account: string, bit: number, payment?: string];
/** A difference, others beside it, the money of the books, and the sum of those that it speaks of. */
type Standing = readonly [
  one: Difference,
  beside: Readonly<Record<string, Difference>>,
  money: readonly Money[],
  bits: readonly number[],
];

const LATE = { kind: 'late_success' };
/** Money of a difference by its reference; `doubled` has a word of the rail that its money is back. */
const ofReference = (kind: string, name: string): Standing => [
  { kind, reference: name, payment: name },
  {
    [`${name} before`]: { kind, reference: name, payment: `${name} 2` },
    [`${name} else`]: { kind, reference: 'else', payment: name },
    [`${name} of another kind`]: { kind: 'missing', reference: name, payment: name },
  },
  [
    ['rail_orphan', md5(`${name} ${kind}`), 'DISPUTED', 0],
    ['rail_orphan', md5(`${name} else`), 'DISPUTED', 1],
    ['rail_orphan_back', difference(name), 'DISPUTED', 2],
    ['loss', difference(`${name} before`), 'DISPUTED', 3],
    ['loss', md5(`${difference(name)} back ${idOf(`back ${name}`)}`), 'DISPUTED', 4],
    ['loss', md5(`${difference(name)} back ${idOf(`promised ${name}`)}`), 'DISPUTED', 5],
    ['loss', difference(`${name} else`), 'DISPUTED', 6],
    ['float', difference(name), 'DISPUTED', 7],
    ['rail_orphan_back', difference(`${name} before`), 'PAYMENT_LOSS', 8],
    ...[name, `${name} else`, `${name} of another kind`].map((one, index): Money => {
      const row = one === name ? idOf('back of another') : idOf(`back ${name}`);
      return ['loss', md5(`${difference(one)} back ${row}`), 'DISPUTED', 9 + index];
    }),
    ['loss', difference(`${name} of another kind`), 'DISPUTED', 12],
  ],
  kind === 'duplicate' ? [0, 2, 3, 4] : [0, 2, 3],
];

const dispute = (id: string) => idOf(`chargeback ${id}`);
const rounds = (id: string, from: number): readonly Money[] =>
  ['', ' won', ' lost', ' kept'].map((end, index) => [
    'chargeback',
    end === '' ? dispute(id) : md5(`${dispute(id)}${end}`),
    'DISPUTED',
    from + index,
  ]);

const DISPUTED: Readonly<Record<string, Standing>> = {
  partial: [
    { kind: 'chargeback_partial', reference: 'disp_1', detail: { chargebackId: dispute('a') } },
    {
      'partial of all': { kind: 'chargeback_unclear', reference: 'disp_1' },
      'partial of another round': {
        kind: 'chargeback_partial',
        reference: 'disp_1',
        detail: { chargebackId: dispute('b') },
      },
      'partial of another dispute': { kind: 'chargeback_partial', reference: 'disp_2' },
      'partial else': { kind: 'missing', reference: 'disp_1' },
    },
    [
      ...rounds('a', 0),
      ...rounds('b', 4),
      ['chargeback', idOf('nothing'), 'DISPUTED', 8],
      ['refund', md5(`${idOf('refund of a')} ended`), 'DISPUTED', 9],
      ['refund', md5(`${idOf('refund of none')} ended`), 'DISPUTED', 10],
      ['loss', difference('partial'), 'DISPUTED', 11],
      ['rail_orphan_back', difference('partial of all'), 'DISPUTED', 12],
      ['loss', difference('partial of another round'), 'DISPUTED', 13],
      ['loss', difference('partial of another dispute'), 'DISPUTED', 14],
      ['loss', difference('partial else'), 'DISPUTED', 15],
      ['float', difference('partial'), 'DISPUTED', 16],
      ['float', dispute('a'), 'DISPUTED', 17],
      ['rail_orphan_back', difference('partial'), 'PAYMENT_LOSS', 18],
    ],
    [0, 1, 2, 3, 9, 11, 12],
  ],
  twice: [
    { kind: 'lost_twice', reference: 'disp_3', repayment: 'r' },
    {
      'twice before': { kind: 'lost_twice', reference: 'disp_3' },
      'twice else': { kind: 'lost_twice', reference: 'disp_9' },
    },
    [
      ...rounds('c', 0),
      ...rounds('d', 4),
      ['chargeback', md5(`${idOf('repayment r')} returned`), 'DISPUTED', 8],
      ['refund', md5(`${idOf('refund of r')} ended`), 'DISPUTED', 9],
      ['refund', md5(`${idOf('refund of a dispute of r')} ended`), 'DISPUTED', 10],
      ['refund', md5(`${idOf('refund of s')} ended`), 'DISPUTED', 11],
      ['loss', difference('twice'), 'DISPUTED', 12],
      ['rail_orphan_back', difference('twice before'), 'DISPUTED', 13],
      ['loss', difference('twice else'), 'DISPUTED', 14],
      ['float', dispute('c'), 'DISPUTED', 15],
      ['float', md5(`${idOf('repayment r')} returned`), 'DISPUTED', 16],
      ['float', md5(`${idOf('refund of r')} ended`), 'DISPUTED', 17],
      ['float', difference('twice'), 'DISPUTED', 18],
      ['rail_orphan_back', difference('twice'), 'PAYMENT_LOSS', 19],
    ],
    [0, 1, 2, 3, 8, 9, 12, 13],
  ],
};
const nobodys = idOf('a dispute of nobody');

const STANDING: Readonly<Record<string, Standing>> = {
  owed: [
    { kind: 'refund_due', payment: 'owed' },
    {},
    [
      ['float', idOf('1'), 'RAIL_OWES', 0, 'owed'],
      ['float', idOf('2'), 'DISPUTED', 1, 'owed'],
      ['float', idOf('3'), 'RAIL_OWES', 2, 'not owed'],
    ],
    [0],
  ],
  late: [
    { ...LATE, payment: 'late' },
    { 'late before': { ...LATE, payment: 'late' }, 'late else': { kind: 'duplicate', payment: 'late' } },
    [
      ['rail_orphan', idOf('payment late'), 'DISPUTED', 0, 'late'],
      ['rail_orphan', idOf('another success'), 'DISPUTED', 1, 'late'],
      ['rail_orphan_back', difference('late'), 'DISPUTED', 2, 'late'],
      ['rail_orphan_back', idOf('by the rail'), 'DISPUTED', 3, 'late'],
      ['loss', difference('late before'), 'DISPUTED', 4, 'late'],
      ['loss', difference('late else'), 'DISPUTED', 5, 'late'],
      ['float', difference('late before'), 'DISPUTED', 6, 'late'],
      ['rail_orphan_back', difference('late before'), 'PAYMENT_LOSS', 7, 'late'],
      ['rail_orphan_back', idOf('by the rail too'), 'DISPUTED', 8, 'not late'],
    ],
    [0, 2, 3, 4],
  ],
  doubled: ofReference('duplicate', 'doubled'),
  stray: ofReference('not_ours', 'stray'),
  more: ofReference('amount', 'more'),
  'more at the gateway': [
    { kind: 'amount', reference: 'gateway', rail: 'razorpay' },
    {},
    [['rail_orphan', md5('gateway amount'), 'DISPUTED', 0]],
    [],
  ],
  missing: [
    { kind: 'missing', reference: 'gone' },
    {},
    [
      ['rail_orphan', md5('gone missing'), 'DISPUTED', 0],
      // Under the name of a dispute of nobody, in the books of a person.
      ['chargeback', nobodys, 'DISPUTED', 1],
    ],
    [],
  ],
  unclear: [
    { kind: 'chargeback_unclear', reference: 'disp_5' },
    {},
    [...rounds('e', 0), ...rounds('f', 4)],
    [0, 1, 2, 3],
  ],
  kept: [{ kind: 'unmatched_receipt', reference: 'pay_k', detail: { paymentRef: 'pay_l' } }, {}, [], [3, 4]],
  'kept no more': [{ kind: 'unmatched_receipt', reference: 'pay_m' }, {}, [], []],
  'not kept': [{ kind: 'missing', reference: 'pay_k' }, {}, [], []],
  ...DISPUTED,
  'of nobody': [
    { kind: 'dispute_unmatched', reference: 'disp_n', isOfHouse: true },
    {
      'of nobody before': { kind: 'dispute_unmatched', reference: 'disp_n', isOfHouse: true },
      'of nobody else': { kind: 'missing', reference: 'disp_n', isOfHouse: true },
    },
    [
      ['chargeback', nobodys, 'DISPUTED', 0],
      ['loss', md5(`${nobodys} met`), 'DISPUTED', 1],
      ['chargeback', md5(`${nobodys} won`), 'DISPUTED', 2],
      ['chargeback', md5(`${nobodys} kept`), 'DISPUTED', 3],
      ['chargeback', idOf('another dispute of nobody'), 'DISPUTED', 4],
      ['loss', difference('of nobody before'), 'DISPUTED', 5],
      ['rail_orphan_back', difference('of nobody'), 'DISPUTED', 6],
      ['loss', difference('of nobody else'), 'DISPUTED', 7],
      ['float', nobodys, 'DISPUTED', 8],
      ['float', difference('of nobody'), 'DISPUTED', 9],
      ['rail_orphan_back', difference('of nobody before'), 'PAYMENT_LOSS', 10],
    ],
    [0, 1, 2, 3, 5, 6],
  ],
};

async function layDifferences(
  client: pg.PoolClient,
  all: Readonly<Record<string, Difference>>,
): Promise<void> {
  for (const [
    name,
    { kind, reference = null, rail = 'billpay', detail = {}, isOfHouse, payment, repayment },
  ] of Object.entries(all))
    await lay(client, 'reconciliation_breaks', {
      user_id: isOfHouse ? HOUSE_ID : PERSON,
      id: difference(name),
      kind,
      reference,
      rail,
      detail,
      payment_id: payment === undefined ? null : idOf(`payment ${payment}`),
      repayment_id: repayment === undefined ? null : idOf(`repayment ${repayment}`),
      opened_at: NOON,
      // One is open of a kind and payment.
      resolved_at: name in STANDING ? null : NOON,
    });
}

async function layRest(client: pg.PoolClient): Promise<void> {
  for (const name of ['doubled', 'stray', 'more', 'of another'])
    for (const [what, refund_status] of [
      ['back', 'processed'],
      ['promised', 'requested'],
    ] as const)
      await lay(client, 'rail_rows', {
        user_id: PERSON,
        id: idOf(`${what} ${name}`),
        rail: 'billpay',
        business_on: '2027-01-15',
        our_reference: 'ours',
        rail_reference: name,
        status: 'failure',
        refund_status,
        amount_paise: 1,
        row_hash: Buffer.from(`${what} ${name}`),
        payment_id: idOf(`payment ${name}`),
        read_id: idOf('reading'),
        first_seen_at: NOON,
      });
  const DISPUTES = { a: 'disp_1', b: 'disp_1', c: 'disp_3', d: 'disp_8', e: 'disp_5', f: 'disp_6' };
  for (const [index, [id, dispute_ref]] of Object.entries(DISPUTES).entries())
    await layCase(client, `standing ${id}`, [
      {},
      [['chargebacks', { id: dispute(id), dispute_ref, round: index + 1 }]],
    ]);
  const refund = { settled_at: NOON, user_id: PERSON };
  const refunds = {
    'of a': { chargeback_id: dispute('a') },
    'of none': {},
    'of r': { repayment_id: idOf('repayment r') },
    'of a dispute of r': { repayment_id: idOf('repayment r'), chargeback_id: idOf('another') },
    'of s': { repayment_id: idOf('repayment s') },
  };
  for (const [name, fields] of Object.entries(refunds))
    await layCase(client, `standing ${name}`, [
      {},
      [['refunds', { ...refund, id: idOf(`refund ${name}`), ...fields }]],
    ]);
  const receipt = (amount_paise: number, status: string) => ({ amount_paise, status, taken_paise: 1 });
  const receipts = {
    k: receipt(9, 'held'),
    l: receipt(17, 'returning'),
    m: receipt(33, 'returned'),
    n: receipt(65, 'held'),
  };
  for (const [name, fields] of Object.entries(receipts))
    await layCase(client, `standing ${name}`, [
      {},
      [['unidentified_receipts', { ...fields, payment_ref: `pay_${name}` }]],
    ]);
  const another = { id: idOf('another dispute of nobody'), dispute_ref: 'disp_o' };
  await layCase(client, 'standing another', [{}, [['receipt_disputes', another]]]);
  await layCase(client, 'standing nobody', [
    {},
    [['receipt_disputes', { id: nobodys, dispute_ref: 'disp_n' }]],
  ]);
}

async function standings(client: pg.PoolClient) {
  await layRest(client);
  const sums: Record<string, string> = {};
  const owner = ({ isOfHouse = false }: Difference) => (isOfHouse ? HOUSE_ID : PERSON);
  for (const [name, [one, beside, money]] of Object.entries(STANDING)) {
    await layDifferences(client, { [name]: one, ...beside });
    for (const [kind, sourceId, account, bit, payment] of money) {
      const loanId = payment === undefined ? null : idOf(`payment ${payment}`);
      await layMoney(client, {
        userId: owner(one),
        loanId,
        kind,
        sourceId,
        account,
        paise: 2 ** bit,
        at: NOON,
      });
    }
  }
  for (const [name, [one]] of Object.entries(STANDING)) {
    const ids = [owner(one), difference(name)];
    const { rows } = await client.query<{ sum: string }>('select break_standing($1, $2)::text as sum', ids);
    sums[name] = rows[0]!.sum;
  }
  return sums;
}

test('LEND-21: given a difference of any kind, then it speaks of the money of its own journals alone', async () => {
  const sums = await amongLaid(lab, standings);
  const bitsOf = (sum: string) =>
    [...Number(sum).toString(2)].toReversed().flatMap((one, bit) => (one === '1' ? [bit] : []));
  expect(Object.entries(sums).map(([name, sum]) => [name, bitsOf(sum)])).toEqual(
    Object.entries(STANDING).map(([name, [, , , bits]]) => [name, bits]),
  );
});

test('LEND-21: given money that was given up, then it counts as lost unless another difference lost it', async () => {
  const sum = await amongLaid(lab, async (client) => {
    const of = { payment: 'lost' };
    await layDifferences(client, {
      'lost late': { ...LATE, ...of },
      'lost due': { kind: 'refund_due', ...of },
      'lost else': { kind: 'duplicate', ...of },
    });
    const money: readonly Money[] = [
      ['loss', difference('lost late'), 'PAYMENT_LOSS', 0],
      ['loss', difference('lost due'), 'PAYMENT_LOSS', 1],
      ['loss', idOf('by the rail'), 'PAYMENT_LOSS', 2],
      ['loss', difference('lost else'), 'PAYMENT_LOSS', 3],
      ['float', difference('lost late'), 'PAYMENT_LOSS', 4],
      ['loss', idOf('another account'), 'DISPUTED', 5],
      ['loss', idOf('another payment'), 'PAYMENT_LOSS', 6, 'not lost'],
    ];
    for (const [kind, sourceId, account, bit, payment = 'lost'] of money)
      await layMoney(client, {
        userId: PERSON,
        loanId: idOf(`payment ${payment}`),
        kind,
        sourceId,
        account,
        paise: 2 ** bit,
        at: NOON,
      });
    const none = await client.query<{ sum: number }>(
      `select (late_success_paise($1, $1) + rail_owes_paise($1, $1) + given_up_paise($1, $1) + chargeback_standing($1, $1)
         + receipt_dispute_standing('none'))::integer as sum`,
      [PERSON],
    );
    expect(none.rows).toEqual([{ sum: 0 }]);
    const { rows } = await client.query<{ sum: number }>('select given_up_paise($1, $2)::integer as sum', [
      PERSON,
      idOf('payment lost'),
    ]);
    return rows[0]!.sum;
  });
  expect(sum).toBe(0b111);
});
