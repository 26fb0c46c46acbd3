export { sweepTaxDocuments } from './documents.jobs.ts';
export { createPapers } from './documents.papers.ts';
export { registerDocuments } from './documents.routes.ts';
export { createDocumentsService } from './documents.service.ts';
export { createReceiptLinksService } from './receipt-links.service.ts';
export { createStatementsService } from './statement.service.ts';
