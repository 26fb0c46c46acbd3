import { listBankAccounts } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './keys.ts';

/** More than anybody may link, so one page is all of them. */
const ALL = 20;

/** Apart from the reads of every screen: the form's schema stands beside it and brings its library along. */
export const bankAccountsQuery = queryOptions({
  queryKey: keys.bankAccounts,
  queryFn: ({ signal }) => call(listBankAccounts, { query: { limit: ALL }, signal }),
});
