import { type ChargebackDeps, followDispute } from '../src/features/collections/chargebacks/chargebacks.ts';
import type { TestServer } from './harness.ts';
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

/**
 * Writes a dispute of each repayment that the loan has received. The loan is locked first, as the product does it:
 * its keys alone would be checked in another order, and could meet a message of the rail in a deadlock.
 */
export async function layDisputes(
  { sql }: Pick<TestServer, 'sql'>,
  loanId: string,
  status: 'open' | 'won' = 'open',
): Promise<void> {
  await sql.query(
    `with loan as materialized (select user_id, id from loans where id = $1 for update)
     insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, ended_at)
     select r.user_id, r.id, r.loan_id, 'disp_' || r.id, r.amount_paise, 'chargeback', $2, r.created_at,
       case when $2 = 'won' then r.created_at end
     from loan join repayments r on r.user_id = loan.user_id and r.loan_id = loan.id and r.status = 'succeeded'`,
    [loanId, status],
  );
}
