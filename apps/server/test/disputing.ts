import { type ChargebackDeps, followDispute } from '../src/features/collections/chargebacks/chargebacks.ts';
import type { Lab } from './lending-lab.ts';

/** A repayment as its provider knows it. */
interface Disputed {
  readonly paymentRef: string;
  readonly amountPaise: number;
  readonly isDeducted: boolean;
}

/** The rail says of a dispute, one word after the other, how it stands. */
export async function dispute(
  lab: Lab,
  name: string,
  { paymentRef, amountPaise: amount, isDeducted }: Disputed,
  words: readonly string[],
): Promise<void> {
  for (const status of words) {
    const state = {
      disputeRef: `disp_${name}`,
      paymentRef,
      status,
      phase: 'chargeback',
      amount,
      amountDeducted: isDeducted ? amount : 0,
      createdAt: lab.clock.now(),
    };
    const providers = {
      collection: { getDispute: async () => state },
    } as unknown as ChargebackDeps['providers'];
    await followDispute({ ...lab.deps, providers, log: { info() {}, warn() {} } } as never, {
      disputeRef: `disp_${name}`,
    });
  }
}
