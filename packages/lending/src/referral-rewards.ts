import { type BusinessDate, businessDate, financialYearOf, type Paise } from '@mohlat/money';

/** The terms of referrals that a friend's bill was sold under. Rule: LEND-S6 */
export interface ReferralTerms {
  /** Zero where no reward was on offer. */
  readonly rewardPaise: Paise;
  readonly monthlyMax: number;
  readonly yearlyMaxPaise: number;
}

/** A friend whose referral earns a reward, with the limits of the person who referred them. */
export interface EarnedReferral {
  readonly id: string;
  /** The reason not to count the friend as new; null for a new friend. */
  readonly refusal: string | null;
  /** The first day on which its bill can no longer be cancelled. */
  readonly spendableOn: BusinessDate;
  /** The number of rewards that the person already has for the month. */
  readonly givenInMonth: number;
  /** The sum of rewards that the person already has for the financial year, in paise. */
  readonly givenInYearPaise: number;
  /** Those of the bill that it rests on. */
  readonly terms: ReferralTerms;
}

/** The first days of the month and of the financial year of a day. Rewards since then count against the limits. */
export function limitsFrom(today: BusinessDate) {
  return {
    monthFromOn: businessDate(`${today.slice(0, 7)}-01`),
    yearFromOn: financialYearOf(today).fromOn,
  };
}

/** The outcome of a referral: a reward, or the reason for none. */
export type ReferralOutcome =
  | { readonly of: EarnedReferral; readonly refusal: string; readonly amountPaise?: never }
  | { readonly of: EarnedReferral; readonly amountPaise: Paise; readonly refusal?: never };

/**
 * The rewards of one person for friends, in the order of `earned`, whose counts are those before the first of them. A
 * month has a largest number, a financial year a largest sum. A friend who is not new, or whose bill was sold while no reward was
 * on offer, uses up no limit.
 * Rule: LEND-24 (referral), LEND-S6
 */
export function referralRewards(earned: readonly EarnedReferral[]): ReferralOutcome[] {
  let given = 0;
  let givenPaise = 0;
  return earned.map((of): ReferralOutcome => {
    const { rewardPaise, monthlyMax, yearlyMaxPaise } = of.terms;
    if (of.refusal !== null) return { of, refusal: of.refusal };
    if (rewardPaise === 0) return { of, refusal: 'no_reward' };
    if (of.givenInMonth + given >= monthlyMax) return { of, refusal: 'monthly_limit' };
    if (of.givenInYearPaise + givenPaise + rewardPaise > yearlyMaxPaise)
      return { of, refusal: 'yearly_limit' };
    given += 1;
    givenPaise += rewardPaise;
    return { of, amountPaise: rewardPaise };
  });
}
