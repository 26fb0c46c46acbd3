import {
  ABSENT_LOOK_MS,
  type Absence,
  absentAgain,
  ENDED_MANDATE_STATUSES,
  isNeverMade,
} from '@mohlat/lending';
import { DAY_MS, HOUR_MS, istDate, istDayBounds, MINUTE_MS } from '@mohlat/money';
import type { MandateStatus } from '@mohlat/contract';
import { openStuck, settleOpen, STUCK, STUCK_AFTER_MS } from '#features/breaks.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Language, Notice, Notifier } from '#features/notifications/index.ts';
import type { readLender } from '#features/settings/index.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { isAnswer, type MandateAtProvider, ProviderError } from '#providers/index.ts';
import type { ReturnWindow } from './mandates.config.ts';
import * as repo from './mandates.repo.ts';
import { statusOf } from './mandates.rules.ts';
import { markAbsent, markUnclear, saveMandateLook } from './mandates.work.repo.ts';

export type MandateDeps = Pick<
  FeatureContext,
  'worker' | 'clock' | 'providers' | 'log' | 'config' | 'vault'
> & {
  readonly notifier: Notifier;
  readonly lender: ReturnType<typeof readLender>;
  readonly returnWindow: ReturnWindow;
};

/** By then an order has long been past its own day, and nobody approves it any more. */
const APPROVAL_MS = 24 * HOUR_MS;
/** An approval in the last second of its day is heard of by then. */
const LATE_WORD_MS = 15 * MINUTE_MS;
/** The making of an order has come to its end by then, one way or the other. */
const REGISTRATION_MS = 3 * MINUTE_MS;

/**
 * Brings a mandate to where the provider says it stands: judged by its token, never by the registration's payment.
 * Silence changes nothing. Rule: LEND-20.
 */
export async function lookAtMandate(deps: MandateDeps, ids: repo.MandateIds): Promise<void> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findMandate(tx, ids));
  if (!row || ENDED.has(row.status)) return;
  let held: MandateAtProvider | null | undefined;
  try {
    held = await findHeld(deps, row);
    if (row.status === 'cancelling') await finishCancelling(deps, ids, row, held);
    else if (!row.planning.isLive)
      await move(deps, ids, row, 'cancelling', { lookAfterMs: 0, reason: 'loan_ended' });
    else await follow(deps, ids, row, held);
    if (row.unclear_since !== null) await endUnclear(deps, ids, row);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ mandateId: ids.mandateId, outcome: error.name }, 'mandate: no clear answer');
    if (held === undefined && isAnswer(error) && isPastAsking(deps, row))
      await move(deps, ids, row, 'cancelled', { lookAfterMs: 0, isGivenUp: true });
    else await putOff(deps, ids, row, { error, isFound: held !== undefined });
  }
}

/** An answer that says nothing comes again: it is asked for less often than after silence. */
const UNCLEAR_MS = 10 * MINUTE_MS;
/** A mandate that is being cancelled is asked about so long, and to its last day: its bank honours it no more then (decision 216). */
const GIVEN_UP_AFTER_MS = 30 * DAY_MS;

/**
 * Whether the end has come of asking about a mandate that is being cancelled and is not listed. The month does not count refusals to
 * cancel it from while it was listed. Rule: LEND-20
 */
function isPastAsking({ clock }: MandateDeps, row: repo.MandateRow): boolean {
  const nowMs = clock.now().getTime();
  const unclearSince = row.unclear_since?.getTime() ?? nowMs;
  const silentMs = nowMs - Math.max(unclearSince, row.absence?.since ?? nowMs);
  return row.status === 'cancelling' && silentMs >= GIVEN_UP_AFTER_MS && istDate(nowMs) > row.until_on;
}

/**
 * Keeps since when the list does not show a mandate; no such look counts towards its never having been made (decision 172). A list
 * that shows it ends that, and silence does not.
 */
function unlistedAgain(before: Absence | null, { error, isFound }: Unclear, now: Date): Absence | null {
  if (isFound) return null;
  if (isAnswer(error)) return { since: before?.since ?? now.getTime(), looks: 0 };
  return before?.looks === 0 ? before : null;
}

interface Unclear {
  readonly error: ProviderError;
  /** The mandate was found before: what was refused is to cancel it. */
  readonly isFound: boolean;
}

/** Puts the look off. Answers that say nothing go to staff after a day, silence does not (decision 194). Rule: LEND-20, LEND-21 */
async function putOff(
  deps: MandateDeps,
  ids: repo.MandateIds,
  row: repo.MandateRow,
  unclear: Unclear,
): Promise<void> {
  const { error } = unclear;
  const now = deps.clock.now();
  const afterMs = (ms: number) => new Date(now.getTime() + ms);
  const since = row.unclear_since ?? now;
  await deps.worker.forUser(ids.userId, async (tx) => {
    const isStuck = now.getTime() - since.getTime() >= STUCK_AFTER_MS;
    // A mandate that its person has just approved may be listed in a moment.
    const soonMs = row.status === 'setting_up' && isFresh(row, now) ? LOOK_AFTER_MS.setting_up : UNCLEAR_MS;
    const nextAfterMs = isStuck ? HOUR_MS : soonMs;
    // It may have ended while it was looked at: nothing would end a difference about it.
    if (!(await saveMandateLook(tx, ids, afterMs(isAnswer(error) ? nextAfterMs : MINUTE_MS)))) return;
    const absence = unlistedAgain(row.absence, unclear, now);
    if (absence !== row.absence) await markAbsent(tx, ids, absence);
    if (!isAnswer(error)) return;
    if (row.unclear_since === null) await markUnclear(tx, ids, since);
    if (isStuck)
      await openStuck(
        tx,
        { userId: ids.userId, paymentId: row.loan_id, reference: nameOf(ids, row), detail: { ...ids } },
        now,
      );
  });
}

