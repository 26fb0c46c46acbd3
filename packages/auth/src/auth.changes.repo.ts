import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { deleteCodes, listCodes } from './auth.repo.ts';
import type { CodeKind } from './auth.rules.ts';
import type { User } from './auth.user.ts';

/** The codes of a change that waits. */
const KINDS_OF_WAITING = {
  new_email: ['email_change_current', 'email_change_new'],
  new_phone: ['phone_change'],
} as const satisfies Record<string, readonly CodeKind[]>;

/** Ends the changes of contact that wait. The caller holds the user's lock. */
export async function endChanges(tx: Tx, userId: string): Promise<void> {
  await deleteCodes(tx, userId, [...KINDS_OF_WAITING.new_email, ...KINDS_OF_WAITING.new_phone]);
}

/** The address or number that waits for its proof; null where none does: a change is over with the last code sent for it. */
export async function waitingContact(
  tx: Tx,
  user: User,
  column: keyof typeof KINDS_OF_WAITING,
  now: Date,
): Promise<string | null> {
  const codes = await listCodes(tx, user.id, KINDS_OF_WAITING[column], now);
  const isWaiting = codes.some(
    ({ kind, address }) => kind === 'email_change_current' || address === user[column],
  );
  return isWaiting ? user[column] : null;
}
