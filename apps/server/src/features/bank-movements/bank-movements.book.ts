import { type BankMovement, bankMoved, isValueDay, liabilityOf } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import { HOUSE_ID } from '#features/breaks.ts';
import { bookJournals } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import * as repo from './bank-movements.repo.ts';

/** A movement to book: as the statement has it, under its reference. */
export type WantedMovement = Omit<BankMovement, 'sourceId'> & { readonly reference: string };

/** Why a movement may not be booked: its reference stands, its day is none, its tax is not owed. */
export type MovementProblem = 'booked' | 'day' | 'not_owed';

/** Looks whether a movement may be booked now. The caller has the lock where it books. Rule: LEND-16 */
export async function problemOf(
  tx: Tx,
  wanted: WantedMovement,
  now: Date,
): Promise<MovementProblem | undefined> {
  if (await repo.findStanding(tx, wanted)) return 'booked';
  if (!isValueDay(wanted.valueOn, istDate(now.getTime()))) return 'day';
  const liability = liabilityOf(wanted.kind);
  if (liability !== undefined && wanted.amountPaise > (await repo.owedOn(tx, liability))) return 'not_owed';
  return undefined;
}

export type Booked = { readonly id: string } | { readonly problem: MovementProblem };

/**
 * Books a movement once under its reference, and its journal with it. `approvalId`: the decision of two; null of an operator.
 * Rule: LEND-16 journals 8, 37 and 38. Locks: all movements.
 */
export async function bookMovement(
  tx: Tx,
  wanted: WantedMovement,
  approvalId: string | null,
  now: Date,
): Promise<Booked> {
  await repo.lockMovements(tx);
  const problem = await problemOf(tx, wanted, now);
  if (problem) return { problem };
  const ids = await repo.nextIds(tx, wanted);
  await repo.insertMovement(tx, { ...wanted, ...ids }, approvalId, now);
  await bookJournals(tx, [{ userId: HOUSE_ID, journal: bankMoved({ ...wanted, ...ids }) }], now);
  return { id: ids.id };
}

/**
 * Takes a movement back by the mirror of its journal; false where there is none, or it was taken back before. Its reference may be booked
 * anew. Rule: LEND-16 (corrections). Locks: all movements.
 */
export async function takeMovementBack(
  tx: Tx,
  id: string,
  approvalId: string | null,
  now: Date,
): Promise<boolean> {
  await repo.lockMovements(tx);
  const movement = await repo.findMovement(tx, id);
  if (!movement || movement.takenBackAt !== null) return false;
  await repo.mirrorJournal(tx, id, now);
  await repo.markTakenBack(tx, id, approvalId, now);
  return true;
}
