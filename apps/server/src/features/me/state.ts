import { pinCodeIn, readStateCode, type StateCode, stateOfPinCode } from '@mohlat/money';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';

/** The known facts about where a person lives. */
export interface Residence {
  readonly address_sealed: Buffer | null;
  /** The state as the person corrected it. */
  readonly state_code: string | null;
}

/** The state a person lives in: as they corrected it, else by the PIN code of the address; undefined where neither says. Rule: LEND-F2 */
export function stateOf(
  { address_sealed: sealed, state_code: corrected }: Residence,
  vault: Vault,
  userId: string,
): StateCode | undefined {
  if (corrected !== null) return readStateCode(corrected);
  if (sealed === null) return undefined;
  return stateOfPinCode(pinCodeIn(vault.open(sealed, `address:${userId}`)) ?? '');
}

/** The same, read from the profile. */
export async function findState(tx: Tx, vault: Vault, userId: string): Promise<StateCode | undefined> {
  const [row] = await tx.call<Residence>(
    'select address_sealed, state_code from profiles where user_id = $1',
    [userId],
  );
  return row && stateOf(row, vault, userId);
}
