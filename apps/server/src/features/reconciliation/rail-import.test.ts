import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { inWorld, ofName, type WorldPayment } from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(() => lab.close());

const ROW = {
  ourReference: `LAB${ofName('one').loanId.slice(0, 20)}`,
  railReference: 'R1',
  providerTxn: 'T1',
  status: 'success',
  refundStatus: null as string | null,
  amountPaise: BILL,
  occurredAt: '2027-01-15T06:00:00Z',
};
const THEIRS = { ...ROW, ourReference: `LAB${ofName('their one').loanId.slice(0, 20)}` };
const NOBODYS = { ...ROW, ourReference: 'NOBODYS' };
/** Everything in which the list may speak of the same reference otherwise. */
const OTHERWISE = [
  { railReference: 'R2' },
  { providerTxn: 'T2' },
  { status: 'failure' },
  { refundStatus: 'required' },
  { amountPaise: BILL - 1 },
  { occurredAt: '2027-01-15T06:00:01Z' },
];

const WORLD: Readonly<Record<string, WorldPayment>> = {
  one: { bill: 'paid', rows: [] },
  'their one': { bill: 'paid', rows: [] },
};

/** The readings of rows, in the order in which they were first seen. */
async function imported(client: pg.PoolClient) {
  const read = async (reading: string, rows: readonly object[]) => {
    await client.query('select rail_import($1, $2, $3, $4)', [
      DAY,
      idOf(reading),
      JSON.stringify(rows),
      lab.clock.now(),
    ]);
    const { rows: kept } = await client.query<{ said: string }>(
      `select concat_ws(' ', user_id, payment_id, our_reference, rail_reference, provider_txn, status, refund_status, amount_paise,
         extract(epoch from occurred_at)::integer, case read_id when $1 then 'now' else 'before' end) as said from rail_rows order by id`,
      [idOf(reading)],
    );
    return kept.map(({ said }) => said);
  };
  // Pages overlap.
  const first = await read('first', [ROW, ROW, NOBODYS, THEIRS]);
  await client.query("update rail_rows set matched_at = now() where our_reference = 'NOBODYS'");
  const again = await read('again', [ROW, NOBODYS]);
  const otherwise = [];
  for (const one of OTHERWISE) {
    const kept = await read(`otherwise ${Object.keys(one).join()}`, [{ ...ROW, ...one }]);
    otherwise.push(kept.length);
    otherwise.push((await read(`back ${Object.keys(one).join()}`, [ROW])).length);
  }
  // Two of nobody's, and one whose payment is known later.
  const count = async (reading: string, rows: readonly object[]) => (await read(reading, rows)).length - kept;
  let kept = otherwise.at(-1)!;
  const second = { ...NOBODYS, ourReference: 'NOBODYS TOO' };
  const strays = [await count('stray', [second]), await count('strays', [NOBODYS, second])];
  strays.push(await count('strays failed', [{ ...NOBODYS, status: 'failure' }]));
  kept += strays.at(-1)!;
  const late = { ...ROW, ourReference: 'KNOWN LATER' };
  const known = [await count('unknown', [late])];
  await client.query('update payment_attempts set our_reference = $2 where payment_id = $1', [
    ofName('one').loanId,
    late.ourReference,
  ]);
  for (const status of ['success', 'failure'])
    known.push(await count(`known as ${status}`, [{ ...late, status }]));
  return { first, again, otherwise, strays, known };
}

test('LEND-C4, LEND-21: given a list that is read again, then a row stands once, until it says something else', async () => {
  const { first, again, otherwise, strays, known } = await inWorld(lab, like, WORLD, imported);
  const facts = `R1 T1 success ${BILL} ${Date.parse(ROW.occurredAt) / 1000}`;
  const said = (name: string, { ourReference }: typeof ROW, when: string) =>
    `${ofName(name).userId} ${ofName(name).loanId} ${ourReference} ${facts} ${when}`;
  expect(first.toSorted()).toEqual(
    [
      said('one', ROW, 'now'),
      said('their one', THEIRS, 'now'),
      `${HOUSE_ID} NOBODYS ${facts} now`,
    ].toSorted(),
  );
  // A compared row stays of the reading it was compared in.
  expect(again.toSorted()).toEqual(
    [
      said('one', ROW, 'now'),
      said('their one', THEIRS, 'before'),
      `${HOUSE_ID} NOBODYS ${facts} before`,
    ].toSorted(),
  );
  // Under another reference it is another row, and the first one stands as it did; else its return is news as well.
  expect(otherwise).toEqual([4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect([strays, known]).toEqual([
    [1, 1, 2],
    [1, 2, 3],
  ]);
});
