import type { ReviewFact } from '@mohlat/contract';

const FIRST_LOOK_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** When to look at the desk again although it said nothing: soon at first, then as long after as it has waited. */
export function nextLookAt(openedAt: Date, now: Date): Date {
  const waitedMs = now.getTime() - openedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(waitedMs, FIRST_LOOK_MS), LONGEST_PAUSE_MS));
}

/** The fact that two names agree in so many percent; none where they could not be compared, as in two scripts. */
export function matchFact(percent: number | null): ReviewFact[] {
  return percent === null ? [] : [{ code: 'name_match_percent', value: String(percent) }];
}
