import { type BusinessDate, type Paise, subtractPaise } from '@mohlat/money';
import { type Journal, journal } from './journals.ts';
import { type Channel, clearingOf } from './received.ts';
import { onceOf, type Source } from './source.ts';

/** Money that a payer's bank takes back, by its dispute; by its repayment where there is no dispute. */
export interface Disputed {
  readonly id: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
}

/** A repayment that no longer counts. */
export interface NoLonger {
  readonly channel: Channel;
  /** The part that had already gone back to the payer by a refund, in paise. It went twice and stays receivable. */
  readonly returnedPaise: Paise;
}

/** A repayment that counts again. */
export interface CountedAgain {
  readonly channel: Channel;
  /** The part that has gone back to the payer by a refund, or is on its way, in paise. */
  readonly returnedPaise: Paise;
}

/** The rail holds disputed money back. Rule: LEND-16 journal 34 */
export function chargebackOpened(dispute: Disputed, on: BusinessDate): Journal {
  const { id, amountPaise } = dispute;
  return journal('chargeback', about(dispute, onceOf(id), on), {
    debit: { DISPUTED: amountPaise },
    credit: { BANK: amountPaise },
  });
}

/** The rail pays disputed money out again. Rule: LEND-16 journal 34 */
export function chargebackWon(dispute: Disputed, on: BusinessDate): Journal {
  return journal('chargeback', about(dispute, stepOf(dispute, 'won'), on), {
    debit: { BANK: dispute.amountPaise },
    credit: { DISPUTED: dispute.amountPaise },
  });
}

/**
 * Disputed money is lost. Together with the mirror of the repayment this is that mirror, against the dispute instead of the
 * clearing account.
 * Rule: LEND-16 journal 34
 * @throws RangeError when more had gone back than is disputed
 */
export function chargebackLost(
  dispute: Disputed,
  { channel, returnedPaise }: NoLonger,
  on: BusinessDate,
): Journal {
  const { amountPaise } = dispute;
  return journal('chargeback', about(dispute, stepOf(dispute, 'lost'), on), {
    debit: { [clearingOf(channel)]: amountPaise },
    credit: { DISPUTED: subtractPaise(amountPaise, returnedPaise), EXCESS: returnedPaise },
  });
}

/**
 * A dispute that had been lost is won after all, and its repayment counts again: with that the books are as if it had never been
 * lost. What went back to the payer by a refund is no longer lost twice.
 * Rule: LEND-16 journal 34
 * @throws RangeError when more has gone back than is disputed
 */
export function chargebackUndone(
  dispute: Disputed,
  { channel, returnedPaise }: CountedAgain,
  on: BusinessDate,
): Journal {
  const { amountPaise } = dispute;
  return journal('chargeback', about(dispute, stepOf(dispute, 'kept'), on), {
    debit: { DISPUTED: subtractPaise(amountPaise, returnedPaise), EXCESS: returnedPaise },
    credit: { [clearingOf(channel)]: amountPaise },
  });
}

/**
 * A dispute that had taken what was too much of its repayment is won after all: that is owed to the payer again.
 * Rule: LEND-16 journal 34
 */
export function excessKeptAgain(
  dispute: Pick<Disputed, 'id' | 'loanId'>,
  takenPaise: Paise,
  on: BusinessDate,
): Journal {
  return journal('chargeback', about(dispute, { of: 'row step', id: dispute.id, step: 'kept' }, on), {
    debit: { DISPUTED: takenPaise },
    credit: { EXCESS: takenPaise },
  });
}

/**
 * A bank returned a payment without a dispute, beside the mirror of its repayment: the money is taken out of the clearing
 * account, also where staff had found its owner. Null where the mirror says it all.
 * Rule: LEND-16 journals 17 and 34
 */
export function returnedWithoutDispute(
  repayment: Disputed,
  { channel, returnedPaise }: NoLonger,
  on: BusinessDate,
): Journal | null {
  const identifiedPaise = channel === 'identified' ? repayment.amountPaise : 0;
  if (identifiedPaise === 0 && returnedPaise === 0) return null;
  return journal('chargeback', about(repayment, stepOf(repayment, 'returned'), on), {
    debit: { UNIDENTIFIED: identifiedPaise, DISPUTED: returnedPaise },
    credit: { CHECKOUT_CLEARING: identifiedPaise, EXCESS: returnedPaise },
  });
}

const about = ({ loanId }: Pick<Disputed, 'loanId'>, source: Source, effectiveOn: BusinessDate) => ({
  source,
  loanId,
  effectiveOn,
});

const stepOf = ({ id }: Disputed, step: 'won' | 'lost' | 'kept' | 'returned') =>
  ({ of: 'row step', id, step }) as const;
