import { formatRupees, paise } from '@mohlat/money';
import { findFacts } from './payments.repo.ts';
import { announce, type SettleDeps } from './payments.settle.ts';
import type { PaymentIds } from './payments.work.repo.ts';

/**
 * The person was told that a bill was not paid, and now the rail says that it was: they hear it, lest they pay it twice. What
 * becomes of the money is between the rail and us; they owe nothing. Rule: LEND-X5
 */
export async function tellLateSuccess(
  { worker, clock, config, notifier }: SettleDeps,
  ids: PaymentIds,
): Promise<void> {
  await worker.forUser(ids.userId, async (tx) => {
    const facts = await findFacts(tx, ids.userId, ids.paymentId);
    // The money came back before anybody was told.
    if (!facts || facts.lateSuccessOn === null) return;
    const { bankName: bank, last4 } = facts;
    const amount = formatRupees(paise(facts.amountPaise));
    const link = `${config.publicUrl}/dashboard/payments/${ids.paymentId}`;
    await announce(tx, ids);
    // The enquiry and the rail's list may both ask for this job, and it may run twice.
    await notifier.notify(
      tx,
      ids.userId,
      {
        type: 'warning',
        icon: 'alert',
        title: `${bank} may have your payment after all`,
        description: `We told you that ${amount} to ${bank} •• ${last4} was not paid. The bill network now says that it was. You owe us nothing on it. Look at your card before you pay this bill again.`,
        template: 'payment.late_success',
        once: `payment.late_success:${ids.paymentId}`,
        vars: { bank, amount, last4, link },
      },
      clock.now(),
    );
  });
}
