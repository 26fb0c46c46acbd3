import type { Feature } from '#features/feature.ts';
import { createClosureService } from './closure.service.ts';
import { createConsentsService } from './consents.service.ts';
import { createExportService } from './export.service.ts';
import { registerPrivacy } from './privacy.routes.ts';
import { privacyJobs, retentionCron } from './retention.jobs.ts';

export const privacy: Feature = {
  name: 'privacy',
  routes: (endpoints, parts) =>
    registerPrivacy(endpoints, {
      consents: createConsentsService(parts),
      copies: createExportService(parts),
      closure: createClosureService(parts),
    }),
  jobs: privacyJobs,
  crons: [retentionCron],
};
