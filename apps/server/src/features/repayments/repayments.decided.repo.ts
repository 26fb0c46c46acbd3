import type { BusinessDate } from '@mohlat/money';
import { applyWaiver, applyWriteOff } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** Something staff decided about a person's loan and a rewind took back: done anew in its turn between the receipts. */
export interface UndoneFact {
  readonly id: string;
  readonly kind: 'waiver' | 'write_off';
  readonly at: Date;
  readonly effectiveOn: BusinessDate;
}

export async function listUndoneFacts(tx: Tx, userId: string): Promise<UndoneFact[]> {
  return tx.call<UndoneFact & Record<string, unknown>>(
    'select id, kind, at, effective_on as "effectiveOn" from undone_facts($1)',
    [userId],
  );
}

/** Waivers and write-offs are facts: they stand, over what is there when their turn comes. */
export async function redoFact(tx: Tx, userId: string, { id, kind }: UndoneFact, now: Date): Promise<void> {
  const apply = kind === 'waiver' ? applyWaiver : applyWriteOff;
  await apply(tx, userId, id, now);
}
