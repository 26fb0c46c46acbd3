import type { Tx } from '#platform/db/database.ts';

/** What a person agrees to before a pull: kept with its wording, version and time. */
const CONSENTS = {
  pan_verification: {
    version: '1',
    wording: 'I allow Mohlat and the lender to verify my PAN and my name with the issuer.',
  },
  aadhaar_digilocker: {
    version: '1',
    wording:
      'I allow Mohlat and the lender to read my Aadhaar document from DigiLocker once, to verify my identity.',
  },
  bureau_pull: {
    version: '1',
    wording:
      'I allow the lender to read my credit report from a credit bureau once, to decide my credit limit.',
  },
} as const;
export type ConsentPurpose = keyof typeof CONSENTS;

/** Records a consent and answers its id. Written before the call it allows. */
export async function recordConsent(
  tx: Tx,
  userId: string,
  purpose: ConsentPurpose,
  now: Date,
): Promise<string> {
  const { version, wording } = CONSENTS[purpose];
  const [row] = await tx.call<{ id: string }>(
    'insert into consents (user_id, purpose, version, wording, given_at) values ($1, $2, $3, $4, $5) returning id',
    [userId, purpose, version, wording, now],
  );
  return row!.id;
}
