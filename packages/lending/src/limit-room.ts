import { minPaise, type Paise, subtractPaise, sumPaise } from '@mohlat/money';
import { secondOf, type Share } from './received.ts';

/** A share that is held for an instalment not yet demanded. */
export interface HeldShare extends Pick<Share, 'component' | 'amountPaise'> {
  readonly number: number;
}

/** Money that went back because its payer asked for it. Instants are milliseconds since the epoch. */
export interface GivenBack {
  readonly receivedAt: number;
  readonly releasedAt: number;
}

/** The limit of a person and its use, in paise. */
export interface LimitUse {
  readonly limitPaise: Paise;
  readonly usedPaise: Paise;
  readonly reservedPaise: Paise;
  /** When the newest bill that counts, or may yet, was accepted: in milliseconds since the epoch. Null where there is none. */
  readonly newestAt: number | null;
  readonly givenBack: readonly GivenBack[];
}

/**
 * The part of the bill that is owed again where so much goes back of the money that a loan holds, in paise. What is held beside it moves up
 * to the instalments that come first, so those are open again that are covered last.
 * Rule: LEND-14, LEND-W2
 */
export function owedAgain(held: readonly HeldShare[], amountPaise: Paise): Paise {
  let left = amountPaise;
  const principal: Paise[] = [];
  // The bill of an instalment is covered last.
  const isBill = ({ component }: HeldShare) => Number(component === 'principal');
  for (const share of held.toSorted((a, b) => b.number - a.number || isBill(b) - isBill(a))) {
    const taken = minPaise(share.amountPaise, left);
    left = subtractPaise(left, taken);
    if (isBill(share)) principal.push(taken);
  }
  return sumPaise(principal);
}

/**
 * True where the limit that held money freed pays another bill: with the part of its bill that would be owed again the limit would
 * be exceeded, and a bill was accepted since the money came. Where none was, no more is owed than before the money came, and it is
 * for no limit that was lowered or blocked since to keep it.
 * Rule: LEND-S2, LEND-14, LEND-9 (EMI)
 */
export function isFreedLimitSpent(use: LimitUse, receivedAt: number, againPaise: Paise): boolean {
  const hasRoom = againPaise === 0 || use.usedPaise + use.reservedPaise + againPaise <= use.limitPaise;
  return !hasRoom && use.newestAt !== null && use.newestAt >= relianceFrom(use.givenBack, receivedAt);
}

/**
 * The instant since which no bill may have been accepted. Other money may have made the room for a bill, and have gone back when
 * this money had taken its place.
 */
function relianceFrom(givenBack: readonly GivenBack[], receivedAt: number): number {
  return givenBack
    .toSorted((a, b) => b.releasedAt - a.releasedAt)
    .reduce(
      (from, one) => (one.releasedAt >= from ? Math.min(from, secondOf(one.receivedAt)) : from),
      secondOf(receivedAt),
    );
}
