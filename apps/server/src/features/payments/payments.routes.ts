import {
  acceptPayment,
  createQuote,
  getForeclosure,
  getPartPrepayment,
  getPayment,
  getSchedule,
  listPayments,
  listTransactions,
} from '@mohlat/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { PaymentsService } from './payments.service.ts';
import { transactionsCsv } from './list/transactions.csv.ts';

/** A short float is seen to within minutes, or not at all. */
const PAUSED_SECONDS = 120;

export function registerPayments(endpoints: EndpointRegistry, payments: PaymentsService): void {
  endpoints.handle(createQuote, ({ actor, body }) => payments.quote(actor, body));
  endpoints.handle(acceptPayment, async ({ actor, body, idempotencyKey, trace, reply }) => {
    const accepted = await payments.accept(actor, idempotencyKey, body, trace.ip);
    if (accepted.isReplay) reply.header('idempotency-replayed', 'true');
    if ('refusal' in accepted) {
      const isPaused = accepted.refusal === 'payments_paused';
      throw new DomainError(accepted.refusal, isPaused ? { retryAfterSeconds: PAUSED_SECONDS } : {});
    }
    return accepted.payment;
  });
  endpoints.handle(listPayments, ({ actor, query }) => payments.list(actor, query));
  endpoints.handle(getPayment, ({ actor, params }) => payments.get(actor, params.id));
  endpoints.handle(getForeclosure, ({ actor, params }) => payments.foreclosure(actor, params.id));
  endpoints.handle(getPartPrepayment, ({ actor, params, query }) =>
    payments.partPrepayment(actor, params.id, query.amountPaise),
  );
  endpoints.handle(getSchedule, ({ actor, query }) => payments.schedule(actor, query));
  endpoints.handle(listTransactions, async ({ actor, query, reply }) => {
    const page = await payments.transactions(actor, query);
    if (query.format === 'csv') {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="mohlat-transactions.csv"');
      await reply.send(transactionsCsv(page.items, query.language));
    }
    return page;
  });
}
