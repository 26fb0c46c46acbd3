import { ENDED_BY_RETURN } from '@mohlat/lending';
import { formatRupees, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { rebook, settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { findFacts, refundDueOf } from '#features/payments/index.ts';
import { startRefunds } from '#features/refunds/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { resolveBreak } from '#features/breaks.ts';
import * as repo from './reconciliation.repo.ts';

type Deps = Pick<FeatureContext, 'clock' | 'config'> & { readonly notifier: Notifier };

/**
 * Undoes the loan of a returned bill: what the person repaid goes back, their limit is free, the rail owes the bill. Their
 * other loans stand as if it had never been in arrears. Two people decide that it is. Answers the journal, or null when the
 * payment was not paid any more. Rule: LEND-16 journal 9, LEND-D2, LEND-X11.
 */
export async function reversePayment(
  { clock, config, notifier }: Deps,
  tx: Tx,
  ids: repo.PaymentIds,
  by: { readonly resolvedBy?: string; readonly note?: string },
): Promise<string | null> {
  const { userId, paymentId } = ids;
  if (!(await repo.lockPaid(tx, ids))) return null;
  const now = clock.now();
  invariant(await repo.moveToReversed(tx, ids, now), 'a locked payment was undone meanwhile');
  const relived = await rebook(tx, userId, { news: 'unwound', loanId: paymentId }, now);
  await repo.endFreeze(tx, ids, now);
  invariant(await repo.isOutOfBooks(tx, ids), 'something of an undone loan would stay in the books');
  await settleStanding(tx, [userId], now);
  await startRefunds(tx, userId, relived, now);
  const journalId = await repo.journalOf(tx, userId, 'unwind', paymentId);
  for (const { id, kind } of await repo.openBreaksOf(tx, ids, ENDED_BY_RETURN))
    await resolveBreak(tx, { userId, id, kind }, { resolution: 'reverse', journalId, ...by }, now);
  await tx.call(ANNOUNCE, [userId, 'payment', paymentId]);
  const facts = await findFacts(tx, userId, paymentId);
  if (facts) {
    const { bankName: bank, last4 } = facts;
    const refundDuePaise = refundDueOf(facts);
    const amount = formatRupees(paise(facts.amountPaise));
    const refund = formatRupees(refundDuePaise);
    await notifier.notify(
      tx,
      userId,
      {
        type: 'warning',
        icon: 'alert',
        title: `${bank} sent your payment back`,
        description: `${amount} to ${bank} •• ${last4} came back. You owe nothing on it. Check the card’s due date.`,
        template: refundDuePaise > 0 ? 'payment.reversed_refund' : 'payment.reversed',
        vars: { bank, last4, amount, refund, link: `${config.publicUrl}/dashboard/payments/${paymentId}` },
      },
      now,
    );
  }
  return journalId;
}
