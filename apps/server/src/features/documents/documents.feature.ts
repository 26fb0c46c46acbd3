import { ALWAYS_ERASED, BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { sweepTaxDocuments } from './documents.jobs.ts';
import { registerDocuments } from './documents.routes.ts';
import { createDocumentsService } from './documents.service.ts';
import { createReceiptLinksService } from './receipt-links.service.ts';
import { createStatementsService } from './statement.service.ts';

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
