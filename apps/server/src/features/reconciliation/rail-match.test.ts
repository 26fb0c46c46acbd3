import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { inWorld, layRows, READING, rowId, type WorldPayment } from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const OTHER = { ref: 'OTHER', isOfOtherReading: true } as const;
const NAMED = ['succeeded', 'OTHER'] as const;
const LESS = BILL - 1;

/** The answer of the last row of each payment: nothing where it fits, else how it stands beside the others. */
const COMPARED: Readonly<Record<string, readonly [payment: WorldPayment, answer?: string]>> = {
  // A success of the paid bill, to the paisa, and of no other execution.
  fits: [{ bill: 'paid', rows: [{}] }],
  'fits again': [{ bill: 'paid', rows: [{ isOfOtherReading: true, as: 'paid' }, {}] }],
  'has a word of money': [{ bill: 'paid', rows: [{ refund: 'required' }] }, 'new'],
  'is of less': [{ bill: 'paid', rows: [{ paise: LESS }] }, 'new'],
  'failed by the list': [{ bill: 'paid', rows: [{ status: 'failure' }] }, 'new'],
  'is not paid': [{ bill: 'submitted', rows: [{}] }, 'new'],
  'was compared': [{ bill: 'paid', rows: [{ as: 'failed' }] }],
  'is of another reading': [{ bill: 'failed', rows: [{ isOfOtherReading: true }] }],
  // An earlier success under another reference; one that failed executed nothing.
  'has an earlier one': [{ bill: 'paid', rows: [OTHER, {}] }, 'new, other success'],
  'their own has none': [{ bill: 'failed', rows: [{}] }, 'new'],
  'has a failed one': [{ bill: 'paid', rows: [{ ...OTHER, status: 'failure' }, {}] }, 'new'],
  'has a later one': [{ bill: 'failed', rows: [{}, OTHER] }, 'new'],
  'has a later one that counts': [
    { bill: 'failed', rows: [{}, { ...OTHER, as: 'failed' }] },
    'new, other success',
  ],
  'has an earlier one of its own': [{ bill: 'failed', rows: [{ isOfOtherReading: true }, {}] }, 'new'],
  // The second execution is the one that the rail did not name as the paid one, or did not list first.
  'is the second': [{ bill: 'paid', attempt: NAMED, rows: [OTHER, {}] }, 'new, second, other success'],
  'is the named one': [
    { bill: 'paid', attempt: ['succeeded', 'THIS'], rows: [OTHER, {}] },
    'new, other success',
  ],
  'is not listed first': [
    { bill: 'paid', attempt: ['succeeded', null], rows: [OTHER, {}] },
    'new, second, other success',
  ],
  'is listed first': [{ bill: 'paid', attempt: ['succeeded', null], rows: [{}, OTHER] }, 'new'],
  'is listed first as success': [
    { bill: 'paid', attempt: ['succeeded', null], rows: [{ ...OTHER, status: 'failure' }, {}, OTHER] },
    'new',
  ],
  'is of no success': [{ bill: 'paid', attempt: NAMED, rows: [{ ...OTHER, status: 'failure' }, {}] }, 'new'],
  'is alone': [{ bill: 'paid', attempt: NAMED, rows: [{ refund: 'required' }] }, 'new'],
  // Successes of the same reference that counted with another amount.
  'was told with another amount': [
    {
      bill: 'paid',
      rows: [{ isOfOtherReading: true, paise: BILL, as: 'paid', verdict: 'amount' }, { paise: LESS }],
    },
    'new, amount',
  ],
  'was told with the same amount': [
    {
      bill: 'paid',
      rows: [{ isOfOtherReading: true, paise: LESS, as: 'paid', verdict: 'amount' }, { paise: LESS }],
    },
    'new',
  ],
  'was not compared before': [{ bill: 'paid', rows: [{ isOfOtherReading: true }, { paise: LESS }] }, 'new'],
  'was told as a failure': [
    {
      bill: 'paid',
      rows: [{ isOfOtherReading: true, status: 'failure', verdict: 'amount' }, { paise: LESS }],
    },
    'new',
  ],
  'was told of another': [
    { bill: 'paid', rows: [{ ...OTHER, verdict: 'amount' }, { paise: LESS }] },
    'new, other success',
  ],
  'is told otherwise later': [
    { bill: 'paid', rows: [{ paise: LESS }, { isOfOtherReading: true, verdict: 'amount' }] },
    'new',
  ],
};

const HEARD = { isOfOtherReading: true, status: 'failure', refund: 'processed', as: 'submitted' } as const;

