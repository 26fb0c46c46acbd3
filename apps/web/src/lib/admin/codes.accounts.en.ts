import { accountTitles } from '@mohlat/lending';

/** The ledger's accounts, in the words of its chart. */
export const en = {
  ledgerAccounts: accountTitles(),
};

export type AccountWords = typeof en;
