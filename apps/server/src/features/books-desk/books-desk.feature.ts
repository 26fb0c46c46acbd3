import { exportLedgerLines, exportTaxRegister, getBooks, proveBooksNow } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { booksCron, booksJobs } from './books-desk.jobs.ts';
import { BOOKS_ID } from './books-desk.repo.ts';
import { type BooksDeskService, createBooksDeskService } from './books-desk.service.ts';

const LAST = `from books_standing('${BOOKS_ID}')`;

/** The figures of the last proof of the books. Rule: LEND-17 */
const BOOKS_FIGURES = [
  figure({
    name: 'mohlat_books_broken',
    help: 'Invariants of the books that were broken at the last proof',
    sql: `select broken as value ${LAST}`,
  }),
  figure({
    name: 'mohlat_books_proof_seconds',
    help: 'Time since the books were last proven',
    sql: `select extract(epoch from $1::timestamptz - proven_at)::bigint as value ${LAST}`,
  }),
];

export const booksDesk: Feature = {
  name: 'books-desk',
  routes: (endpoints, parts) => registerBooksDesk(endpoints, createBooksDeskService(parts)),
  jobs: booksJobs,
  crons: [booksCron],
  figures: BOOKS_FIGURES,
};

function registerBooksDesk(endpoints: EndpointRegistry, books: BooksDeskService): void {
  endpoints.handle(getBooks, ({ actor, query }) => books.get(actor, query));
  endpoints.handle(proveBooksNow, ({ actor, trace }) => books.prove(actor, trace));
  endpoints.handle(exportTaxRegister, async ({ actor, query, trace }) => ({
    type: 'text/csv; charset=utf-8',
    name: `mohlat-gst-${query.from}-${query.to}.csv`,
    content: await books.exportTax(actor, query, trace),
  }));
  endpoints.handle(exportLedgerLines, async ({ actor, query, trace }) => ({
    type: 'text/csv; charset=utf-8',
    name: `mohlat-ledger-${query.from}-${query.to}.csv`,
    content: await books.export(actor, query, trace),
  }));
}
