import type { AdminPayment, listAdminPayments } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { samplePayment } from '../../../test/samples.ts';
import { asha, AT, DAY, ID, type RowOf } from '../../../test/staff-samples.ts';

export const paymentRow: RowOf<typeof listAdminPayments> = {
  id: ID,
  account: asha,
  date: AT,
  bankName: 'HDFC Bank',
  cardMasked: '•••• 4021',
  amountPaise: 300_000,
  serviceFeePaise: 6_000,
  totalAmountPaise: 306_000,
  endedPaise: null,
  plan: { kind: 'single' },
  status: 'pending',
  billStatus: 'paid',
  needsReview: false,
  ourReference: null,
  railReference: null,
  daysPastDue: 0,
};

export const payment: AdminPayment = {
  payment: samplePayment(),
  account: asha,
  settingsVersion: 1,
  nextEnquiryAt: null,
  loan: { status: 'active', disbursedOn: DAY, closedThroughOn: DAY, daysPastDue: 0 },
  closing: { asOf: DAY, totalPaise: 1_530_000, savingPaise: 25_000 },
  repayments: [],
  refunds: [],
  journals: [],
  approvals: [],
  breaks: [],
  hardships: [{ id: ID, fromDate: DAY, untilDate: DAY, endedDate: null }],
  freezes: [],
  debitsInReview: [],
  mandates: [],
  timeline: [{ at: AT, source: 'journal', event: 'loan_booked', detail: {} }],
  leftOut: { calls: 0, webhooks: 0 },
  actions: ['waive'],
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/payments', 'payments', paymentRow, 'HDFC Bank •• 4021', 'No payment has been made yet.'),
  one('/admin/payments/:id', 'payments/:id', payment, 'Bill paid, loan booked'),
];
