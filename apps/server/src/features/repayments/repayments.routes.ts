import { confirmRepayment, getRepayment, listRepayments, startRepayment } from '@mohlat/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { RepaymentsService } from './repayments.service.ts';

export function registerRepayments(endpoints: EndpointRegistry, repayments: RepaymentsService): void {
  endpoints.handle(startRepayment, async ({ actor, params, body, idempotencyKey, request, reply }) => {
    const started = await repayments.start(actor, params.id, idempotencyKey, body, request.id);
    if (started.isReplay) reply.header('idempotency-replayed', 'true');
    if ('refusal' in started) throw new DomainError(started.refusal);
    return started.answer;
  });
  endpoints.handle(confirmRepayment, ({ actor, params, body }) => repayments.confirm(actor, params.id, body));
  endpoints.handle(getRepayment, ({ actor, params }) => repayments.get(actor, params.id));
  endpoints.handle(listRepayments, ({ actor, query }) => repayments.list(actor, query));
}
