import type { LedgerAccount } from '@mohlat/contract';
import { gstInsideFee, paise, type Paise } from '@mohlat/money';

/** One line of a journal: debit positive, credit negative. */
export interface PostingLine {
  readonly account: LedgerAccount;
  readonly amountPaise: number;
  readonly loanId: string | null;
}

/**
 * The bill is paid, the loan is booked. Dr A200 bill, A202 fee, M901 bill; Cr A110 bill, I400 net, L330 and L331 tax, M900 bill.
 * Rule: LEND-16 journal 4, LEND-F2, LEND-F3.
 */
export function loanBooked(loanId: string, billPaise: Paise, feePaise: Paise, gstBps: number): PostingLine[] {
  const { halfPaise, netPaise } = gstInsideFee(feePaise, gstBps);
  return lines(loanId, [
    ['A200', billPaise],
    ['A202', feePaise],
    ['M901', billPaise],
    ['A110', -billPaise],
    ['I400', -netPaise],
    ['L330', -halfPaise],
    ['L331', -halfPaise],
    ['M900', -billPaise],
  ]);
}

/** Owed to a person, whichever loan it came from. */
const PERSONAL_ACCOUNTS: ReadonlySet<LedgerAccount> = new Set(['L340']);

/** Lines of one loan, without those of nothing. */
export function lines(
  loanId: string,
  entries: readonly (readonly [account: LedgerAccount, amountPaise: number])[],
): PostingLine[] {
  return entries
    .filter(([, amount]) => amount !== 0)
    .map(([account, amountPaise]) => ({
      account,
      amountPaise: paise(amountPaise),
      loanId: PERSONAL_ACCOUNTS.has(account) ? null : loanId,
    }));
}
