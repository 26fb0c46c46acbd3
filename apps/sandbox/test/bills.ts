import type { Answer, World } from './world.ts';

export const MOBILE = '9876543210';
let keyCount = 0;

export function aPaymentRefId(): string {
  keyCount += 1;
  return `TESTKEY${String(keyCount).padStart(8, '0')}`;
}

export function fetchBody(last4: string, billerId = 'SBXA00000NATC1', mobile = MOBILE) {
  return {
    agent: { id: 'MO01MO02INTU00000001', channel: 'INT', ip: '10.0.0.1', mac: '01-23-45-67-89-ab' },
    biller: { id: billerId },
    customer: {
      mobile,
      customerParams: [
        { name: 'Registered Mobile Number', value: mobile },
        { name: 'Last 4 digits of Credit Card Number', value: last4 },
      ],
    },
  };
}

export function payBody(refId: string, amount: number, paymentRefId = aPaymentRefId(), more = {}) {
  return {
    refId,
    remitter: { name: 'Mohlat Lender' },
    paymentDetails: {
      mode: 'Internet Banking',
      amount,
      paymentRefId,
      timestamp: '2026-11-20T10:00:00+05:30',
      accountInfo: 'HDFC0000001|50100012345678',
      ...more,
    },
  };
}

/** Starts a fetch and reads its result. */
export async function fetchBill(world: World, last4: string, billerId?: string): Promise<Answer> {
  const started = await world.billPay.post('/bbps/bills/fetch/request', fetchBody(last4, billerId));
  return world.billPay.post('/bbps/bills/fetch/response', { refId: started.body.data?.refId });
}

/** Fetches the bill of an ending and pays it; the answer of the pay call with the key that was used. */
export async function payBill(world: World, last4: string, amount = 50_000) {
  const fetched = await fetchBill(world, last4);
  const paymentRefId = aPaymentRefId();
  const body = payBody(String(fetched.body.data?.refId), amount, paymentRefId);
  const answer = await world.billPay.post('/bbps/bills/payment/request', body).catch(() => null);
  return { answer, body, paymentRefId, refId: String(answer?.body?.data?.refId) };
}

export async function payResult(world: World, refId: string) {
  const answer = await world.billPay.post('/bbps/bills/payment/response', { refId });
  return answer.body.data;
}

/** The row of the transaction list for a key, undefined when the list does not have it. */
export async function listRow(world: World, paymentRefId: string) {
  const answer = await world.billPay.get(`/bbps/transactions?mobile=${MOBILE}&limit=500`);
  const rows = answer.body.data?.transactions as unknown as Record<string, unknown>[];
  return rows.find((row) => row.paymentRefId === paymentRefId);
}

export async function truthOf(world: World, paymentRefId: string) {
  const answer = await world.control.get(`/truth/bill-payments?paymentRefId=${paymentRefId}`);
  return answer.body as unknown as { amountPaise: number; status: string; executedAt: string }[];
}
