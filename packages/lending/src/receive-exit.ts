import {
  type BusinessDate,
  type InstalmentState,
  maxPaise,
  type Paise,
  paidOfInstalment,
  paise,
  subtractPaise,
  sumPaise,
  unpaidComponent,
  ZERO_PAISE,
} from '@mohlat/money';
import { coolingOffQuote } from './cooling-off.ts';
import { accruedOfInstalment } from './foreclosure.ts';
import type { Instalment, Loan, Sold } from './borrower.ts';
import { datedOf } from './dated.ts';
import { splitGst } from './gst.ts';
import { coveredOf, heldOf, type Money, type Outcome, paidParts, sumOf } from './received.ts';
import { exited } from './receipt-journals.ts';
import { type Claim, spend } from './spend.ts';

/** The cost of a cooling-off exit beside the bill. */
export interface ExitCharge {
  /** The yearly rate for the days used, on the bill. */
  readonly chargePaise: Paise;
  /** The unpaid part of it: a part-prepayment collected its interest first. */
  readonly chargeLeftPaise: Paise;
}

/** The part of a loan that decides whether, and at what cost, it may be left. */
export interface Leavable extends Pick<Loan, 'disbursedOn' | 'bookedOn' | 'prepaidInterestPaise'> {
  readonly sold: Pick<Sold, 'billPaise' | 'aprBps' | 'coolingOffDays'>;
  readonly instalments: readonly (InstalmentState & Pick<Instalment, 'isDemanded'>)[];
}

/**
 * The charge for the days used in a cooling-off exit on a day. Undefined before the loan began, once the window is over, and once
 * an instalment that fell due was paid in part: its owner has begun to repay.
 * Rule: LEND-8
 */
export function exitCharge(loan: Leavable, on: BusinessDate): ExitCharge | undefined {
  const { sold, disbursedOn, bookedOn, prepaidInterestPaise, instalments } = loan;
  const hasBegun = instalments.some((one) => one.isDemanded && paidOfInstalment(one) > 0);
  if (on < disbursedOn || hasBegun) return undefined;
  const { billPaise, aprBps, coolingOffDays: windowDays } = sold;
  const quote = coolingOffQuote({ billPaise, aprBps, anchorOn: disbursedOn, bookedOn, windowDays }, on);
  return (
    quote && {
      chargePaise: quote.chargePaise,
      chargeLeftPaise: maxPaise(ZERO_PAISE, subtractPaise(quote.chargePaise, prepaidInterestPaise)),
    }
  );
}

/**
 * Ends a loan by a cooling-off exit: the bill is repaid, the days used are charged, fee and tax are given back, interest is
 * reversed, that of instalments included which fell due before its owner was told of the loan. Money held for instalments counts first; the rest is excess. A rise of the charge since the order
 * was made is waived, because a person who pays the quoted amount has left. Undefined when the window is over on the
 * value date of the money, or the money does not cover the bill.
 * Rule: LEND-8, LEND-16 journal 20
 */
export function exit(loan: Loan, money: Money): Outcome | undefined {
  const { repaymentId, amountPaise, valueOn } = money;
  const { sold, instalments } = loan;
  const charge = exitCharge(loan, valueOn);
  const purses = [...heldOf(loan), { repaymentId, amountPaise }];
  const billPaise = sumPaise(instalments.map((one) => one.principalPaise));
  if (!charge || sumOf(purses) < billPaise) return undefined;
  const { shares, short, excess } = spend(claimsOf(loan, charge.chargeLeftPaise), purses);
  const dated = datedOf(loan);
  const due = instalments.filter(({ isDemanded }) => isDemanded);
  const notDue = instalments.filter(({ isDemanded }) => !isDemanded);
  return {
    shares,
    excess,
    changes: [
      { change: 'earmarks_released', loanId: loan.id, repaymentId },
      ...paidParts(loan.id, shares).map((part) => {
        const one = instalments.find(({ number }) => number === part.number);
        // Money held for fee and interest is spent on the bill instead.
        return {
          ...part,
          principalPaise: subtractPaise(part.principalPaise, one?.paidPrincipalPaise ?? ZERO_PAISE),
          feePaise: paise(-(one?.paidFeePaise ?? 0)),
          interestPaise: paise(-(one?.paidInterestPaise ?? 0)),
        };
      }),
      { change: 'loan_ended', loanId: loan.id, on: valueOn, status: 'exited' },
    ],
    freedPaise: sumPaise(instalments.map((one) => unpaidComponent(one, 'principal'))),
    journal: (arrived) =>
      exited(loan, arrived, {
        ...splitGst(sold.gstPaise, loan.feeTax),
        heldPaise: sumOf(heldOf(loan)),
        billPaise,
        feePaise: sold.feePaise,
        due: {
          principalPaise: sumPaise(due.map((one) => one.principalPaise)),
          feePaise: sumPaise(due.map((one) => one.feePaise)),
          interestPaise: sumPaise(due.map((one) => one.interestPaise)),
        },
        accruedPaise: sumPaise(notDue.map((one) => accruedOfInstalment(dated, one, valueOn))),
        chargePaise: charge.chargeLeftPaise,
        shortPaise: coveredOf(short).interest,
      }),
  };
}

/** The claims of an exit: the bill by instalment, then the charge, which belongs to no instalment. */
function claimsOf({ instalments }: Loan, chargePaise: Paise): Claim[] {
  const bill = instalments.map(({ number, principalPaise }): Claim => ({
    number,
    chargeId: null,
    component: 'principal',
    amountPaise: principalPaise,
  }));
  return [...bill, { number: null, chargeId: null, component: 'interest', amountPaise: chargePaise }];
}
