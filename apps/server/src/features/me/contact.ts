import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';

export interface Contact {
  readonly email: string | undefined;
  /** Ten digits, without the country code. */
  readonly mobile: string | undefined;
  readonly name: string;
}

/** How to reach a person, and the mobile their bank knows: the profile's number first, then the one they sign in with. */
export async function findContact(tx: Tx, vault: Vault, userId: string): Promise<Contact> {
  const [row] = await tx.call<{
    email: string | null;
    phone: string | null;
    full_name: string | null;
    mobile_sealed: Buffer | null;
  }>(
    `select a.email, a.phone, p.full_name, p.mobile_sealed
     from auth.account($1) a left join profiles p on p.user_id = $1`,
    [userId],
  );
  const mobile = row?.mobile_sealed ? vault.open(row.mobile_sealed, `mobile:${userId}`) : row?.phone;
  return {
    email: row?.email || undefined,
    mobile: mobile ? mobile.replace(/^\+?91(?=\d{10}$)/, '') : undefined,
    name: row?.full_name ?? 'User',
  };
}
