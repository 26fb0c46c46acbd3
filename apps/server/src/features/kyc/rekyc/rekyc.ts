import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { lockProfile } from '#features/me/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { Turns } from '#platform/jobs/turns.ts';
import { kycPage, lapseNotice, reKycNotice } from '../kyc.notices.ts';
import * as repo from './rekyc.repo.ts';
import { isKycLapsed, isReKycOpen, RE_KYC_NOTICE_DAYS, reKycDueOn } from '../kyc.rules.ts';

type Deps = Pick<FeatureContext, 'config' | 'worker' | 'clock'> & { readonly notifier: Notifier };

const CLAIM_LIMIT = 200;

/**
 * Dates a KYC once PAN and Aadhaar are both verified, and again once both were done again. A credit line that rested only
 * because the KYC had lapsed is taken up again. Rule: LEND-24, LEND-14.
 */
export async function settleReKyc(tx: Tx, userId: string, now: Date): Promise<void> {
  const dates = await repo.findReKyc(tx, userId);
  if (!dates?.pan_verified_at || !dates.aadhaar_verified_at) return;
  const doneOn = dayOfLater(dates.pan_verified_at, dates.aadhaar_verified_at);
  const due = dates.rekyc_due_on;
  if (due !== null && !isDoneAgain(due, dates.pan_verified_at, dates.aadhaar_verified_at)) return;
  const dueOn = reKycDueOn(doneOn, dates.risk);
  await repo.saveReKycDates(tx, userId, { dueOn, stepOn: addDays(dueOn, -RE_KYC_NOTICE_DAYS) });
  if (dates.lapsed_at) await repo.endKycRest(tx, userId, now);
}

/** Both checks since the window for doing them again opened. */
function isDoneAgain(due: BusinessDate, panAt: Date, aadhaarAt: Date): boolean {
  return [panAt, aadhaarAt].every((at) => isReKycOpen(due, istDate(at.getTime())));
}

function dayOfLater(one: Date, other: Date): BusinessDate {
  return istDate(Math.max(one.getTime(), other.getTime()));
}

/**
 * Takes the steps that are due, each once: the notice sixty days before the last day, the rest of the credit line after
 * it. Also dates what was verified without a date. Answers how many it took; safe to run at any time and by many.
 */
export async function takeReKycSteps(deps: Deps, turns: Turns): Promise<number> {
  const today = deps.clock.today();
  const page = { without: turns.resting(), limit: CLAIM_LIMIT };
  const due = await deps.worker.single((tx) => repo.findDueSteps(tx, today, page));
  return turns.take(
    due,
    (userId) => userId,
    (userId) => deps.worker.forUser(userId, (tx) => takeStep(deps, tx, userId, today)),
  );
}

async function takeStep(deps: Deps, tx: Tx, userId: string, today: BusinessDate): Promise<void> {
  await lockProfile(tx, userId);
  const held = await repo.findReKyc(tx, userId);
  const now = deps.clock.now();
  const dueOn = held?.rekyc_due_on ?? null;
  if (!held) return;
  if (dueOn === null) return settleReKyc(tx, userId, now);
  // Another process took it, or the KYC was done again meanwhile.
  if (held.rekyc_step_on === null || held.rekyc_step_on > today) return;
  const link = kycPage(deps.config.publicUrl);
  if (isKycLapsed(dueOn, today)) {
    await repo.markLapsed(tx, userId, now);
    await deps.notifier.notify(tx, userId, lapseNotice(link), now);
  } else {
    await repo.markNoticed(tx, userId, addDays(dueOn, 1), now);
    await deps.notifier.notify(tx, userId, (language) => reKycNotice(dueOn, language, link), now);
  }
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
}
