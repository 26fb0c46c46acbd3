import {
  enquirePayment,
  exportAdminPayments,
  getAdminPayment,
  listAdminPayments,
  recordDebitOutcome,
  recordPaymentOutcome,
  refundPaymentExcess,
} from '@mohlat/contract';
import { underKey } from '#features/approvals/index.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry, StreamedDownload } from '#platform/http/endpoints.ts';
import { createPaymentDetailService, type PaymentDetailService } from './payments-desk.detail.ts';
import { createPaymentsListService, type PaymentsListService } from './payments-desk.list.ts';
import { createPaymentProposals, type PaymentProposals } from './payments-desk.propose.ts';
import { PAYMENTS_WAITING } from './payments-desk.waiting.ts';

export const paymentsDesk: Feature = {
  name: 'payments-desk',
  routes: (endpoints, parts) =>
    registerPaymentsDesk(endpoints, {
      list: createPaymentsListService(parts),
      detail: createPaymentDetailService(parts),
      proposals: createPaymentProposals(parts),
    }),
  waiting: PAYMENTS_WAITING,
};

/** Staff's payments: the list, one of them, and what may be proposed about it. */
interface PaymentsDesk {
  readonly list: PaymentsListService;
  readonly detail: PaymentDetailService;
  readonly proposals: PaymentProposals;
}

function registerPaymentsDesk(endpoints: EndpointRegistry, { list, detail, proposals }: PaymentsDesk): void {
  endpoints.handle(listAdminPayments, ({ actor, query, trace }) => list.list(actor, query, trace));
  endpoints.handle(exportAdminPayments, async ({ actor, query, trace }): Promise<StreamedDownload> => ({
    type: 'text/csv; charset=utf-8',
    name: 'mohlat-payments.csv',
    content: await list.export(actor, query, trace),
  }));
  endpoints.handle(getAdminPayment, ({ actor, params, trace }) => detail.get(actor, params.id, trace));
  endpoints.handle(enquirePayment, ({ actor, params, trace }) => detail.enquire(actor, params.id, trace));
  endpoints.handle(recordPaymentOutcome, underKey(proposals.recordOutcome));
  endpoints.handle(recordDebitOutcome, underKey(proposals.recordDebit));
  endpoints.handle(refundPaymentExcess, underKey(proposals.refundExcess));
}
