import {
  type AnswerOf,
  type listTransactions,
  type QueryOf,
  type Transaction,
  TRANSACTION_DESCRIPTION,
} from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { endingOf, statusOf } from '../payments.facts.ts';
import * as repo from '../payments.repo.ts';
import { endedBy } from './today.ts';

/** A page of a person's payments, newest first, or all of them for the file. Throws: validation_failed. */
export async function listHistory(
  tx: Tx,
  userId: string,
  today: BusinessDate,
  query: QueryOf<typeof listTransactions>,
): Promise<AnswerOf<typeof listTransactions>> {
  const isFile = query.format === 'csv';
  const rows = await repo.listTransactions(tx, userId, {
    status: query.status,
    after: readCursor(query.cursor),
    limit: isFile ? 'all' : query.limit + 1,
    ended: await endedBy(tx, userId, today),
  });
  const { items, nextCursor } = pageOf(rows, isFile ? rows.length : query.limit, (row) => ({
    at: row.accepted_at,
    id: row.id,
  }));
  return { items: items.map(toTransaction), nextCursor };
}

function toTransaction(row: repo.TransactionRow): Transaction {
  const status = statusOf({ billStatus: row.bill_status, loanStatus: row.loan_status });
  const ending = status === 'completed' ? endingOf(row.loan_status) : undefined;
  return {
    id: row.id,
    date: row.accepted_at.toISOString(),
    description: TRANSACTION_DESCRIPTION,
    status,
    billStatus: row.bill_status,
    amountPaise: row.amount_paise,
    ...(ending === undefined ? {} : { ending }),
    card: { bankName: row.bank_name, last4: row.last4 },
  };
}
