import { type BusinessDate, formatRupees, istDate, paise } from '@mohlat/money';
import { z } from 'zod';
import { settleStanding } from '#features/lending/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import {
  findFacts,
  findFactsOn,
  isAgreed,
  isOwing,
  outstandingOfFacts,
  toPayment,
} from '#features/payments/index.ts';
import { AGREEMENT_AGAIN, AGREEMENT_OVER, noDuesNotice } from '#features/repayments/index.ts';
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
  { restPaise, payBy, once }: { readonly restPaise: number; readonly payBy: string; readonly once?: string },
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
      ...(once === undefined ? {} : { once }),
    }) as const;
  await notifier.notify(tx, userId, notice, now);
}

const ofLoan = { userId: z.uuid(), loanId: z.uuid() };
/** The instant at which money of the repayment went or came; a process of before left it out. */
const ofAgreement = { ...ofLoan, repaymentId: z.uuid(), at: z.iso.datetime().optional() };

const nameOf = ({ repaymentId, at }: { readonly repaymentId: string; readonly at?: string | undefined }) =>
  at === undefined ? repaymentId : `${repaymentId}:${at}`;

/**
 * Background work of losses: a loan that a waiver closed says so, as one does that money closed; so does an agreement that a bank
 * ended by taking money back, and one that holds again because as much came.
 */
export function lossJobs(deps: Deps): Job[] {
  const { worker, clock, config, notifier } = deps;
  return [
    job(AGREEMENT_OVER, z.object(ofAgreement), (event) =>
      worker.forUser(event.userId, (tx) => tellOver(deps, tx, event, `losses.over:${nameOf(event)}`)),
    ),
    job(AGREEMENT_AGAIN, z.object(ofAgreement), (event) =>
      worker.forUser(event.userId, (tx) => tellAgain(deps, tx, event, `losses.again:${nameOf(event)}`)),
    ),
    job('losses.tell_closed', z.object(ofLoan), ({ userId, loanId }) =>
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

/** A bank took a repayment back, and the lower sum agreed ends the loan no more. Nothing is said where it holds again by now. */
async function tellOver(
  { clock, config, notifier }: Deps,
  tx: Tx,
  { userId, loanId }: LoanIds,
  once: string,
): Promise<void> {
  const now = clock.now();
  const today = istDate(now.getTime());
  const facts = await findFactsOn(tx, userId, loanId, today);
  if (!facts || !isOwing(facts) || isAgreed(facts, today)) return;
  const { bankName: bank, last4 } = facts;
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  const notice = {
    type: 'warning',
    icon: 'alert',
    title: 'The lower sum agreed for your loan no longer holds',
    description: `${bank} •• ${last4}. A bank took back a repayment of it. Still to repay: ${outstanding}.`,
    inHindi: {
      title: 'आपके लोन के लिए तय कम रकम अब लागू नहीं है',
      description: `${bank} •• ${last4}। किसी बैंक ने इसकी एक चुकौती वापस ले ली। अभी चुकाना बाकी है: ${outstanding}।`,
    },
    template: 'loan.settlement_over',
    vars: { bank, last4, outstanding, link: `${config.publicUrl}/dashboard/payments/${loanId}` },
    once,
  } as const;
  await notifier.notify(tx, userId, notice, now);
}

/** The lower sum agreed ends the loan again: as much came as a bank had taken. Nothing is said where it holds no more by now. */
async function tellAgain(deps: Deps, tx: Tx, ids: LoanIds, once: string): Promise<void> {
  const now = deps.clock.now();
  const today = istDate(now.getTime());
  const facts = await findFactsOn(tx, ids.userId, ids.loanId, today);
  const settlement = facts && toPayment(facts, today).settlement;
  if (!settlement) return;
  const { restPaise, payBy } = settlement;
  await tellAgreed(deps, tx, ids, { restPaise, payBy, once }, now);
}
