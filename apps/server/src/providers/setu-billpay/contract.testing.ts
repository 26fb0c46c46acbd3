import { randomUUID } from 'node:crypto';
import type { SandboxWorld } from '#test/sandbox.ts';
import type {
  BillFetchState,
  BillPaymentPort,
  BillPayState,
  CallContext,
  SubmitBillPayment,
} from '../index.ts';

export const ctx: CallContext = { requestId: 'contract', actor: 'job' };
const ANY_BILLER = 'SBXA00000NATC1';

export interface Paid {
  payRef: string;
  attempt: SubmitBillPayment;
  mobile: string;
}

export interface BillBench {
  port: () => BillPaymentPort;
  today: () => string;
  sentTo: (op: string) => number;
  aMobile: () => string;
  startFetch: (
    last4: string,
    billerId?: string,
    mobile?: string,
  ) => Promise<{ fetchRef: string; mobile: string }>;
  fetched: (last4: string, billerId?: string) => Promise<BillFetchState>;
  anAttempt: (
    last4: string,
    billerId?: string,
    over?: Partial<SubmitBillPayment>,
  ) => Promise<{ attempt: SubmitBillPayment; mobile: string }>;
  paid: (last4: string) => Promise<Paid>;
  enquire: (p: Pick<Paid, 'payRef' | 'attempt'>) => Promise<BillPayState>;
  find: (p: Pick<Paid, 'attempt' | 'mobile'>) => Promise<BillPayState | null>;
  /** The payments that the biller network really executed under a key. */
  executions: (paymentKey: string) => Promise<unknown[]>;
}

/** The steps the bill payment cases share: a fresh customer for each, on the twin of `world()`. */
export function billBench(world: () => SandboxWorld): BillBench {
  let people = 0;
  const port = (): BillPaymentPort => world().providers.billPayment;
  const bench: BillBench = {
    port,
    today: () => new Date(world().now().getTime() + 330 * 60_000).toISOString().slice(0, 10),
    sentTo: (op) => world().calls.filter((call) => call.op === op).length,
    aMobile() {
      people += 1;
      return `98${String(people).padStart(8, '0')}`;
    },
    async startFetch(last4, billerId = ANY_BILLER, mobile = bench.aMobile()) {
      const { items } = await port().listCardBillers({});
      const biller = items.find((item) => item.id === billerId);
      const params = (biller?.params ?? []).map((param) => ({
        name: param.name,
        value: param.maxLength === 4 ? last4 : mobile,
      }));
      return { ...(await port().startFetch({ billerId, mobile, params }, ctx)), mobile };
    },
    fetched: async (last4, billerId) => port().getFetch((await bench.startFetch(last4, billerId)).fetchRef),
    async anAttempt(last4, billerId, over = {}) {
      const { fetchRef, mobile } = await bench.startFetch(last4, billerId);
      const fetch = await port().getFetch(fetchRef);
      const amount = fetch.state === 'ready' ? (fetch.bills[0]?.amount ?? 0) : 0;
      const paymentKey = `key-${randomUUID().slice(0, 20)}`;
      const paidAt = world().now();
      return {
        attempt: { fetchRef, paymentKey, amount, convFee: 0, remitterName: 'Asha Rao', paidAt, ...over },
        mobile,
      };
    },
    async paid(last4) {
      const { attempt, mobile } = await bench.anAttempt(last4);
      return { ...(await port().submit(attempt, ctx)), attempt, mobile };
    },
    enquire: (p) => port().getPayment(p.payRef, p.attempt),
    find: ({ attempt, mobile }) =>
      port().findByKey({
        paymentKey: attempt.paymentKey,
        mobile,
        day: bench.today(),
        amount: attempt.amount,
      }),
    async executions(paymentKey) {
      const rows = await world().control('GET', `/truth/bill-payments?paymentRefId=${paymentKey}`);
      return Array.isArray(rows) ? (rows as unknown[]) : [];
    },
  };
  return bench;
}
