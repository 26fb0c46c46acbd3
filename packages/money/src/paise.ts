declare const paiseBrand: unique symbol;

/** A whole number of paise within the safe integer range; made only by {@link paise}. May be negative. */
export type Paise = number & { readonly [paiseBrand]: true };

/**
 * The one way to make money out of a number.
 * Rule: LEND-M1
 * @throws RangeError when the value is fractional, not finite or beyond the safe integers
 */
export function paise(value: number | bigint): Paise {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('Money must be a safe whole number of paise');
  // Adding zero turns -0 into 0, so equal amounts are also identical.
  return (number + 0) as Paise;
}

export const ZERO_PAISE: Paise = paise(0);

export function addPaise(left: Paise, right: Paise): Paise {
  return paise(left + right);
}

export function subtractPaise(left: Paise, right: Paise): Paise {
  return paise(left - right);
}

export function sumPaise(amounts: Iterable<Paise>): Paise {
  let total = ZERO_PAISE;
  for (const amount of amounts) total = addPaise(total, amount);
  return total;
}

export function minPaise(left: Paise, right: Paise): Paise {
  return left < right ? left : right;
}

export function maxPaise(left: Paise, right: Paise): Paise {
  return left > right ? left : right;
}

/**
 * The only rounding rule: half up, on a non-negative fraction n/d. A sign is applied after rounding.
 * Rule: LEND-M3
 * @throws RangeError when n is negative or d is not positive
 */
export function rhu(n: bigint, d: bigint): bigint {
  if (n < 0n || d <= 0n) throw new RangeError('Rounding takes a non-negative fraction');
  return (2n * n + d) / (2n * d);
}

/**
 * The part n/d of a non-negative amount, half up: what {@link rhu} makes of it. Numbers do where all of it is a safe whole number,
 * and cost a tenth of big integers.
 * Rule: LEND-M3
 */
export function partOf(amount: Paise, n: number, d: number): Paise {
  const doubled = 2 * amount * n + d;
  if (amount < 0 || n < 0 || d <= 0 || !Number.isSafeInteger(doubled))
    return paise(rhu(BigInt(amount) * BigInt(n), BigInt(d)));
  return paise((doubled - (doubled % (2 * d))) / (2 * d));
}

/**
 * Rounds to whole multiples of `unitPaise` (100 = whole rupees), half up.
 * Rule: LEND-M4
 */
export function rhuToUnit(n: bigint, d: bigint, unitPaise: number): Paise {
  const unit = BigInt(unitPaise);
  return paise(unit * rhu(n, d * unit));
}
