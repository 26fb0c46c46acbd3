import { type BusinessDate, businessDate, type Paise } from '@mohlat/money';

/** A friend who did what earns a reward, as who brought them stands. */
export interface EarnedReferral {
  readonly id: string;
  /** Why the friend is nobody new; null where they are. */
  readonly refusal: string | null;
  /** From this day the bill it rests on can no longer be cancelled. */
  readonly spendableOn: BusinessDate;
  /** How many rewards the person was given for the month. */
  readonly givenInMonth: number;
  /** What they were given for the financial year, in paise. */
  readonly givenInYearPaise: number;
}

export interface ReferralTerms {
  readonly rewardPaise: Paise;
  readonly monthlyMax: number;
  readonly yearlyMaxPaise: number;
}

/** The first days of the month and of the financial year that a day is in: since then rewards count against the limits. */
export function limitsFrom(today: BusinessDate) {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const yearOf = month >= FINANCIAL_YEAR_FROM_MONTH ? year : year - 1;
  return {
    monthFromOn: businessDate(`${today.slice(0, 7)}-01`),
    yearFromOn: businessDate(`${yearOf}-04-01`),
  };
}

const FINANCIAL_YEAR_FROM_MONTH = 4;

/** What a referral comes to: a reward, or why it earns none. */
export type ReferralOutcome =
  | { readonly of: EarnedReferral; readonly refusal: string; readonly amountPaise?: never }
  | { readonly of: EarnedReferral; readonly amountPaise: Paise; readonly refusal?: never };

/**
 * What one person is given for friends, in the order of `earned`, whose counts are those before all of them: so many in a month, so
 * much in a financial year. A friend who is nobody new takes no room.
 * Rule: LEND-24 (referral)
 */
export function referralRewards(earned: readonly EarnedReferral[], terms: ReferralTerms): ReferralOutcome[] {
  const { rewardPaise, monthlyMax, yearlyMaxPaise } = terms;
  let given = 0;
  return earned.map((of): ReferralOutcome => {
    if (of.refusal !== null) return { of, refusal: of.refusal };
    if (of.givenInMonth + given >= monthlyMax) return { of, refusal: 'monthly_limit' };
    if (of.givenInYearPaise + (given + 1) * rewardPaise > yearlyMaxPaise)
      return { of, refusal: 'yearly_limit' };
    given += 1;
    return { of, amountPaise: rewardPaise };
  });
}
