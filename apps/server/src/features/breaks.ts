import type { BreakKind } from '@mohlat/contract';
import { resolutionOutcome } from '@mohlat/lending';
import { type BusinessDate, DAY_MS } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

export const BREAK_RAILS = ['billpay', 'razorpay', 'bank'] as const;
export type BreakRail = (typeof BREAK_RAILS)[number];
export const BREAK_OWNERS = ['operations', 'finance', 'engineering'] as const;
export type BreakOwner = (typeof BREAK_OWNERS)[number];

/** Journals and differences that no person's row names stand under this id (SQL: house_id). */
export const HOUSE_ID = '00000000-0000-0000-0000-000000000000';

export interface Break {
  /** Null: without an owner. */
  readonly userId: string | null;
  readonly kind: BreakKind;
  readonly rail: BreakRail;
  readonly owner?: BreakOwner;
  /** The reference of both sides. One open difference of a kind for each reference, payment or repayment. */
  readonly reference?: string;
  /** The day of the list or file it was found in. */
  readonly businessOn?: BusinessDate;
  readonly paymentId?: string;
  readonly repaymentId?: string;
  readonly oursPaise?: number;
  readonly theirsPaise?: number;
  readonly detail?: object;
}

/**
 * Opens a difference for staff to follow up; due after two working days. Answers its id, or null where the same one
 * stands open. Under the worker's role. Rule: LEND-21.
 */
export async function openBreak(tx: Tx, found: Break, now: Date): Promise<string | null> {
  const [row] = await tx.call<{ id: string | null }>(
    'select break_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as id',
    [
      found.userId,
      found.kind,
      found.rail,
      found.owner ?? 'operations',
      found.reference ?? null,
      found.businessOn ?? null,
      found.paymentId ?? null,
      found.repaymentId ?? null,
      found.oursPaise ?? null,
      found.theirsPaise ?? null,
      JSON.stringify(found.detail ?? {}),
      now,
    ],
  );
  return row?.id ?? null;
}

export interface Resolution {
  /** The way in which it was cleared, in one word of its kind. */
  readonly resolution: string;
  /** The journal that did, where there is one; it stands in the ledger of the same user. */
  readonly journalId?: string | null;
  /** The member of staff, and what they said; left out where it cleared by itself. */
  readonly resolvedBy?: string;
  readonly note?: string;
}

/**
 * Clears a difference, with what follows from that. Answers whether it did, which is false when it was cleared before, and whether a
 * frozen loan is frozen no more. Under the worker's role. Rule: LEND-21, LEND-X10.
 */
export async function resolveBreak(
  tx: Tx,
  { userId, id, kind }: { readonly userId: string; readonly id: string; readonly kind: string },
  { resolution, journalId, resolvedBy, note }: Resolution,
  now: Date,
): Promise<{ readonly isDone: boolean; readonly isThawed: boolean }> {
  const { endsFreeze, explainsRow } = resolutionOutcome(kind, resolution, resolvedBy !== undefined);
  const [row] = await tx.call<{ is_done: boolean; is_thawed: boolean }>(
    'select is_done, is_thawed from break_clear($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      userId,
      id,
      resolution,
      journalId ?? null,
      resolvedBy ?? null,
      note ?? null,
      now,
      endsFreeze,
      explainsRow,
    ],
  );
  return { isDone: row?.is_done === true, isThawed: row?.is_thawed === true };
}

/** Answers that say nothing are a difference once they last so long (decision 194). */
export const STUCK_AFTER_MS = DAY_MS;
/** The differences about what the collection rail says nothing of. */
export const STUCK = { kinds: ['pending_one_day'], rail: 'razorpay' } as const;

/**
 * Opens the difference about what the collection rail answers nothing useful of. One that staff have closed is not opened again; with
 * `since`, one that was opened before is about something else under the same reference, and does not count. Rule: LEND-21
 */
export async function openStuck(
  tx: Tx,
  {
    since,
    ...found
  }: Pick<Break, 'owner' | 'paymentId' | 'repaymentId' | 'oursPaise' | 'detail'> & {
    readonly userId: string;
    readonly reference: string;
    readonly since?: Date;
  },
  now: Date,
): Promise<void> {
  const [kind] = STUCK.kinds;
  const known = await tx.call(
    `select 1 from reconciliation_breaks
     where user_id = $1 and kind = $2 and rail = $3 and reference = $4
       and (resolved_at is null or resolved_by is not null and ($5::timestamptz is null or opened_at >= $5)) limit 1`,
    [found.userId, kind, STUCK.rail, found.reference, since ?? null],
  );
  if (known.length === 0) await openBreak(tx, { ...found, kind, rail: STUCK.rail }, now);
}

/** The differences that end together: of some kinds, at one rail, with what they are about. */
export interface Settled {
  /** Null: without an owner. */
  readonly userId: string | null;
  readonly kinds: readonly BreakKind[];
  readonly rail: BreakRail;
  /** Those about one repayment. */
  readonly repaymentId?: string;
  /** Those about one payment and its loan. */
  readonly paymentId?: string;
  /** Those with one reference. */
  readonly reference?: string;
  /** Those of a list or file of this day, or of one before. */
  readonly untilOn?: BusinessDate;
}

/** Clears what was differing and has ended by itself. Under the worker's role. Rule: LEND-21 */
export async function settleOpen(tx: Tx, settled: Settled, now: Date): Promise<void> {
  const userId = settled.userId ?? HOUSE_ID;
  const open = await tx.call<{ id: string; kind: string }>(
    `select id, kind from reconciliation_breaks
     where user_id = $1 and kind = any ($2) and rail = $3 and resolved_at is null
       and ($4::uuid is null or repayment_id = $4) and ($5::text is null or reference = $5)
       and ($6::date is null or business_on <= $6) and ($7::uuid is null or payment_id = $7)
     order by id`,
    [
      userId,
      settled.kinds,
      settled.rail,
      settled.repaymentId ?? null,
      settled.reference ?? null,
      settled.untilOn ?? null,
      settled.paymentId ?? null,
    ],
  );
  for (const { id, kind } of open)
    await resolveBreak(tx, { userId, id, kind }, { resolution: 'settled' }, now);
}
