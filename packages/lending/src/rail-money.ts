import {
  type BusinessDate,
  maxPaise,
  minPaise,
  type Paise,
  paise,
  subtractPaise,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Journal } from './journals.ts';
import { transfer, type TransferName } from './transfers.ts';
import { onceOf } from './source.ts';

/*
 * Money at the bill network, as its list reports it and as the books hold it: taken without a paid bill of ours, owed to
 * us, given back. The list and staff may both report the same money; it is booked once.
 */

/** A success of the list whose money belongs to no paid bill. */
export interface TakenRow {
  readonly paymentId: string | null;
  readonly reference: string;
  readonly verdict: 'not_ours' | 'duplicate' | 'late_success' | 'amount';
  readonly amountPaise: Paise;
  /** The bill in our records; null where the row names no payment of ours. */
  readonly billPaise: Paise | null;
  /** The part of this payment that the rail promised to give back. */
  readonly promisedPaise: Paise;
}

/**
 * Books money that left the float and that only the rail owes us: the difference of another amount, or a late success
 * against the refund that the rail had promised.
 * Rule: LEND-16 journal 6, LEND-X5
 */
export function railTook(
  { paymentId, reference, verdict, amountPaise, billPaise, promisedPaise }: TakenRow,
  on: BusinessDate,
): Journal {
  const isLate = verdict === 'late_success' && paymentId !== null;
  const paid = verdict === 'amount' && billPaise !== null ? billPaise : ZERO_PAISE;
  const lostPaise = amountPaise - paid;
  const source = isLate ? onceOf(paymentId) : ({ of: 'rail reference', reference, verdict } as const);
  const about = { source, loanId: paymentId, effectiveOn: on };
  const promised = isLate && promisedPaise > 0;
  const name = promised ? 'rail_took_promised' : lostPaise < 0 ? 'rail_took_less' : 'rail_took';
  return transfer(name, about, Math.abs(lostPaise));
}

/** A status of the list about the money of a failed or returned bill. */
export interface RefundWord {
  readonly rowId: string;
  /** The money is back; otherwise it is promised. */
  readonly isBack: boolean;
  readonly amountPaise: Paise;
  /** An earlier list said that it is back. */
  readonly wasBack: boolean;
}

/** A failed or returned payment, with the balances of its money in the books. */
export interface AtRail {
  readonly paymentId: string;
  readonly billPaise: Paise;
  /** Failed; otherwise it was paid and returned. */
  readonly isFailed: boolean;
  /** Staff booked its refund or its late success. */
  readonly isByHand: boolean;
  /** The rail owes it. */
  readonly owedPaise: Paise;
  /** Taken by a late success that is not cleared. */
  readonly latePaise: Paise;
  /** Written off as lost, and not recovered since. */
  readonly lostPaise: Paise;
}

/** Both sides of a contradiction between the list and a booking of staff. */
export interface HandBooked {
  readonly rowId: string;
  readonly oursPaise: Paise;
  readonly theirsPaise: Paise;
}

export interface RefundsHeard {
  readonly journals: readonly Journal[];
  readonly handBooked: readonly HandBooked[];
}

/**
 * Books the refunds that a list reports for one payment, in the order of the list. Money that came back is booked first
 * against the debt of the rail, then against a late success (7), last against a loss (36 in the other direction). A
 * promise is booked once, where no amount stands for it. A contradiction to staff becomes a difference.
 * Rule: LEND-16 journals 7, 8, 36, LEND-21
 */
export function refundsHeard(at: AtRail, words: readonly RefundWord[], on: BusinessDate): RefundsHeard {
  const journals: Journal[] = [];
  const handBooked: HandBooked[] = [];
  let stands = at;
  for (const word of words) {
    const heard = word.isBack ? moneyBack(stands, word, on) : promised(stands, word, on);
    journals.push(...heard.journals);
    handBooked.push(...heard.handBooked);
    stands = heard.stands;
  }
  return { journals, handBooked };
}

interface Heard extends RefundsHeard {
  readonly stands: AtRail;
}

