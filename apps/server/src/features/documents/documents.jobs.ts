import type { FeatureContext } from '#features/context.ts';
import { issueTaxDocuments } from './documents.repo.ts';

/** As many as one look takes; the next look is three seconds later. */
const ISSUE_LIMIT = 500;

/** Issues the invoices and credit notes that the ledger has cause for. Rule: LEND-F5. */
export function sweepTaxDocuments({
  worker,
  clock,
}: Pick<FeatureContext, 'worker' | 'clock'>): Promise<number> {
  return worker.plain((tx) => issueTaxDocuments(tx, clock.now(), ISSUE_LIMIT));
}
