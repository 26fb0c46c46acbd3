import { type BusinessDate, formatRupees, paise } from '@mohlat/money';
import { z } from 'zod';
import { settleStanding } from '#features/lending/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import { findFacts } from '#features/payments/index.ts';
import { noDuesNotice } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import type { LoanIds } from './losses.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };

/** Settles the person's standing after a waiver, because arrears may be over with it, and tells the person. */
export async function afterWaiver(
  { notifier }: Pick<Deps, 'notifier'>,
  tx: Tx,
  { userId, loanId }: LoanIds,
  waivedPaise: number,
  now: Date,
): Promise<void> {
  await settleStanding(tx, [userId], now);
  await tx.call(ANNOUNCE, [userId, 'payment', loanId]);
  const facts = await findFacts(tx, userId, loanId);
  if (!facts) return;
  const amount = formatRupees(paise(waivedPaise));
  const description = `${facts.bankName} •• ${facts.last4}. You do not have to pay it any more.`;
  const notice = {
    type: 'success',
    icon: 'check',
    title: `We waived ${amount}`,
    description,
    inHindi: {
      title: `हमने ${amount} माफ़ किए`,
      description: `${facts.bankName} •• ${facts.last4}। अब आपको यह नहीं चुकाना है।`,
    },
    link: `/dashboard/payments/${loanId}`,
  } as const;
  await notifier.notify(tx, userId, notice, now);
}

/** A lower sum is agreed, or its day was moved: how much is to come, by when, and what follows, also by mail and SMS. */
export async function tellAgreed(
  { notifier, config }: Pick<Deps, 'notifier' | 'config'>,
  tx: Tx,
  { userId, loanId }: LoanIds,
  { restPaise, payBy }: { readonly restPaise: number; readonly payBy: string },
  now: Date,
): Promise<void> {
  await tx.call(ANNOUNCE, [userId, 'payment', loanId]);
  const facts = await findFacts(tx, userId, loanId);
  if (!facts) return;
  const { bankName: bank, last4 } = facts;
  const amount = formatRupees(paise(restPaise));
  const dayIn = (spoken: Language) => writtenDay(payBy as BusinessDate, spoken);
  const notice = (language: Language) =>
    ({
      type: 'info',
      icon: 'info',
      title: `Agreed: pay ${amount} by ${dayIn('en')} and this loan is closed`,
      description: `${bank} •• ${last4}. Then nothing more is owed on it.`,
      inHindi: {
        title: `तय हुआ: ${dayIn('hi')} तक ${amount} चुकाएँ और यह लोन बंद हो जाएगा`,
        description: `${bank} •• ${last4}। फिर इस पर कुछ बकाया नहीं रहेगा।`,
      },
      template: 'loan.settlement_agreed',
      vars: {
        amount,
        day: dayIn(language),
        bank,
        last4,
        link: `${config.publicUrl}/dashboard/payments/${loanId}`,
      },
    }) as const;
  await notifier.notify(tx, userId, notice, now);
}

/** Background work of losses: a loan that a waiver closed says so, as one does that money closed. */
export function lossJobs({ worker, clock, config, notifier }: Deps): Job[] {
  return [
    job('losses.tell_closed', z.object({ userId: z.uuid(), loanId: z.uuid() }), ({ userId, loanId }) =>
      worker.forUser(userId, async (tx) => {
        const facts = await findFacts(tx, userId, loanId);
        if (facts?.loanStatus !== 'closed') return;
        await tx.call(ANNOUNCE, [userId, 'payment', loanId]);
        // Both ways of booking ask for this job, and it may run twice. A loan that was taken back may close again.
        const notice = {
          ...noDuesNotice(config.publicUrl, facts),
          once: `losses.closed:${loanId}:${facts.closedOn}`,
        };
        await notifier.notify(tx, userId, notice, clock.now());
      }),
    ),
  ];
}
