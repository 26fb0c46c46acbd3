import { daysBetween, type BusinessDate } from './calendar.ts';
import { maxPaise, minPaise, paise, subtractPaise, ZERO_PAISE, type Paise } from './paise.ts';
import type { Bps } from './rates.ts';

export interface PenalBand {
  readonly unpaidUpToPaise: Paise;
  readonly chargePaise: Paise;
}

export interface LatePolicy {
  readonly graceDays: number;
  /** A charge is levied at the opening of the day with one of these numbers of days late. */
  readonly levyOnLateDays: readonly number[];
  /** Ascending; the first band that holds the unpaid amount decides. */
  readonly bands: readonly PenalBand[];
  readonly chargeAboveBandsPaise: Paise;
  /** Cap as a share of the financed amount, for all penal charges of a loan together. */
  readonly capBps: Bps;
  readonly bouncePaise: Paise;
}

const rupees = (amount: number): Paise => paise(amount * 100);

/** Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L6 */
export const DEFAULT_LATE_POLICY: LatePolicy = {
  graceDays: 3,
  levyOnLateDays: [4, 34, 64],
  bands: [
    { unpaidUpToPaise: rupees(500), chargePaise: ZERO_PAISE },
    { unpaidUpToPaise: rupees(2_000), chargePaise: rupees(50) },
    { unpaidUpToPaise: rupees(5_000), chargePaise: rupees(100) },
    { unpaidUpToPaise: rupees(10_000), chargePaise: rupees(200) },
    { unpaidUpToPaise: rupees(25_000), chargePaise: rupees(350) },
  ],
  chargeAboveBandsPaise: rupees(500),
  capBps: 1_000,
  bouncePaise: rupees(100),
};

/** The table alone: the charge for an unpaid amount, before the cap. Rule: LEND-L2 */
export function penalByTable(unpaidPaise: Paise, policy: LatePolicy): Paise {
  const band = policy.bands.find((candidate) => unpaidPaise <= candidate.unpaidUpToPaise);
  return band?.chargePaise ?? policy.chargeAboveBandsPaise;
}

export interface PenalInput {
  readonly dueOn: BusinessDate;
  /** The day being opened. */
  readonly on: BusinessDate;
  /** Unpaid amount of the one instalment. */
  readonly unpaidPaise: Paise;
  /** Bill and fee of the whole loan. */
  readonly financedPaise: Paise;
  /** Penal charges levied on the loan so far and not reversed. */
  readonly leviedPaise: Paise;
  readonly isNpa: boolean;
  /** The borrower could not pay at the deadline because of us: our channels were down, or we had blocked the account. */
  readonly couldNotPay: boolean;
}

/**
 * The late charge to levy on an instalment at the opening of a day, trimmed to what the loan's cap of all late charges
 * leaves; zero for none.
 * Rule: LEND-L2, LEND-L3
 */
export function penalCharge(input: PenalInput, policy: LatePolicy): Paise {
  const isLevyDay = policy.levyOnLateDays.includes(daysBetween(input.dueOn, input.on));
  if (!isLevyDay || input.unpaidPaise <= 0 || input.isNpa || input.couldNotPay) return ZERO_PAISE;
  const cap = paise((BigInt(input.financedPaise) * BigInt(policy.capBps)) / 10_000n);
  const room = maxPaise(ZERO_PAISE, subtractPaise(cap, input.leviedPaise));
  return minPaise(penalByTable(input.unpaidPaise, policy), room);
}
