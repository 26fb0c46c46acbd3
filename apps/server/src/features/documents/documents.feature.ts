import type { FeatureContext } from '#features/context.ts';
import { ALWAYS_ERASED, BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { issueTaxDocuments } from './documents.issue.ts';
import { registerDocuments } from './documents.routes.ts';
import { createDocumentsService } from './documents.service.ts';
import { createReceiptLinksService } from './receipt/links.service.ts';
import { createStatementsService } from './statement/statement.service.ts';

/** As many as one look takes; the next look is three seconds later. */
const ISSUE_LIMIT = 500;

/** Issues the invoices and credit notes that the ledger has cause for. Rule: LEND-F5. */
function sweepTaxDocuments({ worker, clock }: Pick<FeatureContext, 'worker' | 'clock'>): Promise<number> {
  return worker.plain((tx) => issueTaxDocuments(tx, clock.now(), ISSUE_LIMIT));
}

export const documents: Feature = {
  name: 'documents',
  routes: (endpoints, parts) =>
    registerDocuments(endpoints, {
      documents: createDocumentsService(parts),
      statements: createStatementsService(parts),
      links: createReceiptLinksService(parts),
    }),
  sweeps: (parts) => ({ taxDocuments: () => sweepTaxDocuments(parts) }),
  personalData: [
    { table: 'tax_documents', topic: 'books', title: { en: 'Tax invoices', hi: 'कर बीजक' }, fate: BOOKS },
    {
      table: 'receipt_links',
      topic: 'messages',
      title: { en: 'Shared receipts', hi: 'साझा रसीदें' },
      fate: ALWAYS_ERASED,
    },
  ],
};
