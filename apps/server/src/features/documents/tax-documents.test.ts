import { addDays } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
/** Two loans of one person, who moved between them. */
let one: LabLoan;
let other: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  other = await lab.lend('anna other', { ...EMI3, supplyState: '29' });
  one = await lab.lend('anna one', { ...EMI3, supplyState: '33' });
});
afterAll(() => lab.close());

const FAR = '2031-03-10' as typeof EMI3.disbursedOn;

test('LEND-F5: given a series, when numbers are taken from it, then tax_series_take answers the first of each, without a gap', async () => {
  const taken = await amongLaid(lab, async (client) => {
    const take = async (kind: string, year: number, count: number) =>
      (
        await client.query<{ first: number }>('select tax_series_take($1, $2, $3, $4) as first', [
          kind,
          year,
          count,
          FAR,
        ])
      ).rows[0]!.first;
    const firsts = [
      await take('invoice', 2031, 3),
      await take('invoice', 2031, 2),
      await take('invoice', 2032, 2),
      await take('credit_note', 2031, 1),
      await take('invoice', 2031, 1),
    ];
    return firsts;
  });
  expect(taken).toEqual([1, 4, 1, 1, 6]);
});

test('LEND-F2: given the loans of a person who moved, when tax_documents_write writes one, then its place is that of its own loan', async () => {
  const states = await amongLaid(lab, async (client) => {
    const money = { taxablePaise: 100, cgstPaise: 9, sgstPaise: 9, igstPaise: 0 };
    const documents = [one, other].map(({ userId, loanId }, index) => ({
      userId,
      loanId,
      journalId: idOf(`journal ${index}`),
      kind: 'invoice',
      financialYear: 2031,
      sequence: index + 1,
      number: `N${index}`,
      issuedOn: FAR,
      ...money,
    }));
    await client.query('select tax_documents_write($1)', [JSON.stringify(documents)]);
    const { rows } = await client.query<{ state: string }>(
      'select supply_state as state from tax_documents where issued_on = $1 order by sequence',
      [FAR],
    );
    return rows.map(({ state }) => state);
  });
  expect(states).toEqual(['33', '29']);
});

async function doneThrough(client: pg.PoolClient): Promise<string> {
  await client.query('select tax_documents_done()');
  return (await client.query<{ day: string }>('select through_on::text as day from tax_documents_through'))
    .rows[0]!.day;
}

test('LEND-B6: given days that were closed, when tax_documents_done says how far all is done, then it leaves the last, and never goes back', async () => {
  const days = await amongLaid(lab, async (client) => {
    for (const [after, closed] of [
      [-3, true],
      [0, true],
      [2, false],
    ] as const)
      await client.query('insert into business_days (day_on, closed_at) values ($1, $2)', [
        addDays(FAR, after),
        closed ? lab.clock.now() : null,
      ]);
    const first = await doneThrough(client);
    await client.query('update tax_documents_through set through_on = $1', [addDays(FAR, 5)]);
    return [first, await doneThrough(client)];
  });
  expect(days).toEqual([addDays(FAR, -1), addDays(FAR, 5)]);
});
