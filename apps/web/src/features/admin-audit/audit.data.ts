import { AUDIT_ACTOR_KINDS, exportAudit, listAudit } from '@mohlat/contract';
import { given, oneOf } from '../../lib/admin/filters.ts';
import { listQuery } from '../../lib/admin/list.ts';
import { call, callForFile } from '../../lib/api.ts';

export const FILTERS = ['action', 'from', 'to', 'actorKind', 'actorId', 'subjectId', 'objectId'] as const;
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const readFilters = (values: Filters) =>
  given({ ...values, actorKind: oneOf(AUDIT_ACTOR_KINDS, values.actorKind) });

export function auditQuery(values: Filters) {
  const filters = readFilters(values);
  return listQuery('audit', filters, (place, signal) =>
    call(listAudit, { query: { ...filters, ...place }, signal }),
  );
}

export const auditFile = (values: Filters): Promise<Blob> =>
  callForFile(exportAudit, { query: readFilters(values) });
