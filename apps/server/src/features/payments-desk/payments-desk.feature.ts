import type { Feature } from '#features/feature.ts';
import { createPaymentDetailService } from './payments-desk.detail.ts';
import { createPaymentsListService } from './payments-desk.list.ts';
import { createPaymentProposals } from './payments-desk.propose.ts';
import { registerPaymentsDesk } from './payments-desk.routes.ts';
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
