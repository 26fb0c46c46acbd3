import {
  type BusinessDate,
  byNumber,
  type ChargeKind,
  type ChargeState,
  type InstalmentComponent,
  type InstalmentState,
  isDemanded,
  minPaise,
  type Paise,
  subtractPaise,
  unpaidComponent,
  unpaidOfCharge,
} from '@mohlat/money';

/** One share of a repayment: of an instalment (`number`) or of a charge (`chargeId`). */
export interface AllocationRow {
  readonly number: number | null;
  readonly chargeId: string | null;
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
  /** True when the instalment is not yet demanded: held as the user's advance until then. */
  readonly isEarmark: boolean;
}

export interface AllocationInput {
  readonly instalments: readonly InstalmentState[];
  readonly charges: readonly ChargeState[];
  readonly amountPaise: Paise;
  /** The value date of the repayment. */
  readonly asOf: BusinessDate;
  readonly npa: boolean;
  /** A mandate debit pays only the instalment it was presented for. Rule: LEND-W4 */
  readonly onlyNumber?: number;
}

export interface Allocation {
  readonly rows: readonly AllocationRow[];
  /** What nothing was owed for; refundable. Rows and excess add up to the amount. */
  readonly excessPaise: Paise;
}

const STANDARD_ORDER: readonly InstalmentComponent[] = ['interest', 'fee', 'principal'];
const NPA_ORDER: readonly InstalmentComponent[] = ['principal', 'fee', 'interest'];

type Claim = AllocationRow;

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

function chargeClaims(charges: readonly ChargeState[], kind: ChargeKind): Claim[] {
  const ofKind = charges.filter((charge) => charge.kind === kind);
  return ofKind
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
    ...chargeClaims(input.charges, 'bounce'),
    ...chargeClaims(input.charges, 'penal'),
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
  let left = input.amountPaise;
  const rows: AllocationRow[] = [];
  for (const claim of claimsInOrder(input)) {
    const amountPaise = minPaise(left, claim.amountPaise);
    if (amountPaise <= 0) continue;
    rows.push({ ...claim, amountPaise });
    left = subtractPaise(left, amountPaise);
  }
  return { rows, excessPaise: left };
}
