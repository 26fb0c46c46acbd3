export { registerAudit } from './audit.routes.ts';
export { type AuditNote, createAuditService, writeAudit } from './audit.service.ts';
