import { codeOf, type AccountCode } from '@mohlat/lending';
import {
  accruedOfInstalment,
  type ChargeKind,
  type BusinessDate,
  type DatedLoan,
  type InstalmentComponent,
  type InstalmentState,
  isDemanded,
  minPaise,
  type Paise,
  subtractPaise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  ZERO_PAISE,
} from '@mohlat/money';
import { lines } from '#features/payments/index.ts';
import {
  add,
  type AllocationLine,
  DEMANDED_ACCOUNTS,
  excessLine,
  type HeldMoney,
  INCOME_ACCOUNTS,
  type InstalmentPart,
  LATER_ACCOUNTS,
  type OwedLoan,
  partsOf,
  type Receipt,
  recognise,
  type SettlementPlan,
} from './repayments.plan.ts';

interface Claim {
  readonly number: number | null;
  readonly chargeId?: string;
  readonly component: InstalmentComponent | ChargeKind;
  readonly account: AccountCode;
  readonly amountPaise: Paise;
}

/** Everything the closing figure is made of, in the order of allocation. */
function closingClaims(loan: DatedLoan, asOf: BusinessDate): Claim[] {
  const charges = (['bounce', 'penal'] as const).flatMap((kind) =>
    loan.charges
      .filter((charge) => charge.kind === kind)
      .map((charge) => ({
        number: null,
        chargeId: charge.id,
        component: kind,
        account: DEMANDED_ACCOUNTS[kind],
        amountPaise: unpaidOfCharge(charge),
      })),
  );
  return [...loan.instalments.flatMap((one) => claimsOf(loan, one, asOf)), ...charges];
}

function claimsOf(loan: DatedLoan, one: InstalmentState, asOf: BusinessDate): Claim[] {
  const demanded = isDemanded(one, asOf);
  const amountOf = (component: InstalmentComponent): Paise => {
    if (demanded) return unpaidComponent(one, component);
    // Earmarks of an instalment not yet demanded are spent anew, so its parts count in full.
    if (component === 'interest') return accruedOfInstalment(loan, one, asOf);
    return component === 'fee' ? one.feePaise : one.principalPaise;
  };
  return (['interest', 'fee', 'principal'] as const).map((component) => ({
    number: one.number,
    component,
    account: (demanded ? DEMANDED_ACCOUNTS : LATER_ACCOUNTS)[component],
    amountPaise: amountOf(component),
  }));
}

/**
 * Closing: earlier earmarks first, then the new money, over every claim in order; what is short is waived. Where the loan is
 * settled for less, `setAsidePaise` of the money is not needed for it.
 */
export function planClosing(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  setAsidePaise?: Paise,
): SettlementPlan {
  const isSettled = setAsidePaise !== undefined;
  const usablePaise = subtractPaise(receipt.amountPaise, setAsidePaise ?? ZERO_PAISE);
  const claims = closingClaims(loan, receipt.valueOn);
  // Rule: LEND-W3. What does not suffice goes to principal first where the loan does not perform.
  const order = isSettled && loan.isNpa ? claims.toSorted((a, b) => rankOf(a) - rankOf(b)) : claims;
  const { allocations, waivedParts, excess } = spend(order, held, { ...receipt, amountPaise: usablePaise });
  if (setAsidePaise !== undefined && setAsidePaise > 0)
    excess.push(excessLine(receipt.repaymentId, setAsidePaise));
  const settled = partsOf([...allocations, ...waivedParts]);
  return {
    allocations: [...allocations, ...excess],
    instalments: settled.map((part) => withoutEarmarked(part, loan, receipt.valueOn)),
    waivedCharges: waivedParts.flatMap(({ chargeId, amountPaise }) =>
      chargeId === undefined ? [] : [{ chargeId, amountPaise }],
    ),
    releasesEarmarks: true,
    closesAs: isSettled ? 'settled' : 'closed',
    usedFreedPaise: sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal'))),
    postings: lines(receipt.loanId, [
      [receipt.account ?? codeOf('CHECKOUT_CLEARING'), receipt.amountPaise],
      [codeOf('ADVANCE'), sumPaise(held.map((one) => one.amountPaise))],
      ...creditsOf(claims, waivedParts, loan.isNpa, isSettled),
      [codeOf('EXCESS'), -excess.reduce((sum, one) => sum + one.amountPaise, 0)],
    ]),
  };
}

