import {
  type BusinessDate,
  minPaise,
  type Paise,
  paise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import { foreclosureQuote } from '../foreclosure.ts';
import type { Loan } from '../borrower.ts';
import { datedOf } from '../dated.ts';
import { exitCharge } from '../receive-exit.ts';
import type { Money } from '../received.ts';
import type { Intent } from './temperaments.ts';

type Payment = Extract<Intent, { what: 'repay' | 'prepay' | 'close' | 'leave' }>;

/** What somebody pays who means to, as the loan stands on the day. */
export interface Means {
  readonly amountPaise: Paise;
  readonly intent: Money['intent'];
}

/** The sum of a payment, in paise; zero where nothing is left to pay. */
export function meansOf(loan: Loan, intent: Payment, on: BusinessDate): Means {
  switch (intent.what) {
    case 'repay': {
      const instalments = loan.instalments.filter(({ number }) => number <= intent.through);
      const owed = sumPaise([
        ...instalments.map((one) => unpaidOfInstalment(one)),
        ...loan.charges.map((one) => unpaidOfCharge(one)),
      ]);
      return { intent: 'emi', amountPaise: shareOf(owed, intent.share) };
    }
    case 'prepay': {
      const owed = sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal')));
      return { intent: 'part_prepay', amountPaise: shareOf(owed, intent.share) };
    }
    case 'close':
      return { intent: 'emi', amountPaise: foreclosureQuote(datedOf(loan), on).amountPaise };
    case 'leave': {
      const charge = exitCharge(loan.sold, loan.disbursedOn, loan.prepaidInterestPaise, on);
      const amountPaise = charge ? sumPaise([loan.sold.billPaise, charge.chargeLeftPaise]) : ZERO_PAISE;
      return { intent: 'exit', amountPaise };
    }
  }
}

/** A part in thousandths, upwards. No rail takes less than a rupee, and nobody pays more than twice what is owed. */
function shareOf(owed: Paise, thousandths: number): Paise {
  if (owed <= 0) return ZERO_PAISE;
  const part = paise(Math.max(100, Math.ceil((owed * thousandths) / 1_000)));
  return minPaise(part, paise(owed * 2));
}
