import { paise, rhu, sumPaise, type Paise } from './paise.ts';
import type { Bps } from './rates.ts';

/** A yearly rate above this is an input error, not a price: 100,000% a year. */
const APR_CEILING_BPS = 10_000_000;

function checkedFlows(netPaise: Paise, total: Paise): void {
  if (netPaise <= 0) throw new RangeError('The amount disbursed must be positive');
  if (total < netPaise) throw new RangeError('The repayments do not cover the amount disbursed');
}

/**
 * True when the instalments, discounted at `halfBps` / 240,000 a month, are still worth at least `net`.
 * Exact: both sides are multiplied by (240,000 + halfBps)^n.
 */
function isWorthNet(net: bigint, instalments: readonly bigint[], halfBps: number): boolean {
  const base = 240_000n;
  const grown = base + BigInt(halfBps);
  let worth = 0n;
  let discount = base;
  for (const instalment of instalments) {
    worth = worth * grown + instalment * discount;
    discount *= base;
  }
  return worth >= net * grown ** BigInt(instalments.length);
}

/**
 * The yearly rate of equal monthly periods: twelve times the monthly internal rate of return, not compounded,
 * from the actual instalments. Found by bisection over whole basis points on exact integers, so the half-up
 * rounding is that of the true root.
 * Rule: LEND-K1, LEND-K4 (the regulator's own illustration comes out right)
 * @throws RangeError when nothing was disbursed or the instalments repay less than that
 */
export function aprMonthlyBps(netPaise: Paise, instalmentsPaise: readonly Paise[]): Bps {
  checkedFlows(netPaise, sumPaise(instalmentsPaise));
  const net = BigInt(netPaise);
  const instalments = instalmentsPaise.map((amount) => BigInt(amount));
  // The rounded rate is the largest b whose lower edge, b - 1/2, does not exceed the root.
  let low = 0;
  let high = APR_CEILING_BPS;
  if (isWorthNet(net, instalments, 2 * high - 1)) throw new RangeError('The rate is beyond any real price');
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWorthNet(net, instalments, 2 * middle - 1)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The yearly rate of one payment after a number of days.
 * Rule: LEND-K2
 * @throws RangeError when nothing was disbursed, less than that is repaid, or the term is not positive
 */
export function aprSingleBps(netPaise: Paise, totalPaise: Paise, days: number): Bps {
  checkedFlows(netPaise, totalPaise);
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError('The term is a positive number of days');
  const cost = BigInt(totalPaise) - BigInt(netPaise);
  return Number(paise(rhu(cost * 365n * 10_000n, BigInt(netPaise) * BigInt(days))));
}
