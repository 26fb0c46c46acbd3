import { cleanName } from '@mohlat/contract';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';

export interface Contact {
  readonly email: string | undefined;
  /** Ten digits, without the country code. */
  readonly mobile: string | undefined;
  readonly name: string;
}

/**
 * Finds the address a person proved, and the mobile their bank knows: the number they proved with a code, else the one their
 * Aadhaar is linked to. What a person merely typed is never used: a number would open another person's bills, and mails about
 * money would go to who has the address.
 */
export async function findContact(tx: Tx, vault: Vault, userId: string): Promise<Contact> {
  // Apart, in one round trip: a cluster keeps sign-in and a person's rows on different nodes (decision 121).
  const [[account], [profile]] = await Promise.all([
    tx.call<{ email: string | null; phone: string | null }>(
      `select case when a.email_confirmed then a.email end as email, case when a.phone_confirmed then a.phone end as phone
       from auth.account($1) a`,
      [userId],
    ),
    tx.call<{ full_name: string | null; mobile_sealed: Buffer | null }>(
      'select full_name, mobile_sealed from profiles where user_id = $1',
      [userId],
    ),
  ]);
  const mobile =
    account?.phone ||
    (profile?.mobile_sealed ? vault.open(profile.mobile_sealed, `mobile:${userId}`) : undefined);
  return {
    email: account?.email || undefined,
    mobile: mobile ? mobile.replace(/^\+?91(?=\d{10}$)/, '') : undefined,
    name: cleanName(profile?.full_name ?? '') || 'User',
  };
}

/** Keyed hashes of a number, by which a search finds what is sealed: of ten digits, and of the last four of them. */
export interface MobileHashes {
  readonly whole: Buffer;
  readonly end: Buffer;
}

export function mobileHashes(vault: Pick<Vault, 'fingerprint'>, mobile: string): MobileHashes {
  return {
    whole: vault.fingerprint(mobile, 'mobile'),
    end: vault.fingerprint(mobile.slice(-4), 'mobile_end'),
  };
}
