import { exportLedgerLines, getBooks, proveBooksNow } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { BooksDeskService } from './books-desk.service.ts';

export function registerBooksDesk(endpoints: EndpointRegistry, books: BooksDeskService): void {
  endpoints.handle(getBooks, ({ actor, query }) => books.get(actor, query));
  endpoints.handle(proveBooksNow, ({ actor, request }) => books.prove(actor, traceOf(request)));
  endpoints.handle(exportLedgerLines, async ({ actor, query, request }) => ({
    type: 'text/csv; charset=utf-8',
    name: `mohlat-ledger-${query.from}-${query.to}.csv`,
    content: await books.export(actor, query, traceOf(request)),
  }));
}
