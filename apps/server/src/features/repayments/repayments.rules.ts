import {
  accruedOfInstalment,
  allocate,
  type BusinessDate,
  type ChargeKind,
  type DatedLoan,
  foreclosureQuote,
  type InstalmentComponent,
  type InstalmentState,
  isDemanded,
  minPaise,
  paise,
  type Paise,
  settleForeclosure,
  subtractPaise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import { lines, type PostingLine } from '#features/payments/index.ts';

export interface AllocationLine {
  readonly repaymentId: string;
  readonly number: number | null;
  /** The charge it pays, instead of an instalment. */
  readonly chargeId?: string;
  readonly component: InstalmentComponent | ChargeKind | 'excess';
  readonly amountPaise: number;
  readonly isEarmark: boolean;
}

interface InstalmentPart {
  readonly number: number;
  readonly principalPaise: number;
  readonly feePaise: number;
  readonly interestPaise: number;
}

/** What a repayment does to a loan: written by `repayment_settle` as one event. */
export interface SettlementPlan {
  readonly allocations: readonly AllocationLine[];
  readonly instalments: readonly InstalmentPart[];
  /** What closing waives of charges, by charge. */
  readonly waivedCharges: readonly { readonly chargeId: string; readonly amountPaise: number }[];
  readonly releasesEarmarks: boolean;
  /** How the loan ends with it; null when it goes on. */
  readonly closesAs: 'closed' | 'exited' | null;
  readonly usedFreedPaise: number;
  readonly postings: readonly PostingLine[];
}

export interface Receipt {
  readonly repaymentId: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
  readonly valueOn: BusinessDate;
  /** Where the rail clears it: checkout unless said otherwise. */
  readonly account?: 'A120' | 'A121';
}

/** Money held for instalments not yet demanded, by the repayment it came with, oldest first. */
export interface HeldMoney {
  readonly repaymentId: string;
  readonly amountPaise: Paise;
}

/** A loan money can meet. */
export interface OwedLoan extends DatedLoan {
  /** It does not perform: another order, and income only where money is received. Rule: LEND-W3, LEND-D4 */
  readonly isNpa: boolean;
}

/**
 * Shares a repayment out. At least today's closing figure closes the loan and the rest is refundable excess;
 * otherwise instalments are settled in order and money for later ones is earmarked.
 * Rule: LEND-W2, LEND-9 (EMI, FORECLOSE), LEND-16 journals 13 and 19.
 */
export function planSettlement(loan: OwedLoan, held: readonly HeldMoney[], receipt: Receipt): SettlementPlan {
  const quote = foreclosureQuote(loan, receipt.valueOn);
  const settlement = settleForeclosure(quote, receipt.amountPaise);
  return settlement.closes
    ? planClosing(loan, held, receipt, settlement.waivedPaise)
    : planInOrder(loan, receipt);
}

/**
 * A debit under a mandate pays the instalment it was presented for; what is not needed is excess. Only when nothing else is
 * owed does it close the loan. Rule: LEND-W4.
 */
export function planDebit(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  onlyNumber: number,
): SettlementPlan {
  const owesMore =
    loan.instalments.some((one) => one.number !== onlyNumber && unpaidOfInstalment(one) > 0) ||
    loan.charges.some((charge) => unpaidOfCharge(charge) > 0);
  return owesMore ? planInOrder(loan, receipt, onlyNumber) : planSettlement(loan, held, receipt);
}

/** A loan that is no longer owing: everything that arrives is excess. */
export function planExcess(receipt: Receipt): SettlementPlan {
  return {
    allocations: [
      {
        repaymentId: receipt.repaymentId,
        number: null,
        component: 'excess',
        amountPaise: receipt.amountPaise,
        isEarmark: false,
      },
    ],
    instalments: [],
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: null,
    usedFreedPaise: 0,
    postings: lines(receipt.loanId, [
      [receipt.account ?? 'A120', receipt.amountPaise],
      ['L310', -receipt.amountPaise],
    ]),
  };
}

const DEMANDED_ACCOUNTS = {
  interest: 'A211',
  fee: 'A203',
  principal: 'A201',
  penal: 'A220',
  bounce: 'A221',
} as const;
const LATER_ACCOUNTS = { interest: 'A210', fee: 'A202', principal: 'A200' } as const;

function planInOrder(loan: OwedLoan, receipt: Receipt, onlyNumber?: number): SettlementPlan {
  const { rows, excessPaise } = allocate({
    instalments: loan.instalments,
    // A charge of a later day, which stands when the loan is taken back, was not there to be paid.
    charges: loan.charges.filter((charge) => charge.leviedOn <= receipt.valueOn),
    amountPaise: receipt.amountPaise,
    asOf: receipt.valueOn,
    npa: loan.isNpa,
    ...(onlyNumber === undefined ? {} : { onlyNumber }),
  });
  const credits = new Map<string, number>();
  for (const row of rows)
    add(credits, row.isEarmark ? 'L300' : DEMANDED_ACCOUNTS[row.component], row.amountPaise);
  if (excessPaise > 0) add(credits, 'L310', excessPaise);
  if (loan.isNpa) {
    for (const row of rows)
      if (!row.isEarmark) recognise(credits, row.component, row.amountPaise, row.amountPaise);
  }
  const allocations: AllocationLine[] = rows.map((row) => ({
    repaymentId: receipt.repaymentId,
    number: row.number,
    ...(row.chargeId === null ? {} : { chargeId: row.chargeId }),
    component: row.component,
    amountPaise: row.amountPaise,
    isEarmark: row.isEarmark,
  }));
  if (excessPaise > 0) allocations.push(excessLine(receipt.repaymentId, excessPaise));
  return {
    allocations,
    instalments: partsOf(allocations),
    waivedCharges: [],
    releasesEarmarks: false,
    closesAs: null,
    usedFreedPaise: principalOf(allocations),
    postings: lines(receipt.loanId, [
      [receipt.account ?? 'A120', receipt.amountPaise],
      ...[...credits].map(([account, amount]) => [account, -amount] as const),
    ]),
  };
}

const INCOME_ACCOUNTS: Partial<Record<InstalmentComponent | ChargeKind, string>> = {
  interest: 'I410',
  penal: 'I420',
  bounce: 'I421',
};

/**
 * Of a loan that does not perform, interest and charges stand in suspense: what is settled leaves it, what is received
 * is income. Rule: LEND-16 journals 22 and 27.
 */
function recognise(
  credits: Map<string, number>,
  component: InstalmentComponent | ChargeKind,
  settledPaise: number,
  receivedPaise: number,
): void {
  const income = INCOME_ACCOUNTS[component];
  if (!income) return;
  add(credits, 'L350', -settledPaise);
  add(credits, income, receivedPaise);
}

interface Claim {
  readonly number: number | null;
  readonly chargeId?: string;
  readonly component: InstalmentComponent | ChargeKind;
  readonly account: string;
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

/** Closing: earlier earmarks first, then the new money, over every claim in order; a small shortfall is waived. */
function planClosing(
  loan: OwedLoan,
  held: readonly HeldMoney[],
  receipt: Receipt,
  waivedPaise: Paise,
): SettlementPlan {
  const purses = [...held, { repaymentId: receipt.repaymentId, amountPaise: receipt.amountPaise }].map(
    (one) => ({ ...one }),
  );
  const credits = new Map<string, number>();
  const allocations: AllocationLine[] = [];
  const waivedParts: AllocationLine[] = [];
  let waivedIncomePaise = waivedPaise;
  for (const claim of closingClaims(loan, receipt.valueOn)) {
    let left = claim.amountPaise;
    if (left > 0) add(credits, claim.account, left);
    for (const purse of purses) {
      const taken = minPaise(left, purse.amountPaise);
      if (taken <= 0) continue;
      purse.amountPaise = subtractPaise(purse.amountPaise, taken);
      left = subtractPaise(left, taken);
      allocations.push({
        repaymentId: purse.repaymentId,
        ...placeOf(claim),
        amountPaise: taken,
        isEarmark: false,
      });
    }
    if (left > 0) {
      waivedParts.push({
        repaymentId: receipt.repaymentId,
        ...placeOf(claim),
        amountPaise: left,
        isEarmark: false,
      });
    }
    if (loan.isNpa && claim.amountPaise > 0 && INCOME_ACCOUNTS[claim.component]) {
      recognise(credits, claim.component, claim.amountPaise, subtractPaise(claim.amountPaise, left));
      waivedIncomePaise = subtractPaise(waivedIncomePaise, left);
    }
  }
  for (const purse of purses) {
    if (purse.amountPaise <= 0) continue;
    allocations.push(excessLine(purse.repaymentId, purse.amountPaise));
    add(credits, 'L310', purse.amountPaise);
  }
  const settled = partsOf([...allocations, ...waivedParts]);
  return {
    allocations,
    instalments: settled.map((part) => withoutEarmarked(part, loan, receipt.valueOn)),
    waivedCharges: waivedParts.flatMap(({ chargeId, amountPaise }) =>
      chargeId === undefined ? [] : [{ chargeId, amountPaise }],
    ),
    releasesEarmarks: true,
    closesAs: 'closed',
    usedFreedPaise: sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal'))),
    postings: lines(receipt.loanId, [
      [receipt.account ?? 'A120', receipt.amountPaise],
      ['L300', sumPaise(held.map((one) => one.amountPaise))],
      ['E510', waivedIncomePaise],
      ...[...credits].map(([account, amount]) => [account, -amount] as const),
    ]),
  };
}

function placeOf({ number, chargeId, component }: Claim) {
  return { number, component, ...(chargeId === undefined ? {} : { chargeId }) };
}

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

export function partsOf(allocations: readonly AllocationLine[]): InstalmentPart[] {
  const parts = new Map<
    number,
    { number: number; principalPaise: number; feePaise: number; interestPaise: number }
  >();
  for (const line of allocations) {
    if (line.number === null) continue;
    const part = parts.get(line.number) ?? {
      number: line.number,
      principalPaise: 0,
      feePaise: 0,
      interestPaise: 0,
    };
    if (line.component === 'principal') part.principalPaise += line.amountPaise;
    if (line.component === 'fee') part.feePaise += line.amountPaise;
    if (line.component === 'interest') part.interestPaise += line.amountPaise;
    parts.set(line.number, part);
  }
  return [...parts.values()];
}

function principalOf(allocations: readonly AllocationLine[]): Paise {
  return sumPaise(
    allocations.filter((one) => one.component === 'principal').map((one) => paise(one.amountPaise)),
  );
}

export function excessLine(repaymentId: string, amountPaise: Paise): AllocationLine {
  return { repaymentId, number: null, component: 'excess', amountPaise, isEarmark: false };
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  if (amount !== ZERO_PAISE) sums.set(key, (sums.get(key) ?? 0) + amount);
}
