import { listAnchors } from '@mohlat/contract';
import { booksWithout, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { evidenceJobs, sweepAnchors } from './evidence.jobs.ts';
import { type AnchorsService, createAnchorsService } from './evidence.service.ts';

/** Whether every closed day is signed. */
const EVIDENCE_FIGURES = [
  figure({
    name: 'mohlat_anchors_missing',
    help: 'Closed days without an anchor',
    sql: `select count(*)::integer as value from business_days
      where closed_at is not null and day_on > coalesce((select max(day_on) from anchors), '-infinity')`,
  }),
];

export const evidence: Feature = {
  name: 'evidence',
  routes: (endpoints, parts) => registerEvidence(endpoints, createAnchorsService(parts)),
  jobs: evidenceJobs,
  sweeps: (parts) => ({ anchors: () => sweepAnchors(parts) }),
  figures: EVIDENCE_FIGURES,
  personalData: [
    {
      table: 'journal_leaves',
      topic: 'books',
      title: { en: 'Proofs of journals', hi: 'जर्नल के प्रमाण' },
      leftOut: OWN_MARKS,
      fate: booksWithout('salt = null'),
    },
  ],
};

function registerEvidence(endpoints: EndpointRegistry, evidence: AnchorsService): void {
  endpoints.handle(listAnchors, ({ query }) => evidence.list(query));
}
