import { decideApproval, getApproval, listApprovals } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { IS_AGAINST_READER } from './approvals.repo.ts';
import { type ApprovalsService, createApprovalsService, sweepApprovals } from './approvals.service.ts';

export const approvals: Feature = {
  name: 'approvals',
  routes: (endpoints, parts) => registerApprovals(endpoints, createApprovalsService(parts)),
  sweeps: (parts) => ({ approvals: () => sweepApprovals(parts) }),
  waiting: [
    {
      kind: 'approvals',
      path: '/admin/approvals',
      select: `select count(*), min(proposed_at) from approvals a where status = 'open' and expires_at > $1 and not (${IS_AGAINST_READER})`,
    },
  ],
};

function registerApprovals(endpoints: EndpointRegistry, approvals: ApprovalsService): void {
  endpoints.handle(listApprovals, ({ actor, query, trace }) => approvals.list(actor, query, trace));
  endpoints.handle(getApproval, ({ actor, params, trace }) => approvals.get(actor, params.id, trace));
  endpoints.handle(decideApproval, ({ actor, params, body, trace }) =>
    approvals.decide(actor, params.id, body, trace),
  );
}
