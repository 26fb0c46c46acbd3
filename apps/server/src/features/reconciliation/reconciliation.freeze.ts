import { isFrozen } from '@mohlat/lending';
import { formatRupees, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { tellAgreed } from '#features/losses/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { findFacts, toPayment } from '#features/payments/index.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import * as repo from './reconciliation.repo.ts';
import type { PaymentIds } from './reconciliation.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };

/** The person hears that nothing is asked of them while it is looked into. Rule: LEND-X10 */
export async function tellFrozen(deps: Deps, { userId, paymentId }: PaymentIds): Promise<void> {
  await deps.worker.forUser(userId, async (tx) => {
    const now = deps.clock.now();
    const facts = await findFacts(tx, userId, paymentId);
    // Over before anybody was told of it: there is nothing to tell.
    if (!facts || !isFrozen(facts.freezes ?? [], istDate(now.getTime()))) return;
    // Asked for by each reading of the list that finds it frozen again, and by jobs of older workers: once a freeze.
    const freezes = facts.freezes?.filter((fact) => fact.isFrozen).length;
    await tell(deps, tx, { userId, paymentId }, 'payment.frozen', `payment.frozen:${paymentId}:${freezes}`);
  });
}

/**
 * A bill that an older worker read as returned, and queued to be undone: its loan is frozen as the newest word of the list would
 * have frozen it, and two people decide. Rule: LEND-X10
 */
export async function freezeReturned(deps: Deps, ids: PaymentIds): Promise<void> {
  const isFrozenNow = await deps.worker.forUser(ids.userId, (tx) =>
    repo.freezeAsReturned(tx, ids, deps.clock.now()),
  );
  if (isFrozenNow) await tellFrozen(deps, ids);
}

/**
 * A freeze that ended without the loan being undone: what is asked again, and that no day of it counts; of an agreed lower
 * sum also the day that moved.
 * Rule: LEND-X10, LEND-24
 */
export async function tellThawed(
  deps: Pick<Deps, 'clock' | 'config' | 'notifier'>,
  tx: Tx,
  ids: PaymentIds,
): Promise<void> {
  await tell(deps, tx, ids, 'payment.thawed');
  const { userId, paymentId } = ids;
  const now = deps.clock.now();
  const facts = await findFacts(tx, userId, paymentId);
  const settlement = facts && toPayment(facts, istDate(now.getTime())).settlement;
  if (settlement) await tellAgreed(deps, tx, { userId, loanId: paymentId }, settlement, now);
}

async function tell(
  { clock, config, notifier }: Pick<Deps, 'clock' | 'config' | 'notifier'>,
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  template: 'payment.frozen' | 'payment.thawed',
  once?: string,
): Promise<void> {
  const facts = await findFacts(tx, userId, paymentId);
  if (!facts) return;
  const { bankName: bank, last4 } = facts;
  const amount = formatRupees(paise(facts.amountPaise));
  const isFreeze = template === 'payment.frozen';
  await tx.call(ANNOUNCE, [userId, 'payment', paymentId]);
  await notifier.notify(
    tx,
    userId,
    {
      type: 'info',
      icon: 'info',
      title: isFreeze ? `Your payment to ${bank} may come back` : `Your payment to ${bank} stands`,
      description: isFreeze
        ? `${amount} to ${bank} •• ${last4} may be on its way back to us. Until we know, you need not pay anything on it, and nothing is charged.`
        : `${amount} to ${bank} •• ${last4} did not come back. Your plan goes on. The days in between count for nothing.`,
      template,
      ...(once === undefined ? {} : { once }),
      vars: { bank, last4, amount, link: `${config.publicUrl}/dashboard/payments/${paymentId}` },
    },
    clock.now(),
  );
}
