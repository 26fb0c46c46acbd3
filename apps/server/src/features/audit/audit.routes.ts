import { exportAudit, listAudit } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { AuditService } from './audit.service.ts';

export function registerAudit(endpoints: EndpointRegistry, audit: AuditService): void {
  endpoints.handle(listAudit, ({ actor, query, request }) => audit.list(actor, query, traceOf(request)));
  endpoints.handle(
    exportAudit,
    async ({ actor, query, request }) => ({
      type: 'text/csv; charset=utf-8',
      content: await audit.exportCsv(actor, query, traceOf(request)),
      name: 'audit.csv',
    }),
    { isHeavy: true },
  );
}
