import { BOOKS, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { EVIDENCE_FIGURES } from './evidence.figures.ts';
import { evidenceJobs, sweepAnchors } from './evidence.jobs.ts';
import { registerEvidence } from './evidence.routes.ts';
import { createAnchorsService } from './evidence.service.ts';

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
      fate: { ...BOOKS, customer: { keep: 'books', atEnd: { blank: 'salt = null' } } },
    },
  ],
};
