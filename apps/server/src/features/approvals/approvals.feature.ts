import { decideApproval, getApproval, listApprovals } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { traceOf } from './approvals.calls.ts';
import { type ApprovalsService, createApprovalsService, sweepApprovals } from './approvals.service.ts';

export const approvals: Feature = {
  name: 'approvals',
  routes: (endpoints, parts) => registerApprovals(endpoints, createApprovalsService(parts)),
  sweeps: (parts) => ({ approvals: () => sweepApprovals(parts) }),
};

function registerApprovals(endpoints: EndpointRegistry, approvals: ApprovalsService): void {
  endpoints.handle(listApprovals, ({ actor, query, request }) =>
    approvals.list(actor, query, traceOf(request)),
  );
  endpoints.handle(getApproval, ({ actor, params, request }) =>
    approvals.get(actor, params.id, traceOf(request)),
  );
  endpoints.handle(decideApproval, ({ actor, params, body, request }) =>
    approvals.decide(actor, params.id, body, traceOf(request)),
  );
}
