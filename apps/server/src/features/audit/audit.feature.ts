import type { Feature } from '#features/feature.ts';
import { registerAudit } from './audit.routes.ts';
import { createAuditService } from './audit.service.ts';

export const audit: Feature = {
  name: 'audit',
  routes: (endpoints, parts) => registerAudit(endpoints, createAuditService(parts)),
};
