import type { Repayment } from '@mohlat/contract';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface RepaymentRow {
  readonly id: string;
  readonly at: Date;
  readonly loan_id: string;
  readonly status: Repayment['status'];
  readonly channel: string;
  readonly amount_paise: number;
  readonly received_at: Date | null;
  readonly failure_reason: string | null;
}

export async function listRepayments(tx: Tx, userId: string, page: Page) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<RepaymentRow>(
    `select id, created_at as at, loan_id, status, channel, amount_paise, received_at, failure_reason
     from repayments
     where user_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => row);
}

export interface JournalRow {
  readonly id: string;
  readonly at: Date;
  readonly source_kind: string;
  readonly effective_on: string;
  readonly loan_id: string | null;
  readonly reversal_of: string | null;
  readonly lines: readonly {
    readonly account: string;
    readonly name: string;
    readonly amountPaise: number;
  }[];
}

export async function listJournals(tx: Tx, userId: string, page: Page) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<JournalRow>(
    `select j.id, j.posted_at as at, j.source_kind, j.effective_on, j.loan_id, j.reversal_of,
       (select jsonb_agg(jsonb_build_object('account', p.account, 'name', a.name, 'amountPaise', p.amount_paise) order by p.line)
        from postings p join accounts a on a.code = p.account
        where p.user_id = j.user_id and p.journal_id = j.id) as lines
     from journals j
     where j.user_id = $1 and ($2::timestamptz is null or (j.posted_at, j.id) < ($2, $3::uuid))
     order by j.posted_at desc, j.id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => row);
}
