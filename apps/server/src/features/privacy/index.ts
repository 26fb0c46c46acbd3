export { createClosureService } from './closure.service.ts';
export { createConsentsService } from './consents.service.ts';
export { createExportService } from './export.service.ts';
export { registerPrivacy } from './privacy.routes.ts';
export { privacyJobs, retentionCron } from './retention.jobs.ts';
