import type { BusinessDate, ScheduleRow } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

/** A statement as it was stored, its hash, and what stood beside it on the quote. */
export interface StoredKeyFacts {
  readonly content: object;
  readonly hash: string;
  readonly plan_kind: 'single' | 'emi';
  readonly schedule: readonly (ScheduleRow & { readonly dueOn: BusinessDate })[];
  readonly bank_name: string;
  readonly last4: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
}

const BESIDE_SQL = `q.plan_kind, q.schedule, q.created_at, q.expires_at, c.bank_name, c.last4`;

/** What a quote said; undefined when it is not this user's. */
export async function findQuoteKeyFacts(
  tx: Tx,
  userId: string,
  quoteId: string,
): Promise<StoredKeyFacts | undefined> {
  const [row] = await tx.call<StoredKeyFacts & Record<string, unknown>>(
    `select q.key_facts as content, q.key_facts_hash as hash, null as accepted_at, ${BESIDE_SQL}
     from quotes q join cards c on c.user_id = q.user_id and c.id = q.card_id
     where q.user_id = $1 and q.id = $2`,
    [userId, quoteId],
  );
  return row;
}

/** What was agreed to with a payment; undefined when it is not this user's. */
export async function findAcceptedKeyFacts(
  tx: Tx,
  userId: string,
  paymentId: string,
): Promise<StoredKeyFacts | undefined> {
  const [row] = await tx.call<StoredKeyFacts & Record<string, unknown>>(
    `select k.content, k.hash, k.accepted_at, ${BESIDE_SQL}
     from key_facts k
     join payments p on p.user_id = k.user_id and p.id = k.payment_id
     join quotes q on q.user_id = p.user_id and q.id = p.quote_id
     join cards c on c.user_id = q.user_id and c.id = q.card_id
     where k.user_id = $1 and k.payment_id = $2`,
    [userId, paymentId],
  );
  return row;
}