function moneyBack(at: AtRail, { rowId, amountPaise }: RefundWord, on: BusinessDate): Heard {
  const owed = takenBy(at.owedPaise, amountPaise);
  const late = takenBy(at.latePaise, subtractPaise(amountPaise, owed));
  const lost = takenBy(at.lostPaise, paise(amountPaise - owed - late));
  const source = { of: 'rail row', about: at.paymentId, says: 'rail refund', rowId } as const;
  const parts: readonly Part[] = [
    ['rail_refunded', owed],
    ['rail_gave_back', late],
    ['loss_made_good', lost],
  ];
  return {
    journals: transfersOf(parts, { source, loanId: at.paymentId, effectiveOn: on }),
    handBooked: lost > 0 ? [{ rowId, oursPaise: ZERO_PAISE, theirsPaise: lost }] : [],
    stands: {
      ...at,
      owedPaise: subtractPaise(at.owedPaise, owed),
      latePaise: subtractPaise(at.latePaise, late),
      lostPaise: subtractPaise(at.lostPaise, lost),
    },
  };
}

function promised(at: AtRail, { rowId, wasBack }: RefundWord, on: BusinessDate): Heard {
  const isUnknown = at.owedPaise === 0 && !wasBack;
  if (at.isByHand && isUnknown) {
    const isLost = at.lostPaise > 0;
    const oursPaise = isLost ? ZERO_PAISE : at.billPaise;
    const theirsPaise = isLost ? at.billPaise : ZERO_PAISE;
    return { journals: [], handBooked: [{ rowId, oursPaise, theirsPaise }], stands: at };
  }
  // The books already count a late success as the rail's debt, and the return of a paid bill wrote that debt when it was undone.
  if (!at.isFailed || !isUnknown || at.latePaise !== 0) return { journals: [], handBooked: [], stands: at };
  const source = { of: 'row step', id: at.paymentId, step: 'rail owes' } as const;
  return {
    journals: [transfer('rail_owes', { source, loanId: at.paymentId, effectiveOn: on }, at.billPaise)],
    handBooked: [],
    stands: { ...at, owedPaise: at.billPaise },
  };
}

/** The difference about a second execution of a paid bill, with its balances in the books. */
export interface SecondExecution {
  readonly breakId: string;
  readonly paymentId: string;
  readonly disputedPaise: Paise;
  readonly lostPaise: Paise;
}

/**
 * Books the refund of a second execution of a paid bill: the balance of its difference leaves the books (7), and the part
 * written off as lost is recovered (36 in the other direction). Where staff had booked its return already, no journal is
 * booked.
 * Rule: LEND-16 journals 7, 36, LEND-21
 */
export function secondGivenBack(
  at: SecondExecution,
  rows: readonly { readonly rowId: string; readonly amountPaise: Paise }[],
  on: BusinessDate,
): Journal[] {
  let { disputedPaise, lostPaise } = at;
  return rows.flatMap(({ rowId, amountPaise }) => {
    const back = takenBy(disputedPaise, amountPaise);
    const gained = takenBy(lostPaise, subtractPaise(amountPaise, back));
    disputedPaise = subtractPaise(disputedPaise, back);
    lostPaise = subtractPaise(lostPaise, gained);
    const source = { of: 'rail row', about: at.breakId, says: 'back', rowId } as const;
    const parts: readonly Part[] = [
      ['rail_gave_back', back],
      ['loss_made_good', gained],
    ];
    return transfersOf(parts, { source, loanId: at.paymentId, effectiveOn: on });
  });
}

type Part = readonly [TransferName, Paise];

function transfersOf(parts: readonly Part[], about: Parameters<typeof transfer>[1]): Journal[] {
  return parts.flatMap(([name, amountPaise]) =>
    amountPaise > 0 ? [transfer(name, about, amountPaise)] : [],
  );
}

/** The part of a rest that a balance takes, in paise; a negative balance takes none. */
function takenBy(stands: Paise, leftPaise: Paise): Paise {
  return minPaise(maxPaise(ZERO_PAISE, stands), leftPaise);
}
