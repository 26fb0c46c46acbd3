import type { Borrower, Loan } from '@mohlat/lending';
import { lateTermsOf, type SoldAs, settingsOfVersions } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

/** A loan as its rows have it: the settings and the plan it was sold under, in place of the terms that follow from them. */
type LoanRow = Omit<Loan, 'late' | 'feeTax' | 'sold'> & {
  readonly feeTax: Omit<Loan['feeTax'], 'gstBps'>;
  readonly sold: Omit<Loan['sold'], 'coolingOffDays'>;
  readonly soldUnder: SoldAs & { readonly version: number };
};

export type BorrowerRow = Omit<Borrower, 'loans'> & { readonly loans: readonly LoanRow[] };

/** Borrowers with the terms of their loans, in the order of the rows. Settings are read once, whatever the number of loans. Rule: LEND-S6 */
export async function withTerms(tx: Tx, rows: readonly BorrowerRow[]): Promise<Borrower[]> {
  const versions = new Set(rows.flatMap(({ loans }) => loans.map(({ soldUnder }) => soldUnder.version)));
  const known = await settingsOfVersions(tx, [...versions]);
  return rows.map(({ userId, usedPaise, blocks, loans }) => ({
    userId,
    usedPaise,
    blocks,
    loans: loans.map(({ soldUnder, ...loan }) => {
      const settings = known.get(soldUnder.version);
      invariant(settings, `settings version ${soldUnder.version} is gone`);
      return {
        ...loan,
        late: lateTermsOf(settings, soldUnder),
        feeTax: { ...loan.feeTax, gstBps: settings.fee.gstBps },
        sold: { ...loan.sold, coolingOffDays: settings.coolingOffDays },
      };
    }),
  }));
}
