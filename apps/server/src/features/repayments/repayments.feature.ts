import {
  cancelPayment,
  confirmRepayment,
  getRepayment,
  listRepayments,
  returnRepayment,
  type StartedRepayment,
  startRepayment,
} from '@mohlat/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Feature } from '#features/feature.ts';
import { BOOKS } from '#features/personal-data.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { enquireRepayment, type EnquiryDeps } from './repayments.enquiry.ts';
import { createRepaymentsService, type RepaymentsService } from './repayments.service.ts';
import type { Started } from './repayments.start.ts';
import { followHint } from './repayments.stray.ts';

const ids = z.object({ userId: z.string(), repaymentId: z.string() });

function repaymentJobs(deps: EnquiryDeps): Job[] {
  return [
    job(
      'repayments.enquire',
      ids,
      async (repayment) => {
        await enquireRepayment(deps, repayment);
      },
      'aside',
    ),
    job(
      'repayments.hint',
      z.object({ orderRef: z.string() }),
      ({ orderRef }) => followHint(deps, orderRef),
      'aside',
    ),
  ];
}

/** Every open order whose next look is due gets a job. */
async function sweepRepayments({ worker, clock }: Pick<EnquiryDeps, 'worker' | 'clock'>): Promise<number> {
  return enqueueDue(
    worker,
    {
      table: 'repayments',
      column: 'next_enquiry_at',
      limit: 500,
      task: 'repayments.enquire',
      job: ({ userId, id }) => ({ payload: { userId, repaymentId: id }, key: `repayment:${id}` }),
    },
    clock.now(),
  );
}

export const repayments: Feature = {
  name: 'repayments',
  routes: (endpoints, parts) => registerRepayments(endpoints, createRepaymentsService(parts)),
  jobs: repaymentJobs,
  sweeps: (parts) => ({ repayments: () => sweepRepayments(parts) }),
  personalData: [
    { table: 'repayments', topic: 'books', title: { en: 'Repayments', hi: 'चुकौतियाँ' }, fate: BOOKS },
    // A part paid early writes instalments again.
    { table: 'instalments', topic: 'books', title: { en: 'Instalments', hi: 'किस्तें' }, fate: BOOKS },
    {
      table: 'allocations',
      topic: 'books',
      title: { en: 'What each repayment covered', hi: 'हर चुकौती से क्या चुका' },
      fate: BOOKS,
    },
  ],
};

function registerRepayments(endpoints: EndpointRegistry, repayments: RepaymentsService): void {
  endpoints.handle(startRepayment, async ({ actor, params, body, idempotencyKey, request, reply }) => {
    const asked = { paymentId: params.id, key: idempotencyKey, requestId: request.id };
    return answer(await repayments.start(actor, asked, body), reply);
  });
  endpoints.handle(cancelPayment, async ({ actor, params, idempotencyKey, request, reply }) => {
    const asked = { paymentId: params.id, key: idempotencyKey, requestId: request.id };
    return answer(await repayments.cancel(actor, asked), reply);
  });
  endpoints.handle(confirmRepayment, ({ actor, params, body }) => repayments.confirm(actor, params.id, body));
  endpoints.handle(returnRepayment, async ({ actor, params, idempotencyKey, reply }) => {
    const given = await repayments.giveBack(actor, params.id, idempotencyKey);
    if (given.isReplay) reply.header('idempotency-replayed', 'true');
    if ('refusal' in given) throw new DomainError(given.refusal);
    return given.answer;
  });
  endpoints.handle(getRepayment, ({ actor, params }) => repayments.get(actor, params.id));
  endpoints.handle(listRepayments, ({ actor, query }) => repayments.list(actor, query));
}

function answer(started: Started, reply: FastifyReply): StartedRepayment {
  if (started.isReplay) reply.header('idempotency-replayed', 'true');
  if ('refusal' in started) throw new DomainError(started.refusal);
  return started.answer;
}
