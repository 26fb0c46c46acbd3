import { exportLedgerLines, getBooks, proveBooksNow } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../../lib/admin/filters.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import { call, callForFile } from '../../lib/api.ts';

export const booksQuery = (throughOn: string) =>
  queryOptions({
    queryKey: adminKeys.one('books', throughOn),
    queryFn: ({ signal }) => call(getBooks, { query: given({ throughOn }), signal }),
  });

export const prove = () => call(proveBooksNow, {});

/** The lines of a month up to a day. */
export const ledgerFile = (throughOn: string): Promise<Blob> =>
  callForFile(exportLedgerLines, { query: { from: `${throughOn.slice(0, 7)}-01`, to: throughOn } });
