import {
  type ChargeKind,
  classOfDpd,
  INSTALMENT_COMPONENTS,
  unpaidComponent,
  unpaidOfCharge,
} from '@mohlat/money';
import { type AccountCode, type AccountName, CHART, codeOf, DUE, NOT_DUE } from '../accounts.ts';
import { accruedTo } from '../accrue.ts';
import { unreceivedOf } from '../balances.ts';
import { type Borrower, isLive, type Loan } from '../borrower.ts';
import type { Journal } from '../journals.ts';

/** Balances in paise by account, debit positive, of each loan. */
export type Ledger = Readonly<Record<string, Balances>>;
type Balances = Readonly<Partial<Record<AccountCode, number>>>;

/** The key of journals about a person and not about one loan. */
const OF_PERSON = 'person';

/**
 * The balances after these journals. Lines that name no loan count for the loan of their journal.
 * @throws RangeError when a journal does not balance
 */
export function posted(ledger: Ledger, journals: readonly Journal[]): Ledger {
  if (journals.length === 0) return ledger;
  const next: Record<string, Balances> = { ...ledger };
  for (const { kind, loanId, lines } of journals) {
    const owner = loanId ?? OF_PERSON;
    const balances: Partial<Record<AccountCode, number>> = { ...next[owner] };
    let sum = 0;
    for (const { account, amountPaise } of lines) {
      balances[account] = (balances[account] ?? 0) + amountPaise;
      sum += amountPaise;
    }
    if (sum !== 0 || lines.length < 2) throw new RangeError(`LEND-I01: the journal ${kind} does not balance`);
    next[owner] = balances;
  }
  return next;
}

const OWN_SIDE = Object.values(CHART).filter((one) => one.mayStandOn === 'own side' && one.isOfLoan);
const OWED = [...DUE, ...NOT_DUE] as const;

/** A borrower and their books. */
export interface Books {
  readonly borrower: Borrower;
  readonly ledger: Ledger;
}

/**
 * Compares the books of a borrower with the state of their loans, as `db/invariants` does: balances follow from
 * instalments, charges and money held. A loan that did not change is not checked again.
 * @throws RangeError that names the invariant, the loan and both figures
 */
export function assertSound({ borrower, ledger }: Books, before: Books): void {
  let used = 0;
  for (const [index, loan] of borrower.loans.entries()) {
    if (isLive(loan)) used += sumBy(loan.instalments, (one) => unpaidComponent(one, 'principal'));
    if (loan === before.borrower.loans[index] && ledger[loan.id] === before.ledger[loan.id]) continue;
    const balances = ledger[loan.id] ?? {};
    const books = (name: AccountName) => balances[codeOf(name)] ?? 0;
    const same = (rule: string, inBooks: number, known: number) => {
      if (inBooks !== known)
        throw new RangeError(
          `LEND-${rule}: ${loan.id} on ${loan.closedThroughOn}, books ${inBooks}, known ${known}`,
        );
    };
    for (const { code, class: side } of OWN_SIDE) {
      const balance = balances[code] ?? 0;
      if (side === 'asset' ? balance < 0 : balance > 0) same(`I27 ${code}`, balance, 0);
    }
    same('I07', -books('ADVANCE'), heldOf(loan));
    for (const one of loan.instalments) same('I08', Number(isOverpaid(one)), 0);
    for (const one of loan.charges) same('I09', Number(unpaidOfCharge(one) < 0), 0);
    same('I42', -books('LOSS_ALLOWANCE'), loan.allowancePaise);
    if (!isLive(loan)) {
      for (const name of [...OWED, 'SUSPENSE', 'LOSS_ALLOWANCE'] as const)
        same(`ended ${name}`, books(name), 0);
      continue;
    }
    assertLive(loan, books, same);
  }
  if (used !== borrower.usedPaise)
    throw new RangeError(`LEND-I13: ${borrower.userId}, used ${borrower.usedPaise}, owed ${used}`);
}

function assertLive(
  loan: Loan,
  books: (name: AccountName) => number,
  same: (rule: string, inBooks: number, known: number) => void,
): void {
  const { instalments, charges, standings, closedThroughOn } = loan;
  const demanded = instalments.filter((one) => one.isDemanded);
  const left = (part: 'principal' | 'fee') =>
    sumBy(instalments, (one) => unpaidComponent(one, part)) + heldOf(loan, part);
  same('I04', books('PRINCIPAL_NOT_DUE') + books('PRINCIPAL_DUE'), left('principal'));
  same('I05', books('FEE_NOT_DUE') + books('FEE_DUE'), left('fee'));
  same(
    'I06',
    books('INTEREST_DUE'),
    sumBy(demanded, (one) => unpaidComponent(one, 'interest')),
  );
  const hasClosed = closedThroughOn >= loan.disbursedOn;
  same('I21', Number(standings[0]?.on === loan.disbursedOn), Number(hasClosed));
  same('I21', Number(standings.some(({ on }) => on > closedThroughOn)), 0);
  const newest = standings.at(-1);
  if (newest && newest.class !== 'NPA' && loan.freezes.length === 0)
    same('I22', Number(newest.class === classOfDpd(newest.dpd)), 1);
  const unpaid = (kind: ChargeKind) => sumBy(charges, (one) => (one.kind === kind ? unpaidOfCharge(one) : 0));
  same('charges penal', books('PENAL_DUE'), unpaid('penal'));
  same('charges bounce', books('BOUNCE_DUE'), unpaid('bounce'));
  // A loan of another day has no accrued interest before its first close.
  same('A1', books('INTEREST_ACCRUED'), accruedTo(loan, closedThroughOn));
  const unreceived = unreceivedOf(loan, closedThroughOn);
  const suspended = unreceived.interestPaise + unreceived.penalPaise + unreceived.bouncePaise;
  same('I35', -books('SUSPENSE'), loan.status === 'npa' ? suspended : 0);
}

function isOverpaid(one: Loan['instalments'][number]): boolean {
  return INSTALMENT_COMPONENTS.some((component) => unpaidComponent(one, component) < 0);
}

function heldOf({ earmarks }: Loan, part?: 'principal' | 'fee'): number {
  return sumBy(earmarks, (one) => (part === undefined || one.component === part ? one.amountPaise : 0));
}

function sumBy<T>(rows: readonly T[], amount: (row: T) => number): number {
  let sum = 0;
  for (const row of rows) sum += amount(row);
  return sum;
}
