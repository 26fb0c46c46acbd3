import type { PaymentTask } from '@mohlat/contract';
import { formatRupees, paise } from '@mohlat/money';
import { z } from 'zod';
import { closeInbox, HintUnanswered } from '#features/webhooks/index.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { isAbout } from '#platform/tracing/trail.ts';
import { enquire, type Look } from './rail/enquiry.ts';
import { leased } from './rail/lease.ts';
import { findFacts } from './payments.repo.ts';
import { announce, type SettleDeps } from './rail/settle.ts';
import { type Submission, submitPayment, type SubmitDeps } from './rail/submit.ts';
import { findByReference, type PaymentIds } from './rail/work.repo.ts';

const ids = z.object({ userId: z.string(), paymentId: z.string() });
/** With how many more looks the news of a hint is followed soon, where another worker has the payment. */
const looks = ids.extend({ soonLooks: z.number().default(0) });

/** Most answers come at once: these looks follow the sending directly, the rest is the schedule's. */
const FIRST_LOOKS_MS = [0, 200, 300, 500, 1000] as const;
/** A person waits for these: they go before everything that only looks (accept_payment.sql says the same). */
const URGENT = -10;
const WAIT_FOR_OTHER_ATTEMPT_MS = 700;
/** Its worker may have asked before the news of a hint; after that it may hold the payment until its lease ends, which takes minutes. */
const WAIT_AFTER_HINT_MS = 700;
const LOOKS_AFTER_HINT = 5;
const WAIT_FOR_OTHER_WORKER_MS = 10_000;
/** An open circuit lets one call try again after ten seconds. */
const WAIT_FOR_RAIL_MS = 5000;
/** The network has the answer of a bank that takes its time after so long. Rule: PAY-26 */
const WAIT_FOR_BANK_MS = 5000;
/** When a payment that has not left yet is tried again. */
const WAITS: { readonly [Outcome in Submission]?: number } = {
  later: WAIT_FOR_OTHER_ATTEMPT_MS,
  held_up: WAIT_FOR_RAIL_MS,
  bank_asked: WAIT_FOR_BANK_MS,
};

/** A job whose name staff read in a payment's story. */
function paymentJob<P>(task: PaymentTask, payload: z.ZodType<P>, run: (payload: P) => Promise<void>): Job {
  return job(task, payload, run);
}

/** Background work of payments. */
export function paymentJobs(deps: SubmitDeps): Job[] {
  return [
    paymentJob('payments.submit', ids, async (payment) => {
      const submission = await leased(deps, payment, (held) => submitAndLook(held, payment));
      const waitMs = submission === 'taken' ? undefined : WAITS[submission];
      if (waitMs !== undefined) {
        const runAt = new Date(deps.clock.now().getTime() + waitMs);
        await deps.worker.forUser(payment.userId, (tx) =>
          tx.enqueue('payments.submit', payment, { runAt, priority: URGENT }),
        );
      }
    }),
    paymentJob('payments.enquire', looks, async ({ soonLooks, ...payment }) => {
      await look(deps, payment, soonLooks);
    }),
    job('payments.tell_late_success', ids, (payment) => tellLateSuccess(deps, payment)),
    // Follows the hint of a webhook: the reference is ours or the rail's.
    paymentJob('payments.hint', z.object({ reference: z.string() }), async ({ reference }) => {
      const payment = await deps.worker.single((tx) => findByReference(tx, reference));
      if (payment) isAbout(payment.paymentId);
      const seen = payment && (await look(deps, payment, LOOKS_AFTER_HINT));
      if (seen === 'unclear') throw new HintUnanswered();
      const outcome = payment ? 'enquired' : 'unmatched';
      await deps.worker.single((tx) => closeInbox(tx, 'setu_billpay', reference, outcome, deps.clock.now()));
    }),
  ];
}

async function submitAndLook(deps: SubmitDeps, payment: PaymentIds): Promise<Submission> {
  const submission = await submitPayment(deps, payment);
  if (submission === 'sent') await lookUntilQuiet(deps, payment);
  return submission;
}

/** Enquires, or has it done after a while: another worker that holds the lease may have asked the rail before there was the news. */
async function look(deps: SubmitDeps, payment: PaymentIds, soonLooks: number): Promise<Look | 'taken'> {
  const seen = await leased(deps, payment, (held) => enquire(held, payment));
  if (seen !== 'taken') return seen;
  const againAfterMs = soonLooks > 0 ? WAIT_AFTER_HINT_MS : WAIT_FOR_OTHER_WORKER_MS;
  const runAt = new Date(deps.clock.now().getTime() + againAfterMs);
  const next = { ...payment, ...(soonLooks > 0 && { soonLooks: soonLooks - 1 }) };
  // Under names of their own: the other worker plans its next look, which may be in an hour.
  const key = `${soonLooks > 0 ? 'hinted' : 'again'}:${payment.paymentId}`;
  await deps.worker.forUser(payment.userId, (tx) =>
    tx.enqueue('payments.enquire', next, { runAt, key, attemptsMax: 5 }),
  );
  return seen;
}

async function lookUntilQuiet(deps: SubmitDeps, payment: PaymentIds): Promise<void> {
  for (const pauseMs of deps.firstLooksMs ?? FIRST_LOOKS_MS) {
    if (pauseMs > 0) await deps.clock.pause(pauseMs);
    if ((await enquire(deps, payment)) !== 'open') return;
  }
}

/**
 * Picks up what a killed worker left behind: every payment whose next look is overdue gets a new job. The queue may
 * hold an old one too; looking twice changes nothing.
 */
export async function sweepPayments({
  worker,
  clock,
}: Pick<SubmitDeps, 'worker' | 'clock'>): Promise<number> {
  return enqueueDue(
    worker,
    {
      table: 'payments',
      column: 'next_enquiry_at',
      limit: 500,
      task: 'payments.take_up' satisfies PaymentTask,
      job: ({ userId, id }) => ({ payload: { userId, paymentId: id }, key: `take_up:${id}` }),
      priority: URGENT,
    },
    clock.now(),
  );
}

/** Takes up a payment wherever it stands; one that was sent long ago gets one look, for its next one is scheduled. */
export function takeUpJob(deps: SubmitDeps): Job {
  return paymentJob('payments.take_up', ids, async (payment) => {
    await leased(deps, payment, async (held) => {
      if ((await submitAndLook(held, payment)) === 'not_ours') await enquire(held, payment);
    });
  });
}

/**
 * The person was told that a bill was not paid, and now the rail says that it was: they hear it, lest they pay it twice. What
 * becomes of the money is between the rail and us; they owe nothing. Rule: LEND-X5
 */
async function tellLateSuccess(
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
