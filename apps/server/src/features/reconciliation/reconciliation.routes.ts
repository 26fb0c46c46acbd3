import { getBreak, listBreaks, resolveBreak, runReconciliation } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { ReconciliationService } from './reconciliation.service.ts';

export function registerReconciliation(endpoints: EndpointRegistry, service: ReconciliationService): void {
  endpoints.handle(listBreaks, ({ actor, query, request }) => service.list(actor, query, traceOf(request)));
  endpoints.handle(getBreak, ({ actor, params, request }) => service.get(actor, params.id, traceOf(request)));
  endpoints.handle(runReconciliation, ({ actor, body, request }) =>
    service.run(actor, body, traceOf(request)),
  );
  endpoints.handle(resolveBreak, ({ actor, params, body, request }) =>
    service.resolve(actor, params.id, body, traceOf(request)),
  );
}
