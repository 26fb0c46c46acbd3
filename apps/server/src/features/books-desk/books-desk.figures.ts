import { figure } from '#platform/figures/figures.ts';
import { BOOKS_ID } from './books-desk.repo.ts';

const LAST = `from books_standing('${BOOKS_ID}')`;

/** How the books stood when they were last proven. Rule: LEND-17 */
export const BOOKS_FIGURES = [
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
