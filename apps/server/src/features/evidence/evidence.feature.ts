import type { Feature } from '#features/feature.ts';
import { evidenceJobs, sweepAnchors } from './evidence.jobs.ts';
import { registerEvidence } from './evidence.routes.ts';
import { createAnchorsService } from './evidence.service.ts';

export const evidence: Feature = {
  name: 'evidence',
  routes: (endpoints, parts) => registerEvidence(endpoints, createAnchorsService(parts)),
  jobs: evidenceJobs,
  sweeps: (parts) => ({ anchors: () => sweepAnchors(parts) }),
};
