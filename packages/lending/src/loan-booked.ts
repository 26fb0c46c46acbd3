import { gstInsideFee, type Paise } from '@mohlat/money';
import { codeOf, type AccountName } from './accounts.ts';
import { splitGst, type Supply } from './gst.ts';
import type { Line } from './journals.ts';

export interface Booking {
  readonly loanId: string;
  readonly billPaise: Paise;
  /** With the tax inside it. */
  readonly feePaise: Paise;
  readonly gstBps: number;
  readonly supply: Supply;
}

/**
 * The bill is paid, the loan is booked: the person owes bill and fee, the tax inside the fee is owed by its heads, the limit is
 * no longer only reserved.
 * Rule: LEND-16 journal 4, LEND-F2, LEND-F3
 */
export function loanBooked({ loanId, billPaise, feePaise, gstBps, supply }: Booking): Line[] {
  const { gstPaise, netPaise } = gstInsideFee(feePaise, gstBps);
  const tax = splitGst(gstPaise, supply);
  const entries: readonly (readonly [AccountName, number])[] = [
    ['PRINCIPAL_NOT_DUE', billPaise],
    ['FEE_NOT_DUE', feePaise],
    ['LIMIT_RESERVED_CONTRA', billPaise],
    ['BILL_IN_TRANSIT', -billPaise],
    ['FEE_INCOME', -netPaise],
    ['CGST', -tax.cgstPaise],
    ['SGST', -tax.sgstPaise],
    ['IGST', -tax.igstPaise],
    ['LIMIT_RESERVED', -billPaise],
  ];
  return entries
    .filter(([, amount]) => amount !== 0)
    .map(([name, amountPaise]) => ({ account: codeOf(name), amountPaise, loanId }));
}
