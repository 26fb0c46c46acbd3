import type { BodyOf, sendSupportMessage } from '@mohlat/contract';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';

export type SupportMessage = BodyOf<typeof sendSupportMessage>;

const COLUMNS = ['name', 'email', 'subject', 'message'] as const;

/** Stores a message sealed under its ticket; false when the ticket is taken. */
export async function insertMessage(
  tx: Tx,
  vault: Vault,
  ticket: string,
  message: SupportMessage,
  now: Date,
): Promise<boolean> {
  const sealed = COLUMNS.map((column) => vault.seal(message[column], `support.${column}:${ticket}`));
  const rows = await tx.call(
    `insert into support_messages (ticket, name_sealed, email_sealed, subject_sealed, message_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (ticket) do nothing returning ticket`,
    [ticket, ...sealed, now],
  );
  return rows.length === 1;
}
