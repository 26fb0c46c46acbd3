import { type AccountCode, CHART } from '@mohlat/lending';
import { paise } from '@mohlat/money';

/** One line of a journal: debit positive, credit negative. */
export interface PostingLine {
  readonly account: AccountCode;
  readonly amountPaise: number;
  readonly loanId: string | null;
}

/** Owed to a person, whichever loan it came from. */
const PERSONAL_ACCOUNTS: ReadonlySet<AccountCode> = new Set(
  Object.values(CHART).flatMap(({ code, isPersonal }) => (isPersonal ? [code] : [])),
);

/** Lines of one loan, without those of nothing. */
export function lines(
  loanId: string,
  entries: readonly (readonly [account: AccountCode, amountPaise: number])[],
): PostingLine[] {
  return entries
    .filter(([, amount]) => amount !== 0)
    .map(([account, amountPaise]) => ({
      account,
      amountPaise: paise(amountPaise),
      loanId: PERSONAL_ACCOUNTS.has(account) ? null : loanId,
    }));
}
