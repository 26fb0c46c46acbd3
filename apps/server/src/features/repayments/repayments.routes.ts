import {
  cancelPayment,
  confirmRepayment,
  getRepayment,
  listRepayments,
  type StartedRepayment,
  startRepayment,
} from '@mohlat/contract';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { RepaymentsService } from './repayments.service.ts';
import type { Started } from './repayments.start.ts';

export function registerRepayments(endpoints: EndpointRegistry, repayments: RepaymentsService): void {
  endpoints.handle(startRepayment, async ({ actor, params, body, idempotencyKey, request, reply }) => {
    const asked = { paymentId: params.id, key: idempotencyKey, requestId: request.id };
    return answer(await repayments.start(actor, asked, body), reply);
  });
  endpoints.handle(cancelPayment, async ({ actor, params, idempotencyKey, request, reply }) => {
    const asked = { paymentId: params.id, key: idempotencyKey, requestId: request.id };
    return answer(await repayments.cancel(actor, asked), reply);
  });
  endpoints.handle(confirmRepayment, ({ actor, params, body }) => repayments.confirm(actor, params.id, body));
  endpoints.handle(getRepayment, ({ actor, params }) => repayments.get(actor, params.id));
  endpoints.handle(listRepayments, ({ actor, query }) => repayments.list(actor, query));
}

function answer(started: Started, reply: FastifyReply): StartedRepayment {
  if (started.isReplay) reply.header('idempotency-replayed', 'true');
  if ('refusal' in started) throw new DomainError(started.refusal);
  return started.answer;
}
