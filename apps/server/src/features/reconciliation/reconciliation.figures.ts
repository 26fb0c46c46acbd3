import { figure } from '#platform/figures/figures.ts';

const OPEN = 'from reconciliation_breaks where resolved_at is null';

/** Differences with the rail that wait for a person. */
export const RECONCILIATION_FIGURES = [
  figure({
    name: 'mohlat_breaks_open',
    help: 'Differences with the rail that nobody has cleared',
    sql: `select count(*)::integer as value ${OPEN}`,
  }),
  figure({
    name: 'mohlat_break_oldest_seconds',
    help: 'Age of the oldest difference with the rail that nobody has cleared',
    sql: `select coalesce(extract(epoch from $1::timestamptz - min(opened_at)), 0)::bigint as value ${OPEN}`,
  }),
];
