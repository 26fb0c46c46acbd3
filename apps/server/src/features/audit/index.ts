export { type AuditNote, writeAudit } from './audit.service.ts';
