import { maxPaise, minPaise, paise, partOf, subtractPaise, type Paise } from './paise.ts';
import { checkedBps, type Bps } from './rates.ts';

export interface FeeParams {
  readonly feeBps: Bps;
  readonly minPaise: Paise;
  readonly maxPaise: Paise;
}

/** 2% of the bill, at least ₹50, at most ₹500. Rule: LEND-F1 */
export const DEFAULT_FEE_PARAMS: FeeParams = {
  feeBps: 200,
  minPaise: paise(5_000),
  maxPaise: paise(50_000),
};

export const DEFAULT_GST_BPS: Bps = 1_800;

/**
 * The service fee on a bill, tax included.
 * Rule: LEND-F1
 * @throws RangeError when the bill is not positive
 */
export function serviceFee(billPaise: Paise, params: FeeParams = DEFAULT_FEE_PARAMS): Paise {
  if (billPaise <= 0) throw new RangeError('A bill is a positive amount');
  const share = partOf(billPaise, checkedBps(params.feeBps), 10_000);
  return minPaise(maxPaise(share, params.minPaise), params.maxPaise);
}

export interface GstSplit {
  /** CGST, and equally SGST, inside one state. */
  readonly halfPaise: Paise;
  /** IGST between states: twice the half, so the tax never depends on the state. */
  readonly gstPaise: Paise;
  readonly netPaise: Paise;
}

/**
 * The tax inside a fee; the rounding difference lands in the net fee.
 * Rule: LEND-F2
 */
export function gstInsideFee(feePaise: Paise, gstBps: Bps = DEFAULT_GST_BPS): GstSplit {
  const rate = checkedBps(gstBps);
  const halfPaise = partOf(feePaise, rate, 2 * (10_000 + rate));
  const gstPaise = paise(2 * halfPaise);
  return { halfPaise, gstPaise, netPaise: subtractPaise(feePaise, gstPaise) };
}