/** Words of a refund that were said while the payment stood otherwise, and whether they are heard again. */
const AGAIN: Readonly<Record<string, readonly [payment: WorldPayment, isHeard: boolean]>> = {
  ...Object.fromEntries(
    (['accepted', 'submitted', 'unknown', 'paid', 'failed', 'reversed'] as const).flatMap((as) =>
      (['accepted', 'submitted', 'unknown', 'paid', 'failed', 'reversed'] as const).map((bill) => [
        `${as} then ${bill}`,
        [
          { bill, rows: [{ ...HEARD, as }] },
          as !== bill &&
            ['paid', 'failed', 'reversed'].includes(bill) &&
            as !== 'failed' &&
            as !== 'reversed',
        ] as const,
      ]),
    ),
  ),
  'said no word of money': [{ bill: 'failed', rows: [{ ...HEARD, refund: null }] }, false],
  'was a duplicate': [{ bill: 'failed', rows: [{ ...HEARD, verdict: 'duplicate' }] }, false],
  'had another verdict': [{ bill: 'failed', rows: [{ ...HEARD, verdict: 'adjusted' }] }, true],
  'was a success of a failed one': [{ bill: 'failed', rows: [{ ...HEARD, status: 'success' }] }, false],
  'was a success of a reversed one': [{ bill: 'reversed', rows: [{ ...HEARD, status: 'success' }] }, true],
  'was of a second execution': [
    { bill: 'paid', attempt: NAMED, rows: [{ ...OTHER, as: 'paid' }, HEARD] },
    false,
  ],
};

const payments = Object.fromEntries(
  [...Object.entries(COMPARED), ...Object.entries(AGAIN)].map(([name, [payment]]) => [name, payment]),
);
interface Answer {
  readonly userId: string;
  readonly id: string;
  readonly isAgain: boolean;
  readonly isSecond: boolean;
  readonly hasOther: boolean;
  readonly others: readonly string[];
  readonly billStatus: string | null;
}

/** The answers, and the rows of the list that have been compared since, with the status of their payment. */
async function compare(client: pg.PoolClient) {
  const nobodys = { userId: HOUSE_ID, loanId: null };
  await layRows(client, 'nobody', [{ ref: 'STRAY' }], lab.clock.now(), nobodys);
  const { rows } = await client.query<Answer>(
    `select user_id as "userId", id, is_heard_again as "isAgain", is_second as "isSecond", has_other_success as "hasOther",
       of_other_amounts as others, bill_status as "billStatus" from rail_compare($1, $2)`,
    [READING, lab.clock.now()],
  );
  const compared = await client.query<{ id: string; as: string }>(
    'select id, matched_as as "as" from rail_rows where matched_at is not null order by id',
  );
  return { rows, compared: compared.rows };
}

const saidOf = ({ isAgain, isSecond, hasOther, others }: Answer) =>
  [
    isAgain ? 'again' : 'new',
    ...(isSecond ? ['second'] : []),
    ...(hasOther ? ['other success'] : []),
    ...others,
  ].join(', ');

test('LEND-21: given any row of a list, when it is compared, then it stands beside the others of its payment', async () => {
  const { rows, compared } = await inWorld(lab, like, payments, compare);
  const answered = (name: string) =>
    rows.filter(({ id }) => payments[name]!.rows.some((_, index) => rowId(name, index) === id));
  const said = (name: string) => answered(name).map(saidOf).join(' | ');
  expect(Object.keys(COMPARED).map((name) => [name, said(name)])).toEqual(
    Object.entries(COMPARED).map(([name, [, answer = '']]) => [name, answer]),
  );
  expect(Object.keys(AGAIN).map((name) => [name, said(name)])).toEqual(
    Object.entries(AGAIN).map(([name, [, isHeard]]) => [name, isHeard ? 'again' : '']),
  );
  for (const name of Object.keys(payments))
    for (const { billStatus } of answered(name))
      expect([name, billStatus]).toEqual([name, payments[name]!.bill]);
  expect(rows.filter(({ userId }) => userId === HOUSE_ID).map(saidOf)).toEqual(['new']);
  // First what is new, then by person and in the order of the list.
  const places = rows.map(({ isAgain, userId, id }) => `${isAgain} ${userId} ${id}`);
  expect(places).toEqual(places.toSorted());
  const asOf = (name: string, index: number) => compared.find(({ id }) => id === rowId(name, index))?.as;
  expect([asOf('fits', 0), asOf('fits again', 1), asOf('was compared', 0)]).toEqual([
    'paid',
    'paid',
    'failed',
  ]);
  expect(compared).toHaveLength(
    2 +
      Object.values(payments).flatMap((one) => one.rows.filter((row) => 'as' in row || 'verdict' in row))
        .length,
  );
});
