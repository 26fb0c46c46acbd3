export { createPaymentDetailService } from './payments-desk.detail.ts';
export { createPaymentsListService } from './payments-desk.list.ts';
export { createPaymentProposals } from './payments-desk.propose.ts';
export { registerPaymentsDesk } from './payments-desk.routes.ts';
