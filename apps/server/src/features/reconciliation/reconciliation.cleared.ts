import type { BreakKind } from '@mohlat/contract';
import { isCleared, type ListedRow, type OpenDifference, type PaymentAtRail } from '@mohlat/lending';
import type { Paise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

interface OpenRow extends Record<string, unknown> {
  readonly user_id: string;
  readonly id: string;
  readonly payment_id: string;
  readonly kind: BreakKind;
  readonly rail: OpenDifference['rail'];
  readonly bill_status: PaymentAtRail;
  readonly bill_paise: Paise;
  readonly listed_then: ListedRow['status'] | null;
  readonly listed_last: ListedRow['status'] | null;
  readonly listed_paise: Paise | null;
  readonly has_late_success: boolean;
  readonly has_late_return: boolean;
  readonly late_paise: Paise;
  readonly standing_paise: Paise;
  readonly owed_paise: Paise;
  readonly has_repayment_ended: boolean;
  readonly has_loan_ended: boolean;
}

async function findCleared(tx: Tx, ids: readonly string[] | null): Promise<OpenRow[]> {
  const rows = await tx.call<OpenRow>(
    `select user_id, id, payment_id, kind, rail, bill_status, bill_paise, listed_then, listed_last, listed_paise, has_late_success,
       has_late_return, late_paise, standing_paise, owed_paise, has_repayment_ended, has_loan_ended
     from breaks_open($1)`,
    [ids],
  );
  return rows.filter((row) =>
    isCleared({
      kind: row.kind,
      rail: row.rail,
      payment: { status: row.bill_status, billPaise: row.bill_paise },
      listedThen: row.listed_then,
      listedLast:
        row.listed_last === null || row.listed_paise === null
          ? null
          : { status: row.listed_last, amountPaise: row.listed_paise },
      hasLateSuccess: row.has_late_success,
      hasLateReturn: row.has_late_return,
      latePaise: row.late_paise,
      standingPaise: row.standing_paise,
      owedPaise: row.owed_paise,
      hasRepaymentEnded: row.has_repayment_ended,
      hasLoanEnded: row.has_loan_ended,
    }),
  );
}

/** Clears what cleared itself, as it stands under the locks of the payments; answers how many. Rule: LEND-21, LEND-C5 */
export async function settleBreaks(tx: Tx, now: Date): Promise<number> {
  const found = await findCleared(tx, null);
  if (found.length === 0) return 0;
  const users = (rows: readonly OpenRow[]) => rows.map((row) => row.user_id);
  const ids = (rows: readonly OpenRow[]) => rows.map((row) => row.id);
  await tx.call('select breaks_lock($1, $2)', [users(found), found.map((row) => row.payment_id)]);
  const cleared = await findCleared(tx, ids(found));
  const [row] = await tx.call<{ settled: number }>('select breaks_settle($1, $2, $3) as settled', [
    users(cleared),
    ids(cleared),
    now,
  ]);
  return row?.settled ?? 0;
}
