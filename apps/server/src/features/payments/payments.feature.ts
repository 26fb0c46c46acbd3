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
import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED, BOOKS, booksWithout, OWN_MARKS } from '#features/personal-data.ts';
import { figure } from '#platform/figures/figures.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { transactionsCsv } from './list/transactions.csv.ts';
import { paymentJobs, sweepPayments, takeUpJob } from './payments.jobs.ts';
import { createPaymentsService, PAUSED_SECONDS, type PaymentsService } from './payments.service.ts';
import { railOutcomeApproval } from './rail/outcome.ts';

const RECENT = "$1::timestamptz - interval '10 minutes'";
/** The index by time begins with the acceptance: what was accepted more than a day ago is not looked at. */
const PAID = `from payments where accepted_at > $1::timestamptz - interval '1 day' and paid_at > ${RECENT}`;
const AGE = 'coalesce(extract(epoch from $1::timestamptz - min(accepted_at)), 0)::bigint';

/** Whether bills are accepted and paid, and how long people wait to hear of them. */
const PAYMENT_FIGURES = [
  figure({
    name: 'mohlat_payments_accepted',
    help: 'Bills accepted in the last ten minutes',
    sql: `select count(*)::integer as value from payments where accepted_at > ${RECENT}`,
  }),
  figure({
    name: 'mohlat_payments_paid',
    help: 'Bills paid in the last ten minutes',
    sql: `select count(*)::integer as value ${PAID}`,
  }),
  figure({
    name: 'mohlat_payments_paid_paise',
    help: 'What was paid for bills in the last ten minutes',
    sql: `select coalesce(sum(amount_paise), 0)::bigint as value ${PAID}`,
  }),
  figure({
    name: 'mohlat_payment_open_seconds',
    help: 'Age of the oldest accepted bill that is neither paid nor failed',
    sql: `select ${AGE} as value from payments where next_enquiry_at is not null`,
  }),
  figure({
    name: 'mohlat_payments_unknown',
    help: 'Bills whose outcome nobody knows',
    sql: "select count(*)::integer as value from payments where bill_status = 'unknown'",
  }),
  figure({
    name: 'mohlat_payment_unknown_seconds',
    help: 'Age of the oldest bill whose outcome nobody knows',
    sql: `select ${AGE} as value from payments where bill_status = 'unknown'`,
  }),
];

export const payments: Feature = {
  name: 'payments',
  routes: (endpoints, parts) => registerPayments(endpoints, createPaymentsService(parts)),
  jobs(parts) {
    const deps = { ...parts, remitterName: parts.lender.name };
    return [...paymentJobs(deps), takeUpJob(deps)];
  },
  sweeps: (parts) => ({ payments: () => sweepPayments(parts) }),
  approvals: (parts) => [railOutcomeApproval(parts)],
  figures: PAYMENT_FIGURES,
  personalData: [
    {
      table: 'quotes',
      topic: 'books',
      title: { en: 'Prices shown to you', hi: 'आपको दिखाई गई कीमतें' },
      fate: {
        visitor: 'erase',
        applicant: 'erase',
        customer: { keep: 'books', eraseWhere: 't.payment_id is null', atEnd: 'archive' },
      },
    },
    { table: 'payments', topic: 'books', title: { en: 'Payments', hi: 'भुगतान' }, fate: BOOKS },
    {
      table: 'payment_attempts',
      topic: 'books',
      title: { en: 'Orders to the bill network', hi: 'बिल नेटवर्क को दिए गए आदेश' },
      opened: ['mobile_sealed'],
      fate: {
        ...BOOKS,
        customer: {
          keep: 'books',
          // The hash is of an order with the mobile number in it, which its digits would soon be guessed from.
          blank: "mobile_sealed = null, request_sealed = null, request_hash = ''",
          atEnd: { blank: "bill_number = null, request_hash = ''" },
        },
      },
    },
    {
      table: 'payment_leases',
      topic: 'books',
      title: { en: 'Payments being worked on', hi: 'भुगतान जिन पर काम चल रहा है' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'bill_status_log',
      topic: 'books',
      title: { en: 'Course of each payment', hi: 'हर भुगतान का क्रम' },
      fate: BOOKS,
    },
    {
      table: 'reservations',
      topic: 'books',
      title: { en: 'Reserved limit', hi: 'रोकी गई लिमिट' },
      fate: BOOKS,
    },
    {
      table: 'key_facts',
      topic: 'books',
      title: { en: 'Key facts you agreed to', hi: 'मुख्य तथ्य जिन पर आप सहमत हुए' },
      fate: booksWithout('accepted_from = null'),
    },
  ],
  sealed: [
    { table: 'payment_attempts', column: 'mobile_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
    { table: 'payment_attempts', column: 'request_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
  ],
};

function registerPayments(endpoints: EndpointRegistry, payments: PaymentsService): void {
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
