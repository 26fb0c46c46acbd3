import {
  getInvoice,
  getKeyFactsPdf,
  getNoDues,
  getPaymentReceipt,
  getQuoteKeyFactsPdf,
  getRepaymentReceipt,
  getStatementCsv,
  getStatementPdf,
  listStatements,
} from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { DocumentsService } from './documents.service.ts';
import type { StatementsService } from './statement.service.ts';

export interface DocumentServices {
  readonly documents: DocumentsService;
  readonly statements: StatementsService;
}

export function registerDocuments(
  endpoints: EndpointRegistry,
  { documents, statements }: DocumentServices,
): void {
  endpoints.handle(getQuoteKeyFactsPdf, ({ actor, params, query }) =>
    documents.quoteKeyFacts(actor, params.quoteId, query.language),
  );
  endpoints.handle(getKeyFactsPdf, ({ actor, params, query }) =>
    documents.keyFacts(actor, params.id, query.language),
  );
  endpoints.handle(getPaymentReceipt, ({ actor, params, query }) =>
    documents.paymentReceipt(actor, params.id, query.language),
  );
  endpoints.handle(getNoDues, ({ actor, params, query }) =>
    documents.noDues(actor, params.id, query.language),
  );
  endpoints.handle(getInvoice, ({ actor, params, query }) =>
    documents.invoice(actor, params.id, query.language),
  );
  endpoints.handle(getRepaymentReceipt, ({ actor, params, query }) =>
    documents.repaymentReceipt(actor, params.id, query.language),
  );
  endpoints.handle(listStatements, ({ actor }) => statements.list(actor));
  endpoints.handle(getStatementPdf, ({ actor, params, query }) =>
    statements.pdf(actor, params.month, query.language),
  );
  endpoints.handle(getStatementCsv, ({ actor, params, query }) =>
    statements.csv(actor, params.month, query.language),
  );
}
