import { getKeyFactsPdf, getQuoteKeyFactsPdf } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { DocumentsService } from './documents.service.ts';

export function registerDocuments(endpoints: EndpointRegistry, documents: DocumentsService): void {
  endpoints.handle(getQuoteKeyFactsPdf, ({ actor, params, query }) =>
    documents.quoteKeyFacts(actor, params.quoteId, query.language),
  );
  endpoints.handle(getKeyFactsPdf, ({ actor, params, query }) =>
    documents.keyFacts(actor, params.id, query.language),
  );
}
