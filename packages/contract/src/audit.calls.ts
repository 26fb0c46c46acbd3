import { declareCall } from './endpoint.ts';

export const AUDIT_ACTOR_KINDS = ['staff', 'desk', 'system'] as const;

export const listAudit = declareCall({
  name: 'listAudit',
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  roles: ['risk', 'admin'],
});

/** More rows than this in one file are refused: choose a shorter period. */
export const AUDIT_EXPORT_MAX = 20_000;

export const exportAudit = declareCall({
  name: 'exportAudit',
  method: 'GET',
  path: '/admin/audit/export',
  access: 'admin',
  roles: ['risk', 'admin'],
  stepUp: true,
  download: true,
});
