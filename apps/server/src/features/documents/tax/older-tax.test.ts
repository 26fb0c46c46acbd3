import { businessDate, financialYearOf, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { issueTaxDocuments } from '../documents.issue.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const PAPERS = `select journal_id, loan_id, kind, financial_year, sequence, number, issued_on::text as issued_on, taxable_paise::text as taxable,
  cgst_paise::text as cgst, sgst_paise::text as sgst, igst_paise::text as igst, supply_state
  from tax_documents order by number`;

/** The papers that a run writes in a transaction that is taken back. */
async function written(issue: (tx: Tx) => Promise<number | undefined>): Promise<unknown> {
  const undone = new Error('undone');
  let papers: unknown;
  const done = lab.worker.plain(async (tx) => {
    expect(await issue(tx)).toBe(2);
    papers = await tx.call(PAPERS);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return papers;
}

test('LEND-F5: given fees, then a process of the version before issues the papers of this one', async () => {
  const disbursedOn = businessDate('2027-01-15');
  await lab.lend('taxed', { billPaise: 1_500_000, instalments: 3, disbursedOn });
  await lab.lend('taxed too', { billPaise: 2_500_000, instalments: 3, disbursedOn });
  const now = lab.clock.now();
  const on = istDate(now.getTime());
  const year = financialYearOf(on).startYear;
  const ours = await written((tx) => issueTaxDocuments(tx, now, 100));
  const theirs = await written(async (tx) => {
    const [row] = await tx.call<{ count: number }>(
      'select issue_tax_documents(100, $1, $2, $1, $2) as count',
      [on, year],
    );
    return row?.count;
  });
  expect(theirs).toEqual(ours);
});
