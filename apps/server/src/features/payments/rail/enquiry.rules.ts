import { type BusinessDate, HOUR_MS, istDate, MINUTE_MS } from '@mohlat/money';

/** Rule: LEND-18. A payment not sent within this time is failed: nothing has left. */
export const SEND_WITHIN_MS = 15 * MINUTE_MS;
/** Rule: LEND-18. Without a final answer for this long the outcome is not known. */
export const UNKNOWN_AFTER_MS = 30 * MINUTE_MS;
/** Rule: LEND-X3. Absent so often and for so long, the identical request may be sent again. */
export const RESEND_ABSENCES = 3;
export const RESEND_AFTER_MS = 10 * MINUTE_MS;
/** A request sent again is long answered, or given up, before it is sent once more. */
export const RESEND_AGAIN_AFTER_MS = 4 * MINUTE_MS;
/** Rule: LEND-X2. */
export const REVIEW_AFTER_MS = 24 * HOUR_MS;

/**
 * When to look next: every 5 s for 5 min, every 5 min to 24 h, then hourly; jitter of a tenth either way. One look
 * falls on the moment from which a lost request may be sent again: its bill is payable only a few minutes longer.
 * Rule: LEND-X2, LEND-X3. `jitter` is between −1 and 1.
 */
export function nextLookMs(ageMs: number, jitter: number): number {
  const step = ageMs < 5 * MINUTE_MS ? 5_000 : ageMs < REVIEW_AFTER_MS ? 5 * MINUTE_MS : HOUR_MS;
  const next = Math.round(step * (1 + jitter / 10));
  const untilResendMs = RESEND_AFTER_MS - ageMs;
  return untilResendMs > 0 ? Math.min(next, untilResendMs) : next;
}

/** Whether a request that was sent again `resentCount` times may be sent once more. Rule: LEND-X3. */
export function mayResend(
  { absentCount, resentCount }: { readonly absentCount: number; readonly resentCount: number },
  ageMs: number,
  isBillPayable: boolean,
): boolean {
  const afterMs = RESEND_AFTER_MS + resentCount * RESEND_AGAIN_AFTER_MS;
  return absentCount >= RESEND_ABSENCES && ageMs >= afterMs && isBillPayable;
}

/**
 * Whether a payment that a look does not find was never executed: looked for so often, and missing from the list of each of its days,
 * read as a whole after its close. A look alone is one answer about one phone number, and may be empty by mistake. Rule: LEND-X3
 */
export function isNeverExecuted(absentCount: number, isInNoClosedList: boolean): boolean {
  return absentCount >= RESEND_ABSENCES && isInNoClosedList;
}

/**
 * Asked before each call, and once more in the turn that writes its first byte: an attempt leaves only while its bill is
 * payable. One that was held up longer is as good as lost on its way, and its lists say so. Rule: LEND-X3
 */
export function maySend(payableUntil: string, now: Date): boolean {
  return new Date(payableUntil) > now;
}

/** A process that is stopped in that very turn may write so long afterwards, if the rail keeps an idle connection as long. */
const STALLED_MS = HOUR_MS;

/**
 * The business dates whose lists may show an attempt, in order. It may be sent as long as its bill is payable, and by a
 * process that was stopped an hour longer: that may be past midnight.
 */
export function listDays(startedAt: Date, payableUntil: Date): BusinessDate[] {
  const first = istDate(startedAt.getTime());
  const last = istDate(payableUntil.getTime() + STALLED_MS);
  return last > first ? [first, last] : [first];
}
