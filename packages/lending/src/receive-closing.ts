import {
  type BusinessDate,
  type DatedLoan,
  type InstalmentComponent,
  type Paise,
  subtractPaise,
  sumPaise,
  unpaidComponent,
} from '@mohlat/money';
import { accruedOfInstalment } from './foreclosure.ts';
import { CHARGE_ORDER, chargeClaims, NPA_ORDER, STANDARD_ORDER } from './allocation.ts';
import type { Instalment, Loan } from './borrower.ts';
import { datedOf } from './dated.ts';
import { letOff } from './let-off.ts';
import { coveredOf, heldOf, type Money, type Outcome, type PaidPart, paidParts, sumOf } from './received.ts';
import { isRepaidBy } from './quotes.ts';
import { closedBy } from './receipt-journals.ts';
import { type Claim, spend } from './spend.ts';

/** The order in which a settlement covers the parts of an NPA loan. Rule: LEND-W3 */
const NPA_RANKS: readonly Claim['component'][] = [...NPA_ORDER, ...CHARGE_ORDER];

/**
 * Settles a loan with money that completes an agreed lower sum: the loan ends. The rest of interest and charges is
 * waived, the rest of the bill and fee is a loss; money beyond the agreed sum goes back. Undefined while the sum is
 * incomplete, and where the agreed sum repays everything anyway.
 * Rule: LEND-24 (settlement), LEND-16 journals 22 and 29
 */
export function settlement(loan: Loan, money: Money, agreedRestPaise: Paise): Outcome | undefined {
  if (money.amountPaise < agreedRestPaise) return undefined;
  if (isRepaidBy(loan, agreedRestPaise, money.valueOn)) return undefined;
  return closing(loan, money, agreedRestPaise);
}

/**
 * Closes a loan: money held is spent first, then the new money, over every claim in order; the shortfall is waived. A
 * settlement needs the agreed sum alone.
 * Rule: LEND-9 (FORECLOSE), LEND-16 journal 19
 */
export function closing(loan: Loan, money: Money, agreedRestPaise?: Paise): Outcome {
  const { repaymentId, valueOn } = money;
  const isSettled = agreedRestPaise !== undefined;
  const held = heldOf(loan);
  const claims = claimsOf(loan, valueOn);
  const order = isSettled && loan.status === 'npa' ? byNpaRank(claims) : claims;
  const usable = { repaymentId, amountPaise: agreedRestPaise ?? money.amountPaise };
  const { shares, short, excess } = spend(order, [...held, usable]);
  const setAside = { repaymentId, amountPaise: subtractPaise(money.amountPaise, usable.amountPaise) };
  const rest = letOff(loan.id, repaymentId, short);
  const notDue = coveredOf(claims.filter(({ isDue }) => !isDue));
  return {
    shares,
    excess: [...excess, setAside],
    changes: [
      { change: 'earmarks_released', loanId: loan.id, repaymentId },
      ...paidParts(loan.id, [...shares, ...rest.parts]).map((part) => withoutHeld(part, loan)),
      ...rest.charges,
      { change: 'loan_ended', loanId: loan.id, on: valueOn, status: isSettled ? 'settled' : 'closed' },
    ],
    freedPaise: sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal'))),
    journal: (arrived) =>
      closedBy(loan, arrived, {
        heldPaise: sumOf(held),
        due: coveredOf(claims.filter(({ isDue }) => isDue)),
        notDue: {
          principalPaise: notDue.principal,
          feePaise: notDue.fee,
          interestPaise: notDue.interest,
        },
        short: coveredOf(short),
        isSettled,
      }),
  };
}

type ClosingClaim = Claim & { readonly isDue: boolean };

/** The claims of the closing amount, in the order of allocation. */
function claimsOf(loan: Loan, on: BusinessDate): ClosingClaim[] {
  const dated = datedOf(loan);
  const ofInstalments = loan.instalments.flatMap((one) =>
    STANDARD_ORDER.map((component) => ({
      number: one.number,
      chargeId: null,
      component,
      amountPaise: owedOf(dated, one, component, on),
      isDue: one.isDemanded,
    })),
  );
  const ofCharges = chargeClaims(loan.charges.filter(({ leviedOn }) => leviedOn <= on)).map((claim) => ({
    ...claim,
    isDue: true,
  }));
  return [...ofInstalments, ...ofCharges];
}

/** The amounts of an instalment at closing. Money held for it is spent again, so its parts count in full. */
function owedOf(
  loan: DatedLoan,
  instalment: Instalment,
  component: InstalmentComponent,
  on: BusinessDate,
): Paise {
  if (instalment.isDemanded) return unpaidComponent(instalment, component);
  if (component === 'interest') return accruedOfInstalment(loan, instalment, on);
  return component === 'fee' ? instalment.feePaise : instalment.principalPaise;
}

const byNpaRank = (claims: readonly ClosingClaim[]) =>
  claims.toSorted((a, b) => NPA_RANKS.indexOf(a.component) - NPA_RANKS.indexOf(b.component));

/**
 * The change of paid parts less the held money that they already include. For an instalment not yet demanded they also
 * give back the interest that closing early saves.
 */
function withoutHeld(part: PaidPart, { instalments }: Loan): PaidPart {
  const one = instalments.find(({ number }) => number === part.number);
  if (one === undefined || one.isDemanded) return part;
  return {
    ...part,
    principalPaise: subtractPaise(part.principalPaise, one.paidPrincipalPaise),
    feePaise: subtractPaise(part.feePaise, one.paidFeePaise),
    interestPaise: subtractPaise(part.interestPaise, one.paidInterestPaise),
  };
}
