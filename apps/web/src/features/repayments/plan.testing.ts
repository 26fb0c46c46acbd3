import { page, stubNetwork, type Answers, type Sent } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../../test/samples.ts';

export const START = `POST /payments/${ID.payment}/repayments`;
export const READ = `GET /repayments/${ID.repayment}`;
const CONFIRM = `POST /repayments/${ID.repayment}/confirm`;
export const checkout = {
  scriptUrl: 'http://localhost:3100/razorpay/v1/checkout.js',
  keyId: 'rzp_test_1',
  orderId: 'order_1',
  amountPaise: 520_000,
  prefill: { name: 'Asha Rao', email: '', contact: '+919876543210' },
  qrUri: null,
};
export const received = sampleRepayment({
  status: 'succeeded',
  receivedAt: '2026-11-20T11:01:00Z',
  allocation: [
    { instalment: 1, component: 'interest', amountPaise: 10_000 },
    { instalment: 1, component: 'principal', amountPaise: 510_000 },
  ],
});

const READY: Answers = {
  [`GET /payments/${ID.payment}`]: [200, samplePayment()],
  [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
  'GET /repayments': page([]),
  // Other features' parts of the plan ask for it.
  'GET /rewards': [200, { availablePaise: 0, items: [], nextCursor: null }],
  [START]: [202, { id: ID.repayment, status: 'initiated', amountPaise: 520_000, checkout }],
  [READ]: [200, sampleRepayment()],
  [CONFIRM]: [200, received],
};
export const openPlan = async (answers: Answers = {}, query = '') => {
  const network = stubNetwork({ ...READY, ...answers });
  const opened = await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  return { ...network, ...opened };
};
export const starts = (sent: readonly Sent[]) =>
  sent.filter((one) => one.method === 'POST' && one.path.endsWith('/repayments'));
