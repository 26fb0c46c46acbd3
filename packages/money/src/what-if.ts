import { assess, isThinFile, LIMIT_POLICY, type LimitInputs, type LimitPolicy } from './limit.ts';
import { paise, subtractPaise, type Paise } from './paise.ts';

/** The levers: the things a person can change about a limit, in the order in which equal gains are told. */
export const WHAT_IF_LEVERS = ['video', 'income_evidence', 'obligations', 'score'] as const;
export type WhatIfLever = (typeof WHAT_IF_LEVERS)[number];

/** The limit as it would be if one thing were different. */
export interface WhatIf {
  readonly lever: WhatIfLever;
  /** The drop in the instalments elsewhere in a month; only for `obligations`. */
  readonly lessPaise?: Paise;
  /** The lowest score that has this effect; only of `score`. */
  readonly toScore?: number;
  readonly limitPaise: Paise;
  /** Above today's limit, which is zero when declined; never zero. */
  readonly gainPaise: Paise;
}

/** Obligations are lowered by whole steps of this. */
const OBLIGATION_STEP_PAISE = 100_000;

type Change = Pick<WhatIf, 'lever' | 'lessPaise' | 'toScore'> & { readonly inputs: Partial<LimitInputs> };

/**
 * Computes the effect of each lever alone on a decision, most first. Asks the policy itself, so that it promises what an
 * assessment would answer; a lever that changes nothing is left out.
 * Rule: LEND-13
 */
export function whatIf(inputs: LimitInputs, policy: LimitPolicy = LIMIT_POLICY): WhatIf[] {
  const before = assess(inputs, policy).limitPaise;
  const changes: Change[] = [
    { lever: 'video', inputs: { isVideoApproved: true } },
    { lever: 'income_evidence', inputs: { incomeEvidence: 'verified' } },
    ...lessObligations(inputs, policy),
    ...nextBand(inputs, policy),
  ];
  return changes
    .map(({ inputs: change, ...told }) => {
      const after = assess({ ...inputs, ...change }, policy).limitPaise;
      return { ...told, limitPaise: after, gainPaise: paise(Math.max(0, after - before)) };
    })
    .filter((one) => one.gainPaise > 0)
    .sort(
      (left, right) =>
        right.gainPaise - left.gainPaise ||
        WHAT_IF_LEVERS.indexOf(left.lever) - WHAT_IF_LEVERS.indexOf(right.lever),
    );
}

/** The smallest reduction that gives as much as having no obligations at all would. */
function lessObligations(inputs: LimitInputs, policy: LimitPolicy): Change[] {
  const obligations = inputs.monthlyObligationsPaise;
  const lowered = (steps: number) =>
    paise(Math.max(0, obligations - Math.min(obligations, steps * OBLIGATION_STEP_PAISE)));
  const limitAfter = (steps: number) =>
    assess({ ...inputs, monthlyObligationsPaise: lowered(steps) }, policy).limitPaise;
  let most = Math.ceil(obligations / OBLIGATION_STEP_PAISE);
  const best = limitAfter(most);
  if (best === limitAfter(0)) return [];
  // Fewer obligations never lower a limit, so the smallest sufficient reduction is found by halving.
  let least = 1;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (limitAfter(middle) < best) least = middle + 1;
    else most = middle;
  }
  const left = lowered(least);
  return [
    {
      lever: 'obligations',
      lessPaise: subtractPaise(obligations, left),
      inputs: { monthlyObligationsPaise: left },
    },
  ];
}

/** The next band above that gives more; a file without a score has none. */
function nextBand(inputs: LimitInputs, policy: LimitPolicy): Change[] {
  if (isThinFile(inputs.score)) return [];
  const before = assess(inputs, policy).limitPaise;
  const higher = policy.bands
    .map((band) => band.minScore)
    .filter((score) => score > inputs.score)
    .sort((left, right) => left - right);
  const toScore = higher.find((score) => assess({ ...inputs, score }, policy).limitPaise > before);
  return toScore === undefined ? [] : [{ lever: 'score', toScore, inputs: { score: toScore } }];
}
