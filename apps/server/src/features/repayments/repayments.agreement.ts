import { istDate } from '@mohlat/money';
import { isAgreed, isOwing, type PaymentFacts } from '#features/payments/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** The jobs that tell a person that the lower sum agreed for a loan holds no more, and that it holds again. */
export const AGREEMENT_OVER = 'losses.tell_over';
export const AGREEMENT_AGAIN = 'losses.tell_again';

/**
 * Has a person told where the lower sum agreed for a loan ends it no more, or again, because money of a repayment went or came. The
 * instant names the event: one repayment may go and come more than once.
 * Rule: LEND-24 (settlement), LEND-W6, LEND-W7
 */
export async function tellOfAgreement(
  tx: Tx,
  ids: { readonly userId: string; readonly repaymentId: string },
  { before, after }: { readonly before: PaymentFacts | undefined; readonly after: PaymentFacts | undefined },
  now: Date,
): Promise<void> {
  if (!before || !after || !isOwing(after)) return;
  const today = istDate(now.getTime());
  const [was, is] = [isAgreed(before, today), isAgreed(after, today)];
  const event = { ...ids, loanId: after.id, at: now.toISOString() };
  if ((was || before.loanStatus === 'settled') && !is) await tx.enqueue(AGREEMENT_OVER, event);
  if (isOwing(before) && !was && is) await tx.enqueue(AGREEMENT_AGAIN, event);
}
