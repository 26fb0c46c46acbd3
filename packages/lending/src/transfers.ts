import { type AccountName, codeOf } from './accounts.ts';
import { type Journal, type JournalKind, type JOURNALS, journal } from './journals.ts';

/*
 * Journals of two lines that are booked in one statement with the row that causes them: a payment is accepted, its bill
 * is sent, a row of a rail's list is taken up. Kind and accounts stand here; the database holds the same in the table
 * `transfers` and repeats none of them in functions.
 */

type Debit<Kind extends JournalKind> = (typeof JOURNALS)[Kind]['debit'][number];
type Credit<Kind extends JournalKind> = (typeof JOURNALS)[Kind]['credit'][number];

interface Transfer {
  readonly kind: JournalKind;
  readonly debit: AccountName;
  readonly credit: AccountName;
}

/** Makes a transfer. An account that the kind does not allow on its side does not compile. */
function from<Kind extends JournalKind>(kind: Kind, debit: Debit<Kind>, credit: Credit<Kind>): Transfer {
  return { kind, debit, credit };
}

/** Rule: LEND-16 */
export const TRANSFERS = {
  /** 1 */
  bill_held: from('reserve', 'LIMIT_RESERVED', 'LIMIT_RESERVED_CONTRA'),
  /** 2 */
  limit_freed: from('release', 'LIMIT_RESERVED_CONTRA', 'LIMIT_RESERVED'),
  /** 3 */
  bill_sent: from('submit', 'BILL_IN_TRANSIT', 'RAIL_FLOAT'),
  /** 5: the money is in the float again, or the rail owes it. */
  bill_refused: from('submit_failed', 'RAIL_FLOAT', 'BILL_IN_TRANSIT'),
  bill_refused_owed: from('submit_failed', 'RAIL_OWES', 'BILL_IN_TRANSIT'),
  /** 6: money that left the float; if the rail had promised it back, that promise ends. */
  rail_took: from('rail_orphan', 'DISPUTED', 'RAIL_FLOAT'),
  rail_took_promised: from('rail_orphan', 'DISPUTED', 'RAIL_OWES'),
  rail_took_less: from('rail_orphan', 'RAIL_FLOAT', 'DISPUTED'),
  /** 7: the rail gave it back, or took the missing amount after all. */
  rail_gave_back: from('rail_orphan_back', 'RAIL_FLOAT', 'DISPUTED'),
  rail_took_missing: from('rail_orphan_back', 'DISPUTED', 'RAIL_FLOAT'),
  bank_gave_back: from('rail_orphan_back', 'BANK', 'DISPUTED'),
  bank_took_missing: from('rail_orphan_back', 'DISPUTED', 'BANK'),
  /** 8 */
  rail_owes: from('float', 'RAIL_OWES', 'RAIL_FLOAT'),
  rail_refunded: from('float', 'RAIL_FLOAT', 'RAIL_OWES'),
  rail_charged: from('float', 'RAIL_CHARGES', 'RAIL_FLOAT'),
  float_topped_up: from('float', 'RAIL_FLOAT', 'BANK'),
  /** 23: money that stayed unidentified goes back. */
  receipt_returned: from('refund', 'UNIDENTIFIED', 'BANK'),
  /** 24 */
  receipt_held: from('unidentified', 'CHECKOUT_CLEARING', 'UNIDENTIFIED'),
  /** 36: money at a rail is lost: of a difference, of the rail's debt, of a bank row without an owner. */
  difference_lost: from('loss', 'PAYMENT_LOSS', 'DISPUTED'),
  debt_lost: from('loss', 'PAYMENT_LOSS', 'RAIL_OWES'),
  bank_row_lost: from('loss', 'PAYMENT_LOSS', 'BANK'),
  /** 36 in the other direction: the money comes after all, or less was taken than was lost. */
  loss_made_good: from('loss', 'RAIL_FLOAT', 'PAYMENT_LOSS'),
  difference_gained: from('loss', 'DISPUTED', 'PAYMENT_LOSS'),
  bank_row_gained: from('loss', 'BANK', 'PAYMENT_LOSS'),
  /** 37 */
  cgst_paid: from('gst_paid', 'CGST', 'BANK'),
  sgst_paid: from('gst_paid', 'SGST', 'BANK'),
  igst_paid: from('gst_paid', 'IGST', 'BANK'),
  /** 38: the lender puts money in, and takes it out. */
  funded: from('funding', 'BANK', 'FUNDING'),
  funding_returned: from('funding', 'FUNDING', 'BANK'),
} as const satisfies Record<string, Transfer>;

export type TransferName = keyof typeof TRANSFERS;

/**
 * The journal of a transfer of an amount in paise.
 * Rule: LEND-16
 * @throws RangeError when the amount is no whole non-negative number of paise
 */
export function transfer(
  name: TransferName,
  about: Pick<Journal, 'source' | 'loanId' | 'effectiveOn'>,
  amountPaise: number,
): Journal {
  const { kind, debit, credit }: Transfer = TRANSFERS[name];
  return journal(kind, about, {
    debit: { [debit]: amountPaise },
    credit: { [credit]: amountPaise },
  });
}

/** A row of the table `transfers`. */
export interface TransferRow {
  readonly name: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
}

/** The content of the table `transfers`. Rule: LEND-16 */
export function transferRows(): TransferRow[] {
  return Object.entries(TRANSFERS).map(([name, { kind, debit, credit }]) => ({
    name,
    kind,
    debit: codeOf(debit),
    credit: codeOf(credit),
  }));
}
