import { CONSENTS, type ConsentPurpose } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

export type ConsentLanguage = 'en' | 'hi';

/**
 * Records a consent and answers its id. Written before the call it allows, in the words and the language that were
 * shown. Rule: LEND-24.
 */
export async function recordConsent(
  tx: Tx,
  userId: string,
  purpose: ConsentPurpose,
  now: Date,
  language: ConsentLanguage = 'en',
): Promise<string> {
  const { version, wording } = CONSENTS[purpose];
  const [row] = await tx.call<{ id: string }>(
    'insert into consents (user_id, purpose, version, wording, given_at) values ($1, $2, $3, $4, $5) returning id',
    [userId, purpose, version, wording[language], now],
  );
  return row!.id;
}
