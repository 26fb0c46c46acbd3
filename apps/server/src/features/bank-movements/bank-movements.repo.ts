import type { AnswerOf, BankMovementItem, listBankMovements, QueryOf } from '@mohlat/contract';
import type { BankMovement, BankMovementKind } from '@mohlat/lending';
import { HOUSE_ID } from '#features/breaks.ts';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

/** A movement as it stands in the books. */
export interface BookedMovement extends Omit<BankMovement, 'sourceId'> {
  readonly id: string;
  readonly reference: string;
  readonly bookedAt: Date;
  readonly approvalId: string | null;
  readonly takenBackAt: Date | null;
}

const MOVEMENT = `id, kind, amount_paise as "amountPaise", value_on as "valueOn", reference, booked_at as "bookedAt",
  approval_id as "approvalId", taken_back_at as "takenBackAt"`;

/** One transaction at a time books or takes back: two would both find the tax owed that one of them pays. */
export async function lockMovements(tx: Tx): Promise<void> {
  await tx.call("select pg_advisory_xact_lock(hashtextextended('bank movements', 0))");
}

export async function listMovements(
  tx: Tx,
  { limit, cursor }: QueryOf<typeof listBankMovements>,
): Promise<AnswerOf<typeof listBankMovements>> {
  const after = readCursor(cursor);
  const rows = await tx.call<BookedMovement>(
    `select ${MOVEMENT} from bank_movements
     where $1::timestamptz is null or (date_trunc('milliseconds', booked_at), id) < ($1, $2::uuid)
     order by date_trunc('milliseconds', booked_at) desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const { items, nextCursor } = pageOf(rows, limit, ({ bookedAt: at, id }) => ({ at, id }));
  return { items: items.map(toItem), nextCursor };
}

function toItem({ bookedAt, takenBackAt, ...movement }: BookedMovement): BankMovementItem {
  return {
    ...movement,
    bookedAt: bookedAt.toISOString(),
    takenBackAt: takenBackAt?.toISOString() ?? null,
  };
}

export async function findMovement(tx: Tx, id: string): Promise<BookedMovement | undefined> {
  const [row] = await tx.call<BookedMovement>(`select ${MOVEMENT} from bank_movements where id = $1`, [id]);
  return row;
}

/** The ids of a movement: its own, and the source of its journal, which is named as `float_move` names it. */
export interface MovementIds {
  readonly id: string;
  readonly sourceId: string;
}

interface Named {
  readonly kind: BankMovementKind;
  readonly reference: string;
}

/** Finds the movement of a kind that stands under a reference; capitals are the same as small letters. */
export async function findStanding(tx: Tx, { kind, reference }: Named): Promise<BookedMovement | undefined> {
  await adopt(tx, { kind, reference });
  const [row] = await tx.call<BookedMovement>(
    `select ${MOVEMENT} from bank_movements
     where kind = $1 and upper(reference) = upper($2) and taken_back_at is null`,
    [kind, reference],
  );
  return row;
}

/**
 * Writes the row of a movement of the float that a version before this table has booked: its journal is named by kind and reference, and
 * has neither in it.
 */
async function adopt(tx: Tx, { kind, reference }: Named): Promise<void> {
  if (kind !== 'top_up' && kind !== 'rail_charge') return;
  await tx.call(
    `insert into bank_movements (id, source_id, kind, reference, amount_paise, value_on, booked_at)
     select ${idFrom("$2 || ' ' || $3")}, j.source_id, $2, $3, p.amount_paise, j.effective_on, j.posted_at
     from journals j
     join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.amount_paise > 0
     where j.user_id = $1 and j.source_kind = 'float' and j.source_id = md5($2 || ' ' || $3)::uuid
     on conflict do nothing`,
    [HOUSE_ID, kind, reference],
  );
}

/** SQL: an id that follows from a name, as RFC 9562 wants one (version 8). */
const idFrom = (name: string) =>
  `overlay(overlay(md5(${name}) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`;

/** The ids that the next movement of a kind gets under a reference: others where an earlier one was taken back. */
export async function nextIds(tx: Tx, { kind, reference }: Named): Promise<MovementIds> {
  const [row] = await tx.call<MovementIds & Record<string, unknown>>(
    `select ${idFrom('x.name')} as id, md5(x.name)::uuid as "sourceId"
     from (
       select $1 || ' ' || $2 || case when count(*) = 0 then '' else ' again ' || count(*) end as name
       from bank_movements where kind = $1 and upper(reference) = upper($2)) x`,
    [kind, reference],
  );
  return row!;
}

/** The balance that is owed on an account, in paise: credits less debits of all journals. */
export async function owedOn(tx: Tx, account: string): Promise<number> {
  const [row] = await tx.call<{ paise: number }>(
    `select coalesce(sum(credit_paise - debit_paise), 0)::bigint as paise
     from ledger_sums('-infinity', 'infinity') where account = $1`,
    [account],
  );
  return row!.paise;
}

export async function insertMovement(
  tx: Tx,
  {
    id,
    sourceId,
    kind,
    reference,
    amountPaise,
    valueOn,
  }: Omit<BankMovement, 'sourceId'> & Named & MovementIds,
  approvalId: string | null,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into bank_movements (id, source_id, kind, reference, amount_paise, value_on, booked_at, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, sourceId, kind, reference, amountPaise, valueOn, now, approvalId],
  );
}

/** Mirrors the journal of a movement. Rule: LEND-16 */
export async function mirrorJournal(tx: Tx, id: string, now: Date): Promise<void> {
  const [journal] = await tx.call<{ id: string }>(
    `select j.id from bank_movements m
     join journals j on j.user_id = $1 and j.source_id = m.source_id and j.source_kind in ('float', 'gst_paid', 'funding')
     where m.id = $2`,
    [HOUSE_ID, id],
  );
  await tx.call('select ledger_mirror($1, $2, $3)', [HOUSE_ID, journal!.id, now]);
}

export async function markTakenBack(tx: Tx, id: string, approvalId: string | null, now: Date): Promise<void> {
  await tx.call('update bank_movements set taken_back_at = $2, taken_back_approval_id = $3 where id = $1', [
    id,
    now,
    approvalId,
  ]);
}
