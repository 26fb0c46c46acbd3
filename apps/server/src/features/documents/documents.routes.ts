import {
  getInvoice,
  getKeyFactsPdf,
  getNoDues,
  getPaymentReceipt,
  getQuoteKeyFactsPdf,
  getReceiptProof,
  getRepaymentReceipt,
  getSchedulePdf,
  getSharedReceipt,
  getStatementCsv,
  getStatementPdf,
  listReceiptLinks,
  listStatements,
  revokeReceiptLink,
  shareReceipt,
} from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { DocumentsService } from './documents.service.ts';
import type { ReceiptLinksService } from './receipt-links.service.ts';
import type { StatementsService } from './statement.service.ts';

export interface DocumentServices {
  readonly documents: DocumentsService;
  readonly statements: StatementsService;
  readonly links: ReceiptLinksService;
}

export function registerDocuments(
  endpoints: EndpointRegistry,
  { documents, statements, links }: DocumentServices,
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
  endpoints.handle(getSchedulePdf, ({ actor, params, query }) =>
    documents.schedule(actor, params.id, query.language),
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
  endpoints.handle(shareReceipt, ({ actor, params }) => links.share(actor, params.id));
  endpoints.handle(listReceiptLinks, ({ actor, params }) => links.list(actor, params.id));
  endpoints.handle(revokeReceiptLink, ({ actor, params }) => links.revoke(actor, params.id));
  endpoints.handle(getSharedReceipt, ({ params, reply }) => {
    // For whoever was given it, and not for search engines or anything that keeps pages.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return links.show(params.token);
  });
  endpoints.handle(getReceiptProof, ({ params, reply }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return links.prove(params.token);
  });
  endpoints.handle(listStatements, ({ actor }) => statements.list(actor));
  endpoints.handle(getStatementPdf, ({ actor, params, query }) =>
    statements.pdf(actor, params.month, query.language),
  );
  endpoints.handle(getStatementCsv, ({ actor, params, query }) =>
    statements.csv(actor, params.month, query.language),
  );
}
