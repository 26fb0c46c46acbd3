import { type BusinessDate, maxPaise, minPaise, type Paise, ZERO_PAISE } from '@mohlat/money';
import { type Absence, isNeverMade } from './absence.ts';
import { type Journal, journal } from './journals.ts';
import { onceOf, type Source } from './source.ts';

/** A dispute of money without an owner. Amounts are paise. */
export interface ReceiptDispute {
  /** `given`: its money has an owner, who has the dispute with it. */
  readonly status: 'open' | 'won' | 'lost' | 'given';
  readonly amountPaise: Paise;
  /** The part that the money kept has paid. */
  readonly metPaise: Paise;
}

/** Money without an owner, as far as it decides what a lost dispute takes of it. */
export interface KeptMoney {
  readonly status: 'held' | 'identified' | 'returning' | 'returned' | 'taken_back';
  readonly keptPaise: Paise;
  /** The instant when the request to send it back may have left, in milliseconds since the epoch; null where none did. */
  readonly sentAt: number | null;
  /** The looks in vain for that request. */
  readonly absence: Absence | null;
}

/**
 * True while the request to send money without an owner back may not leave: its payer's bank demands it, or has it by a dispute that
 * is lost. The rail's word ends that, and no decision of staff about the difference does.
 * Rule: LEND-21
 */
export function isReceiptHeld(
  disputes: readonly Pick<ReceiptDispute, 'status' | 'amountPaise' | 'metPaise'>[],
): boolean {
  return disputes.some(
    ({ status, amountPaise, metPaise }) => status === 'open' || (status === 'lost' && metPaise < amountPaise),
  );
}

/**
 * The part of a lost dispute that money kept without an owner pays: its payer has that much by their bank. Money that has left, or may
 * have left, pays nothing: it went twice, and the rest is a difference for staff.
 * Rule: LEND-16 journal 34
 */
export function metByReceipt(
  { status, keptPaise, sentAt, absence }: KeptMoney,
  standingPaise: Paise,
  now: number,
): Paise {
  const isUnsent = sentAt === null || (absence !== null && isNeverMade(absence, now));
  const isKept = status === 'held' || (status === 'returning' && isUnsent);
  return isKept ? maxPaise(ZERO_PAISE, minPaise(keptPaise, standingPaise)) : ZERO_PAISE;
}

/** A dispute of money without an owner, as its journals need it. */
export interface ReceiptDisputed {
  readonly id: string;
  readonly amountPaise: Paise;
}

/**
 * Money without an owner is lost to its payer's bank. Where staff had given up the row of the settlement file that took it, that loss
 * was this dispute's.
 * Rule: LEND-16 journals 34 and 36
 */
export function receiptDisputeLost(
  { id, amountPaise }: ReceiptDisputed,
  isRowGivenUp: boolean,
  on: BusinessDate,
): Journal {
  return isRowGivenUp
    ? journal('loss', about(onceOf(id), on), {
        debit: { DISPUTED: amountPaise },
        credit: { PAYMENT_LOSS: amountPaise },
      })
    : journal('chargeback', about(onceOf(id), on), {
        debit: { DISPUTED: amountPaise },
        credit: { BANK: amountPaise },
      });
}

/** The money kept for an unknown owner pays a lost dispute. Rule: LEND-16 journal 34 */
export function receiptDisputeMet({ id }: ReceiptDisputed, metPaise: Paise, on: BusinessDate): Journal {
  return journal('chargeback', about({ of: 'row step', id, step: 'met' }, on), {
    debit: { UNIDENTIFIED: metPaise },
    credit: { DISPUTED: metPaise },
  });
}

/** A dispute that was lost is won after all: the rail pays its money out again. Rule: LEND-16 journal 34 */
export function receiptDisputeWon({ id, amountPaise }: ReceiptDisputed, on: BusinessDate): Journal {
  return journal('chargeback', about({ of: 'row step', id, step: 'won' }, on), {
    debit: { BANK: amountPaise },
    credit: { DISPUTED: amountPaise },
  });
}

/** … and is kept for its owner again. Rule: LEND-16 journal 34 */
export function receiptKeptAgain({ id }: ReceiptDisputed, metPaise: Paise, on: BusinessDate): Journal {
  return journal('chargeback', about({ of: 'row step', id, step: 'kept' }, on), {
    debit: { DISPUTED: metPaise },
    credit: { UNIDENTIFIED: metPaise },
  });
}

const about = (source: Source, effectiveOn: BusinessDate) => ({ source, loanId: null, effectiveOn });