async function endUnclear(deps: MandateDeps, ids: repo.MandateIds, row: repo.MandateRow): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    await markUnclear(tx, ids, null);
    const about = { ...STUCK, userId: ids.userId, reference: nameOf(ids, row) };
    await settleOpen(tx, about, deps.clock.now());
  });
}

/** The provider's own name of a mandate. */
const nameOf = ({ mandateId }: repo.MandateIds, row: repo.MandateRow) =>
  row.token_ref ?? row.order_ref ?? mandateId;

const ENDED: ReadonlySet<MandateStatus> = new Set(ENDED_MANDATE_STATUSES);

/** Null while there was no try to approve the order. */
async function findHeld(
  { providers }: MandateDeps,
  { customer_ref: customerRef, order_ref: orderRef, token_ref: tokenRef }: repo.MandateRow,
): Promise<MandateAtProvider | null> {
  if (customerRef === null) return null;
  if (tokenRef !== null) return providers.mandates.getMandate({ customerRef, tokenRef });
  return orderRef === null ? null : providers.mandates.findByOrder({ customerRef, orderRef });
}

const LOOK_AFTER_MS: Readonly<Record<MandateStatus, number>> = {
  setting_up: 5_000,
  pending: 10 * MINUTE_MS,
  active: HOUR_MS,
  paused: HOUR_MS,
  cancelling: MINUTE_MS,
  rejected: 0,
  cancelled: 0,
  expired: 0,
};

/** Its person is at the window of its order, most likely. */
const isFresh = (row: repo.MandateRow, now: Date) =>
  now.getTime() - row.created_at.getTime() < 10 * MINUTE_MS;

async function follow(
  deps: MandateDeps,
  ids: repo.MandateIds,
  row: repo.MandateRow,
  held: MandateAtProvider | null,
): Promise<void> {
  const now = deps.clock.now();
  const { endMs } = istDayBounds(istDate(row.created_at.getTime()));
  // Refused, but the same order may still be approved, on its own day alone: the person sees the window yet.
  const isOpenStill = now.getTime() < endMs + LATE_WORD_MS && row.status === 'setting_up';
  if (held === null || (held.state === 'rejected' && isOpenStill)) {
    const lookAfterMs = isFresh(row, now) ? LOOK_AFTER_MS.setting_up : ABSENT_LOOK_MS;
    if (isOpenStill) return move(deps, ids, row, 'setting_up', { lookAfterMs });
    // Without an order nothing was asked.
    if (row.order_ref === null || (await isGone(deps, ids, row)))
      return move(deps, ids, row, 'expired', { lookAfterMs: 0, reason: 'not_approved' });
    return move(deps, ids, row, row.status, { lookAfterMs });
  }
  const status = statusOf(held.state);
  await move(deps, ids, row, status, {
    lookAfterMs: LOOK_AFTER_MS[status],
    tokenRef: held.tokenRef,
    reason: held.reason,
  });
}

/** Whether an order whose day is over was never approved: looks in a row did not find it. */
async function isGone(deps: MandateDeps, ids: repo.MandateIds, row: repo.MandateRow): Promise<boolean> {
  const now = deps.clock.now().getTime();
  // The unclear ones before are no looks of this row.
  const absence = absentAgain(row.absence?.looks === 0 ? null : row.absence, now);
  if (isNeverMade(absence, now)) return true;
  await deps.worker.forUser(ids.userId, (tx) => markAbsent(tx, ids, absence));
  return false;
}

/** The provider is asked to end it, and says when it has. One that was never approved ends with its order. */
async function finishCancelling(
  deps: MandateDeps,
  ids: repo.MandateIds,
  row: repo.MandateRow,
  held: MandateAtProvider | null,
): Promise<void> {
  const ageMs = deps.clock.now().getTime() - row.created_at.getTime();
  const lastsMs = row.order_ref === null ? REGISTRATION_MS : APPROVAL_MS;
  const isOver = held
    ? ENDED.has(statusOf(held.state))
    : ageMs >= lastsMs && (row.order_ref === null || (await isGone(deps, ids, row)));
  if (isOver) return move(deps, ids, row, 'cancelled', { lookAfterMs: 0, tokenRef: held?.tokenRef });
  if (held && row.customer_ref !== null) {
    const token = { customerRef: row.customer_ref, tokenRef: held.tokenRef };
    await deps.providers.mandates.cancel(token, { requestId: ids.mandateId, actor: 'job' });
  }
  const absentAfterMs = ageMs >= lastsMs ? ABSENT_LOOK_MS : 10 * MINUTE_MS;
  await move(deps, ids, row, 'cancelling', {
    lookAfterMs: held || row.order_ref === null ? LOOK_AFTER_MS.cancelling : absentAfterMs,
    tokenRef: held?.tokenRef,
  });
}