/** Every claim in order out of every purse in order; what no purse covers is waived, what no claim needs is excess. */
function spend(claims: readonly Claim[], held: readonly HeldMoney[], receipt: Receipt) {
  const purses = [...held, receipt].map(({ repaymentId, amountPaise }) => ({ repaymentId, amountPaise }));
  const allocations: AllocationLine[] = [];
  const waivedParts: AllocationLine[] = [];
  const lineOf = (claim: Claim, repaymentId: string, amountPaise: Paise): AllocationLine => {
    const { number, chargeId, component } = claim;
    const charge = chargeId === undefined ? {} : { chargeId };
    return { repaymentId, number, component, ...charge, amountPaise, isEarmark: false };
  };
  for (const claim of claims) {
    let left = claim.amountPaise;
    for (const purse of purses) {
      const taken = minPaise(left, purse.amountPaise);
      if (taken <= 0) continue;
      purse.amountPaise = subtractPaise(purse.amountPaise, taken);
      left = subtractPaise(left, taken);
      allocations.push(lineOf(claim, purse.repaymentId, taken));
    }
    if (left > 0) waivedParts.push(lineOf(claim, receipt.repaymentId, left));
  }
  const excess = purses
    .filter((purse) => purse.amountPaise > 0)
    .map((purse) => excessLine(purse.repaymentId, purse.amountPaise));
  return { allocations, waivedParts, excess };
}

/**
 * The other side of a closing: every claim leaves its account; what was waived of it is an expense, a loss where a lower sum
 * was agreed, or was never income. Rule: LEND-16 journals 19, 22, 27 and 29.
 */
function creditsOf(
  claims: readonly Claim[],
  waivedParts: readonly AllocationLine[],
  isNpa: boolean,
  isSettled: boolean,
): [account: AccountCode, amountPaise: number][] {
  const credits = new Map<AccountCode, number>();
  const losses = new Map<AccountCode, number>();
  for (const claim of claims) {
    const { component, amountPaise } = claim;
    add(credits, claim.account, amountPaise);
    const waivedPaise = waivedParts
      .filter(
        (one) =>
          one.component === component && one.number === claim.number && one.chargeId === claim.chargeId,
      )
      .reduce((sum, one) => sum + one.amountPaise, 0);
    if (isNpa && INCOME_ACCOUNTS[component]) {
      recognise(credits, component, amountPaise, amountPaise - waivedPaise);
      continue;
    }
    const isLost = isSettled && (component === 'principal' || component === 'fee');
    add(losses, isLost ? codeOf('CREDIT_LOSS') : codeOf('WAIVED'), waivedPaise);
  }
  return [...losses, ...[...credits].map(([account, amount]): [AccountCode, number] => [account, -amount])];
}

const NPA_RANKS = ['principal', 'fee', 'interest', 'bounce', 'penal'];
const rankOf = ({ component }: Claim): number => NPA_RANKS.indexOf(component);

/**
 * What is added to an instalment's paid columns. Those of an instalment not yet demanded already hold what was
 * earmarked to it, and give back the part of its interest that closing early saves.
 */
function withoutEarmarked(part: InstalmentPart, loan: DatedLoan, asOf: BusinessDate): InstalmentPart {
  const one = loan.instalments.find((candidate) => candidate.number === part.number);
  if (!one || isDemanded(one, asOf)) return part;
  return {
    number: part.number,
    principalPaise: part.principalPaise - one.paidPrincipalPaise,
    feePaise: part.feePaise - one.paidFeePaise,
    interestPaise: part.interestPaise - one.paidInterestPaise,
  };
}
