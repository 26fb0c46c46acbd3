import type { Clearing } from '@mohlat/lending';
import { businessDate, paise } from '@mohlat/money';
import { expect } from 'vitest';
import { resolveBreak } from '../src/features/breaks.ts';
import { keepRows, type ReadRow } from '../src/features/collections/collections.repo.ts';
import { settleRows } from '../src/features/collections/settlement/settlement.ts';
import { bookClearing, matchRows } from '../src/features/reconciliation/reconciliation.books.ts';
import { settleBreaks } from '../src/features/reconciliation/reconciliation.cleared.ts';
import * as repo from '../src/features/reconciliation/reconciliation.repo.ts';
import { newId } from '../../../packages/platform/src/crypto/ids.ts';
import { sha256 } from '../../../packages/platform/src/crypto/vault.ts';
import type { Tx } from '../src/platform/db/database.ts';
import type { BillPayState, SettlementRow } from '../src/providers/index.ts';
import type { Lab, LabLoan } from './lending-lab.ts';

export const DAY = businessDate('2027-01-15');
export const BILL = 1_500_000;

type Word = Pick<BillPayState, 'state' | 'refundStatus'>;

export const BACK: Word = { state: 'adjusted', refundStatus: 'processed' };
export const PROMISED: Word = { state: 'adjusted', refundStatus: 'requested' };

interface FileRow {
  readonly kind: SettlementRow['kind'];
  readonly entityRef: string;
  readonly paymentRef?: string;
  readonly orderRef?: string;
  readonly disputeRef?: string;
  readonly amount: number;
  readonly net: number;
}

/** Books the clearing of a difference that two of the staff agree on, and clears it. */
export async function clearByTwo(
  tx: Tx,
  ids: { readonly userId: string; readonly id: string },
  resolution: Clearing,
  now: Date,
): Promise<void> {
  const { kind } = (await repo.lockBreak(tx, ids.id))!;
  const journalId = await bookClearing(tx, ids, resolution, now);
  expect(journalId).not.toBeNull();
  await resolveBreak(
    tx,
    { ...ids, kind },
    { resolution, journalId, resolvedBy: newId(), note: 'by two' },
    now,
  );
}

/** Plays the rails' word on a lab's money, and the hand bookings of staff. */
export function atTheRail(of: () => Lab) {
  /** A complete reading of a list that says this of one payment. */
  async function hear({ loanId }: LabLoan, word: Word, payRef = `R${loanId.slice(0, 8)}`): Promise<void> {
    const readId = newId();
    const ours = { payRef, paymentKey: `LAB${loanId.slice(0, 20)}`, amount: BILL };
    const now = of().clock.now();
    await of().worker.plain((tx) => repo.importRows(tx, DAY, readId, [{ ...ours, ...word }], now));
    await of().worker.plain(async (tx) => {
      await matchRows(tx, readId, now);
      await settleBreaks(tx, now);
    });
  }

  async function breaks({ userId }: LabLoan) {
    const { rows } = await of().owner.query<{
      id: string;
      kind: string;
      theirs: string;
      resolution: string | null;
    }>(
      `select id, kind, theirs_paise::text as theirs, resolution from reconciliation_breaks
       where user_id = $1 order by opened_at, kind`,
      [userId],
    );
    return rows.map(({ theirs, ...row }) => ({ ...row, theirsPaise: Number(theirs) }));
  }

  /** Staff find that the bill does not come back: the difference is closed as agreed, and the freeze ends. */
  async function withdraw({ userId }: LabLoan): Promise<void> {
    const now = of().clock.now();
    await of().worker.plain(async (tx) => {
      const open = await tx.call<{ id: string; kind: string }>(
        `select id, kind from reconciliation_breaks where user_id = $1 and kind = 'returned' and resolved_at is null`,
        [userId],
      );
      const by = { resolution: 'agreed', resolvedBy: newId(), note: 'the rail withdrew it' };
      for (const { id, kind } of open) await resolveBreak(tx, { userId, id, kind }, by, now);
    });
  }

  async function books({ userId }: LabLoan): Promise<Record<string, number>> {
    const { rows } = await of().owner.query<{ account: string; paise: string }>(
      `select account, sum(amount_paise)::text as paise from postings
       where user_id = $1 and account in ('A105', 'A115', 'A230', 'E550') group by 1 having sum(amount_paise) <> 0`,
      [userId],
    );
    return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
  }

  async function open({ userId, loanId }: LabLoan, kind: string): Promise<string> {
    const [row] = await of().worker.plain((tx) =>
      tx.call<{ id: string }>(
        `select break_open($1, $2, 'billpay', 'finance', 'by hand', $3, $4, null, $5, 0, '{}', $6) as id`,
        [userId, kind, DAY, loanId, BILL, of().clock.now()],
      ),
    );
    return row!.id;
  }

  /** Books a clearing as two of the staff do, once they agree. */
  async function book({ userId }: LabLoan, id: string, resolution: Clearing): Promise<void> {
    await of().worker.forUser(userId, (tx) => clearByTwo(tx, { userId, id }, resolution, of().clock.now()));
  }

  /** A bill that the rail executed twice, as its list tells it. */
  async function aDoubled(name: string): Promise<LabLoan> {
    const loan = await of().lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });
    await of().owner.query('update payment_attempts set provider_ref = $2 where payment_id = $1', [
      loan.loanId,
      `${name}-first`,
    ]);
    await hear(loan, { state: 'success' }, `${name}-first`);
    await hear(loan, { state: 'success' }, `${name}-again`);
    expect(await books(loan)).toMatchObject({ A105: -2 * BILL, A230: BILL });
    return loan;
  }

  /** Rows of the settlement file, matched as far as they can be. */
  async function settle(rows: readonly FileRow[]): Promise<string[]> {
    const now = of().clock.now();
    const file: ReadRow[] = rows.map(({ net, ...row }) => ({
      ...row,
      amount: paise(row.amount),
      fee: paise(net > 0 ? row.amount - net : 0),
      tax: paise(0),
      credit: paise(Math.max(0, net)),
      debit: paise(Math.max(0, -net)),
      isSettled: true,
      settlementRef: 'setl_1',
      settlementUtr: 'UTR1',
      settledAt: now,
      settledOn: DAY,
      createdAt: now,
      hash: sha256(row.entityRef),
    }));
    await of().worker.plain((tx) => keepRows(tx, file, now));
    await of().worker.plain((tx) => settleRows(tx, new Date(now.getTime() + 1)));
    const { rows: kept } = await of().owner.query<{ state: string }>(
      'select state from settlement_rows where entity_ref = any ($1) order by entity_ref',
      [rows.map((row) => row.entityRef)],
    );
    return kept.map((row) => row.state);
  }

  /** A row of the file unmatched for days, as the difference it became. */
  async function unexplained(entityRef: string, netPaise: number): Promise<string> {
    const [found] = await of().worker.plain((tx) =>
      tx.call<{ id: string }>(
        `select break_open(null, 'unmatched_row', 'razorpay', 'finance', $3, $1, null, null, null, $4,
           jsonb_build_object('settlementRowId', id), $2) as id from settlement_rows where entity_ref = $3`,
        [DAY, of().clock.now(), entityRef, netPaise],
      ),
    );
    return found!.id;
  }

  return { hear, breaks, withdraw, books, open, book, aDoubled, settle, unexplained };
}
