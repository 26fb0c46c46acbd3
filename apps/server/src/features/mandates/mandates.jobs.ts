import { z } from 'zod';
import { closeInbox } from '#features/webhooks/index.ts';
import { type DueRow, enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { DEBITS_CHANGED } from '#features/repayments/index.ts';
import { readReturnWindow } from './mandates.config.ts';
import { lookAtMandate, type MandateDeps } from './mandates.look.ts';
import { giveWayIfChanged, lookAtPresentation } from './mandates.present.ts';
import * as repo from './mandates.work.repo.ts';

const LOOK = 'mandates.look';
const PRESENT = 'mandates.present';
/** Mandates whose debits are planned in one turn. */
const PLAN_LIMIT = 500;

/** Background work of mandates. A job carries ids alone. Throws ConfigError. */
export function mandateJobs(parts: Omit<MandateDeps, 'returnWindow'>): Job[] {
  const deps: MandateDeps = { ...parts, returnWindow: readReturnWindow(parts.config.env) };
  return [
    job(
      LOOK,
      z.object({ userId: z.string(), mandateId: z.string() }),
      (ids) => lookAtMandate(deps, ids),
      'aside',
    ),
    job(
      PRESENT,
      z.object({ userId: z.string(), presentationId: z.string() }),
      (ids) => lookAtPresentation(deps, ids),
      'aside',
    ),
    job(
      // Money came for a loan: a debit that was announced may be too high by now. Everything else has its own time.
      DEBITS_CHANGED,
      z.object({ userId: z.string(), loanId: z.string() }),
      async ({ userId, loanId }) => {
        const ids = await deps.worker.forUser(userId, async (tx) => {
          await repo.planLoanAgain(tx, userId, loanId, deps.clock.now());
          return repo.listAhead(tx, userId, loanId);
        });
        for (const presentationId of ids) await giveWayIfChanged(deps, { userId, presentationId });
      },
      'aside',
    ),
    job(
      'mandates.hint',
      z.object({ tokenRef: z.string() }),
      async ({ tokenRef }) => {
        const ids = await deps.worker.single((tx) => repo.findByToken(tx, tokenRef));
        if (ids) await lookAtMandate(deps, ids);
        const outcome = ids ? 'enquired' : 'unmatched';
        const now = deps.clock.now();
        await deps.worker.single((tx) => closeInbox(tx, 'razorpay', tokenRef, outcome, now));
      },
      'aside',
    ),
  ];
}

/**
 * Plans the debits that fall due and gives every mandate and try whose next look is due a job: on the product's clock, so
 * that a day that was missed, or passed at once in a trial, is made up for. Rule: LEND-22 step 7.
 */
export async function sweepMandates({
  worker,
  clock,
}: Pick<MandateDeps, 'worker' | 'clock'>): Promise<number> {
  const now = clock.now();
  const mandates = {
    table: 'mandates',
    column: 'next_look_at',
    task: LOOK,
    job: ({ userId, id }: DueRow) => ({ payload: { userId, mandateId: id }, key: `mandate:${id}` }),
  } as const;
  const debits = {
    table: 'presentations',
    column: 'next_look_at',
    task: PRESENT,
    job: ({ userId, id }: DueRow) => ({ payload: { userId, presentationId: id }, key: `debit:${id}` }),
  } as const;
  const looks = (await enqueueDue(worker, mandates, now)) + (await enqueueDue(worker, debits, now));
  // On its own: a row that no plan can be made of holds up no debit that was planned.
  return looks + (await worker.plain((tx) => repo.planDue(tx, now, PLAN_LIMIT)));
}
