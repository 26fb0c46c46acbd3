import { addDays, type BusinessDate, gstInsideFee, type Paise, type ScheduleRow } from '@mohlat/money';
import type { Decision } from './decision.ts';
import type { Loan } from './borrower.ts';
import { splitGst, type Supply } from './gst.ts';
import { type Journal, journal } from './journals.ts';
import { onceOf } from './source.ts';

export interface Booking {
  readonly loanId: string;
  readonly bookedOn: BusinessDate;
  readonly billPaise: Paise;
  /** The tax is inside it. */
  readonly feePaise: Paise;
  readonly gstBps: number;
  readonly supply: Supply;
}

/** The rows of a loan on the morning of its first day. */
export interface Opening<Row> {
  readonly closedThroughOn: BusinessDate;
  readonly instalments: readonly (Row & { readonly startOn: BusinessDate })[];
}

/**
 * The days of a loan as it is booked. None of it is closed yet. A period begins on the due date before it, the first one on
 * the day the loan was lent.
 * Rule: LEND-A1, LEND-22
 */
export function openingOf<Row extends Pick<ScheduleRow, 'dueOn'>>(
  rows: readonly Row[],
  lentOn: BusinessDate,
): Opening<Row> {
  return {
    closedThroughOn: addDays(lentOn, -1),
    instalments: rows.map((row, index) => ({ ...row, startOn: rows[index - 1]?.dueOn ?? lentOn })),
  };
}

/**
 * Books the loan of a paid bill: the person owes bill and fee, the tax inside the fee is payable by its heads, and the
 * reserved limit becomes used.
 * Rule: LEND-16 journal 4, LEND-F2, LEND-F3
 */
export function loanBooked({ loanId, bookedOn, billPaise, feePaise, gstBps, supply }: Booking): Journal {
  const { gstPaise, netPaise } = gstInsideFee(feePaise, gstBps);
  const tax = splitGst(gstPaise, supply);
  return journal(
    'loan_booked',
    { source: onceOf(loanId), loanId, effectiveOn: bookedOn },
    {
      debit: { PRINCIPAL_NOT_DUE: billPaise, FEE_NOT_DUE: feePaise, LIMIT_RESERVED_CONTRA: billPaise },
      credit: {
        BILL_IN_TRANSIT: billPaise,
        FEE_INCOME: netPaise,
        CGST: tax.cgstPaise,
        SGST: tax.sgstPaise,
        IGST: tax.igstPaise,
        LIMIT_RESERVED: billPaise,
      },
    },
  );
}

/**
 * Books the return of a paid bill, after the mirrors of all journals of its loan: the rail owes the bill to the float,
 * and the limit is no longer reserved.
 * Rule: LEND-16 journal 9
 */
export function unwound({ id, sold: { billPaise } }: Pick<Loan, 'id' | 'sold'>, on: BusinessDate): Decision {
  return {
    journals: [
      journal(
        'unwind',
        { source: onceOf(id), loanId: id, effectiveOn: on },
        {
          debit: { RAIL_OWES: billPaise, LIMIT_RESERVED_CONTRA: billPaise },
          credit: { BILL_IN_TRANSIT: billPaise, LIMIT_RESERVED: billPaise },
        },
      ),
    ],
    changes: [],
    notices: [],
  };
}
