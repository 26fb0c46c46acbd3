import {
  getAgreementPdf,
  getInvoice,
  getKeyFactsPdf,
  getNoDues,
  getPaymentReceipt,
  getQuoteKeyFactsPdf,
  getReceiptProof,
  getRepaymentReceipt,
  getSchedulePdf,
  getSettlementLetter,
  getSharedReceipt,
  getStatementCsv,
  getStatementPdf,
  listReceiptLinks,
  listStatements,
  revokeReceiptLink,
  shareReceipt,
} from '@mohlat/contract';
import type { Actor } from '#platform/db/database.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';
import type { DocumentsService } from './documents.service.ts';
import type { ReceiptLinksService } from './receipt/links.service.ts';
import type { StatementsService } from './statement/statement.service.ts';

export interface DocumentServices {
  readonly documents: DocumentsService;
  readonly statements: StatementsService;
  readonly links: ReceiptLinksService;
}

/** One of a person at a time, so that a person who asks for many keeps no other person waiting. */
const WRITTEN = { permits: 8, permitsPerKey: 1, queueMax: 32, queuePerKeyMax: 4 } as const;

export function registerDocuments(
  endpoints: EndpointRegistry,
  { documents, statements, links }: DocumentServices,
): void {
  const turns = new Semaphore(WRITTEN);
  const inTurn = <T>({ userId }: Actor, write: () => Promise<T>) => turns.takeTurn(userId, write);
  endpoints.handle(getQuoteKeyFactsPdf, ({ actor, params, query }) =>
    inTurn(actor, () => documents.quoteKeyFacts(actor, params.quoteId, query.language)),
  );
  endpoints.handle(getKeyFactsPdf, ({ actor, params, query }) =>
    inTurn(actor, () => documents.keyFacts(actor, params.id, query.language)),
  );
  endpoints.handle(getAgreementPdf, ({ actor, params, query }) =>
    inTurn(actor, () => documents.agreement(actor, params.id, query.language)),
  );
  endpoints.handle(getPaymentReceipt, ({ actor, params, query }) =>
    inTurn(actor, () => documents.paymentReceipt(actor, params.id, query.language)),
  );
  endpoints.handle(getSchedulePdf, ({ actor, params, query }) =>
    inTurn(actor, () => documents.schedule(actor, params.id, query.language)),
  );
  endpoints.handle(getNoDues, ({ actor, params, query }) =>
    inTurn(actor, () => documents.noDues(actor, params.id, query.language)),
  );
  endpoints.handle(getSettlementLetter, ({ actor, params, query }) =>
    inTurn(actor, () => documents.settlement(actor, params.id, query.language)),
  );
  endpoints.handle(getInvoice, ({ actor, params, query }) =>
    inTurn(actor, () => documents.invoice(actor, params.id, query.language)),
  );
  endpoints.handle(getRepaymentReceipt, ({ actor, params, query }) =>
    inTurn(actor, () => documents.repaymentReceipt(actor, params.id, query.language)),
  );
  endpoints.handle(shareReceipt, ({ actor, params }) => links.share(actor, params.id));
  endpoints.handle(listReceiptLinks, ({ actor, params, query }) => links.list(actor, params.id, query));
  endpoints.handle(revokeReceiptLink, ({ actor, params }) => links.revoke(actor, params.id));
  endpoints.handle(getSharedReceipt, ({ params, reply }) => {
    // For the holder of the link, and not for search engines or anything that keeps pages.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return links.show(params.token);
  });
  endpoints.handle(getReceiptProof, ({ params, reply }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return links.prove(params.token);
  });
  endpoints.handle(listStatements, ({ actor, query }) => statements.list(actor, query));
  endpoints.handle(getStatementPdf, ({ actor, params, query }) =>
    inTurn(actor, () => statements.pdf(actor, params.month, query.language)),
  );
  endpoints.handle(getStatementCsv, ({ actor, params, query }) =>
    inTurn(actor, () => statements.csv(actor, params.month, query.language)),
  );
}
