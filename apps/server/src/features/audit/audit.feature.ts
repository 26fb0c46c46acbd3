import { exportAudit, listAudit } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { type AuditService, createAuditService } from './audit.service.ts';

export const audit: Feature = {
  name: 'audit',
  routes: (endpoints, parts) => registerAudit(endpoints, createAuditService(parts)),
};

function registerAudit(endpoints: EndpointRegistry, audit: AuditService): void {
  endpoints.handle(listAudit, ({ actor, query, trace }) => audit.list(actor, query, trace));
  endpoints.handle(
    exportAudit,
    async ({ actor, query, trace }) => ({
      type: 'text/csv; charset=utf-8',
      content: await audit.exportCsv(actor, query, trace),
      name: 'audit.csv',
    }),
    { isHeavy: true },
  );
}
