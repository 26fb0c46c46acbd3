import { getBreak, listBreaks, listRailReads, resolveBreak, runReconciliation } from '@mohlat/contract';
import { BOOKS, booksWithout, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { railApprovals } from './reconciliation.approvals.ts';
import { reconciliationJobs, sweepReconciliation } from './reconciliation.read.ts';
import { createReconciliationService, type ReconciliationService } from './reconciliation.service.ts';

const OPEN = 'from reconciliation_breaks where resolved_at is null';

/** Differences with the rail that wait for a person. */
const RECONCILIATION_FIGURES = [
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

export const reconciliation: Feature = {
  name: 'reconciliation',
  routes: (endpoints, parts) => registerReconciliation(endpoints, createReconciliationService(parts)),
  jobs: reconciliationJobs,
  sweeps: (parts) => ({ reconciliation: () => sweepReconciliation(parts) }),
  approvals: railApprovals,
  figures: RECONCILIATION_FIGURES,
  waiting: [
    { kind: 'breaks', path: '/admin/reconciliation', select: `select count(*), min(opened_at) ${OPEN}` },
  ],
  personalData: [
    {
      table: 'rail_rows',
      topic: 'books',
      title: { en: 'What the bill network said of payments', hi: 'बिल नेटवर्क ने भुगतानों के बारे में जो बताया' },
      leftOut: OWN_MARKS,
      fate: BOOKS,
    },
    {
      table: 'loan_freezes',
      topic: 'books',
      title: { en: 'Times a loan was frozen', hi: 'जब ऋण रोका गया' },
      fate: BOOKS,
    },
    {
      table: 'reconciliation_breaks',
      topic: 'books',
      title: { en: 'Differences being cleared', hi: 'जिन अंतरों की जाँच चल रही है' },
      leftOut: OWN_MARKS,
      fate: booksWithout('note = null'),
    },
  ],
};

function registerReconciliation(endpoints: EndpointRegistry, service: ReconciliationService): void {
  endpoints.handle(listBreaks, ({ actor, query, trace }) => service.list(actor, query, trace));
  endpoints.handle(getBreak, ({ actor, params, trace }) => service.get(actor, params.id, trace));
  endpoints.handle(listRailReads, ({ actor, query }) => service.reads(actor, query));
  endpoints.handle(runReconciliation, ({ actor, body, trace }) => service.run(actor, body, trace));
  endpoints.handle(resolveBreak, ({ actor, params, body, trace }) =>
    service.resolve(actor, params.id, body, trace),
  );
}
