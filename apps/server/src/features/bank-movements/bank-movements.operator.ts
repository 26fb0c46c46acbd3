import type { AuditAction } from '@mohlat/contract';
import { istDate, type Paise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { bookMovement, takeMovementBack } from './bank-movements.book.ts';
import { type BookedMovement, findStanding } from './bank-movements.repo.ts';

/** A movement of the float, as an operator names it; its amount in paise. */
export interface FloatMove {
  readonly kind: 'top_up' | 'rail_charge';
  readonly reference: string;
  readonly amountPaise: Paise;
}

/** `booked` now; else the movement that `stands` under the reference, with the same sum or with another one. */
export type FloatMoved =
  | { readonly booked: true }
  | { readonly booked: false; readonly stands: BookedMovement };

/**
 * Books a movement of the float for an operator on the machine, today, with a row of the audit log.
 * Rule: LEND-16 journal 8. Locks: all movements.
 */
export async function moveFloat(tx: Tx, move: FloatMove, now: Date): Promise<FloatMoved> {
  const booked = await bookMovement(tx, { ...move, valueOn: istDate(now.getTime()) }, null, now);
  if ('problem' in booked) return { booked: false, stands: (await findStanding(tx, move))! };
  await audit(tx, 'bank_movement.booked', booked.id, move, now);
  return { booked: true };
}

/** Takes the movement of the float back that stands under a reference; undefined where none does. Rule: LEND-16 (corrections) */
export async function takeFloatBack(
  tx: Tx,
  named: Pick<FloatMove, 'kind' | 'reference'>,
  now: Date,
): Promise<BookedMovement | undefined> {
  const standing = await findStanding(tx, named);
  if (!standing || !(await takeMovementBack(tx, standing.id, null, now))) return undefined;
  await audit(
    tx,
    'bank_movement.taken_back',
    standing.id,
    { ...named, amountPaise: standing.amountPaise },
    now,
  );
  return standing;
}

async function audit(tx: Tx, action: AuditAction, id: string, details: object, now: Date): Promise<void> {
  await tx.call("select audit_system($1, 'system', $2, 'bank_movement', $3, null, $4, null)", [
    now,
    action,
    id,
    JSON.stringify(details),
  ]);
}