interface Move {
  readonly lookAfterMs: number;
  readonly tokenRef?: string | undefined;
  readonly reason?: string | undefined;
  /** Ended in the books alone: nothing is said of what the provider has not said. */
  readonly isGivenUp?: boolean;
}

async function move(
  deps: MandateDeps,
  ids: repo.MandateIds,
  row: repo.MandateRow,
  status: MandateStatus,
  { lookAfterMs, tokenRef, reason, isGivenUp = false }: Move,
): Promise<void> {
  const now = deps.clock.now();
  const nextLookAt = ENDED.has(status) ? null : new Date(now.getTime() + lookAfterMs);
  await deps.worker.forUser(ids.userId, async (tx) => {
    const isMoved = await repo.moveMandate(tx, ids, row.status, status, {
      now,
      nextLookAt,
      tokenRef,
      reason,
    });
    if (!isMoved || status === row.status) return;
    if (ENDED.has(status) || status === 'cancelling') await repo.skipPlanned(tx, ids, now);
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
    if (!isGivenUp) await tell(deps, tx, ids.userId, row, { status, reason }, now);
  });
}

/** Tells of a mandate that begins to collect, and of one that stops: by itself, or when the bank has ended it at its person's word. */
async function tell(
  deps: MandateDeps,
  tx: Tx,
  userId: string,
  row: repo.MandateRow,
  { status, reason }: { readonly status: MandateStatus; readonly reason: string | undefined },
  now: Date,
): Promise<void> {
  // The owner relies on what they approved: they are told that the bank did not confirm it.
  const notice =
    status === 'rejected' && row.status === 'pending'
      ? (language: Language) => rejectedNotice(deps, row, reason, language)
      : noticeOf(deps, row, status);
  if (notice) await deps.notifier.notify(tx, userId, notice, now);
}

const REJECTED = {
  en: {
    title: 'Your bank did not confirm autopay',
    details: 'It says that the account details are not right.',
    other: 'It can tell you why.',
    next: 'Nothing is collected. Pay each instalment by its due date, or set autopay up again.',
  },
  hi: {
    title: 'आपके बैंक ने ऑटोपे की पुष्टि नहीं की',
    details: 'बैंक के अनुसार खाते का विवरण सही नहीं है।',
    other: 'कारण आपका बैंक बता सकता है।',
    next: 'कुछ भी अपने आप नहीं लिया जाएगा। हर किस्त नियत तारीख़ तक चुकाएँ, या ऑटोपे फिर से चालू करें।',
  },
} as const;
/** The bank's reasons that a person can do something about. */
const WRONG_DETAILS: ReadonlySet<string> = new Set(['bank_account_invalid', 'incorrect_ifsc']);

function rejectedNotice(
  { config }: MandateDeps,
  row: repo.MandateRow,
  reason: string | undefined,
  language: Language,
): Notice {
  const words = REJECTED[language];
  const why = reason !== undefined && WRONG_DETAILS.has(reason) ? words.details : words.other;
  return {
    type: 'warning',
    icon: 'alert',
    title: words.title,
    description: `${why} ${words.next}`,
    language,
    template: 'mandate.rejected',
    vars: { why, link: `${config.publicUrl}/dashboard/payments/${row.loan_id}` },
  };
}

const COLLECTED: ReadonlySet<MandateStatus> = new Set(['active', 'paused', 'pending']);

function noticeOf({ config }: MandateDeps, row: repo.MandateRow, status: MandateStatus): Notice | undefined {
  const link = `${config.publicUrl}/dashboard/payments/${row.loan_id}`;
  if (status === 'active') {
    return {
      type: 'success',
      icon: 'check',
      title: 'Autopay is on',
      description:
        'Your instalments are collected on their due dates. You are told two days before each debit, or at least one where it was planned later.',
      template: 'mandate.active',
      vars: { link },
    };
  }
  const hasStopped = status === 'paused' || status === 'expired' || status === 'cancelled';
  const isAsked = row.status === 'cancelling' && row.reason === 'by_user';
  if (!hasStopped || !(COLLECTED.has(row.status) || isAsked)) return undefined;
  if (status === 'paused')
    return {
      type: 'warning',
      icon: 'alert',
      title: 'Autopay is paused',
      description:
        'Until you resume it at your bank, your instalments are not collected. Pay each by its due date.',
      template: 'mandate.paused',
      vars: { link },
    };
  return {
    type: isAsked ? 'info' : 'warning',
    icon: isAsked ? 'check' : 'alert',
    title: 'Autopay has ended',
    description:
      'Your instalments are no longer collected. Pay each by its due date, or set autopay up again.',
    template: 'mandate.stopped',
    vars: { link },
  };
}
