import type { Credit } from '@mohlat/contract';
import { LIMIT_POLICY } from '@mohlat/money';

/** An act of the person that takes a bound away. */
export type LadderAct = 'income' | 'video';

export interface Rung {
  readonly limitPaise: number;
  /** Undefined for the rung of the present limit. */
  readonly act: LadderAct | undefined;
}

/** The bound each act takes away, in the order in which the acts are worth doing. Rule: LEND-B04, LEND-B05 */
const ACTS = [
  ['B04', 'income'],
  ['B05', 'video'],
] as const;

/**
 * The present limit, and what it grows to as one act after the other takes its bound away, by what each bound alone
 * would allow today. An act that changes nothing is no rung. Paise.
 * Rule: LEND-13
 */
export function ladderOf({ limitPaise, factors }: Pick<Credit, 'limitPaise' | 'factors'>): Rung[] {
  const rungs: Rung[] = [{ limitPaise, act: undefined }];
  let left = factors;
  for (const [code, act] of ACTS) {
    if (!left.some((factor) => factor.code === code)) continue;
    left = left.filter((factor) => factor.code !== code);
    const next = lowestOf(left);
    if (next > rungs.at(-1)!.limitPaise) rungs.push({ limitPaise: next, act });
  }
  return rungs;
}

/** Zero where nothing bounds it: then nothing is promised. */
function lowestOf(factors: Credit['factors']): number {
  if (factors.length === 0) return 0;
  const lowest = Math.min(...factors.map((factor) => factor.amountPaise));
  return lowest - (lowest % LIMIT_POLICY.roundDownToPaise);
}
