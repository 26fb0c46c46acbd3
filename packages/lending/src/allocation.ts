import {
  type BusinessDate,
  byNumber,
  type ChargeKind,
  type ChargeState,
  type InstalmentComponent,
  type InstalmentState,
  isDemanded,
  type Paise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
} from '@mohlat/money';
import type { Share } from './received.ts';
import { type Claim, spend } from './spend.ts';

export interface AllocationInput {
  readonly instalments: readonly InstalmentState[];
  readonly charges: readonly ChargeState[];
  readonly repaymentId: string;
  readonly amountPaise: Paise;
  /** The value date of the repayment. */
  readonly asOf: BusinessDate;
  readonly npa: boolean;
  /** A mandate debit pays only the instalment it was presented for. Rule: LEND-W4 */
  readonly onlyNumber?: number;
}

export interface Allocation {
  readonly shares: readonly Share[];
  /** The amounts that stay owed. */
  readonly short: readonly Claim[];
  /** Money beyond everything owed; it is refundable. Shares and excess add up to the amount. */
  readonly excessPaise: Paise;
}

/** Interest first, then fee, then bill. Rule: LEND-W2 */
export const STANDARD_ORDER = [
  'interest',
  'fee',
  'principal',
] as const satisfies readonly InstalmentComponent[];
/** On a loan that does not perform the bill first, then fee, then interest. Rule: LEND-W3 */
export const NPA_ORDER = ['principal', 'fee', 'interest'] as const satisfies readonly InstalmentComponent[];
/** Charges come after instalments: first bounce charges, then penal charges. Rule: LEND-W2 */
export const CHARGE_ORDER = ['bounce', 'penal'] as const satisfies readonly ChargeKind[];

function instalmentClaim(
  instalment: InstalmentState,
  component: InstalmentComponent,
  asOf: BusinessDate,
): Claim {
  return {
    number: instalment.number,
    chargeId: null,
    component,
    amountPaise: unpaidComponent(instalment, component),
    isEarmark: !isDemanded(instalment, asOf),
  };
}

function standardClaims(instalments: readonly InstalmentState[], asOf: BusinessDate): Claim[] {
  return instalments.flatMap((instalment) =>
    STANDARD_ORDER.map((component) => instalmentClaim(instalment, component, asOf)),
  );
}

function npaClaims(instalments: readonly InstalmentState[], asOf: BusinessDate): Claim[] {
  return NPA_ORDER.flatMap((component) =>
    instalments.map((instalment) => instalmentClaim(instalment, component, asOf)),
  );
}

/** The unpaid amounts of charges, oldest first of each kind. */
export function chargeClaims(charges: readonly ChargeState[]): Claim[] {
  return CHARGE_ORDER.flatMap((kind) => chargesOf(charges, kind));
}

function chargesOf(charges: readonly ChargeState[], kind: ChargeKind): Claim[] {
  return charges
    .filter((charge) => charge.kind === kind)
    .toSorted((a, b) => (a.leviedOn < b.leviedOn ? -1 : a.leviedOn > b.leviedOn ? 1 : a.id < b.id ? -1 : 1))
    .map((charge) => ({
      number: null,
      chargeId: charge.id,
      component: kind,
      amountPaise: unpaidOfCharge(charge),
      isEarmark: false,
    }));
}

/** Everything a repayment may go to, in the order it goes there. */
function claimsInOrder(input: AllocationInput): Claim[] {
  const ordered = byNumber(input.instalments);
  const claim = input.npa ? npaClaims : standardClaims;
  if (input.onlyNumber !== undefined) {
    return claim(
      ordered.filter((instalment) => instalment.number === input.onlyNumber),
      input.asOf,
    );
  }
  const demanded = ordered.filter((instalment) => isDemanded(instalment, input.asOf));
  const later = ordered.filter((instalment) => !isDemanded(instalment, input.asOf));
  return [
    ...claim(demanded, input.asOf),
    ...chargeClaims(input.charges),
    ...standardClaims(later, input.asOf),
  ];
}

/**
 * Shares a repayment out. Standard: each demanded instalment, oldest first, interest, fee, principal; then
 * bounce and penal charges; then later instalments as earmarks. NPA: principal of all demanded instalments,
 * then fee, then interest, then charges. The rest is excess.
 * Rule: LEND-W2, LEND-W3, LEND-W4, LEND-W5, LEND-W8
 * @throws RangeError when the amount is not positive
 */
export function allocate(input: AllocationInput): Allocation {
  if (input.amountPaise <= 0) throw new RangeError('A repayment is a positive amount');
  const { repaymentId, amountPaise } = input;
  const { shares, short, excess } = spend(claimsInOrder(input), [{ repaymentId, amountPaise }]);
  return { shares, short, excessPaise: sumPaise(excess.map((one) => one.amountPaise)) };
}
