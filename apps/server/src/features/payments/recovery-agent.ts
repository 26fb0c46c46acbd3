import type { Payment } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentFacts } from './payments.facts.ts';

/** Adds the recovery agent that was named last for a loan that does not perform, for its person to check a caller by. Rule: LEND-23 */
export async function withAgent(
  tx: Tx,
  userId: string,
  { id, loanStatus }: Pick<PaymentFacts, 'id' | 'loanStatus'>,
  payment: Payment,
): Promise<Payment> {
  if (loanStatus !== 'npa' && loanStatus !== 'written_off') return payment;
  const [recoveryAgent] = await tx.call<NonNullable<Payment['recoveryAgent']>>(
    'select name, phone from recovery_agents where user_id = $1 and loan_id = $2 order by named_at desc, id desc limit 1',
    [userId, id],
  );
  return recoveryAgent ? { ...payment, recoveryAgent } : payment;
}
