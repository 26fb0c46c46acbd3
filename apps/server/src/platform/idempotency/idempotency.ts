import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/** One caller's name for one intent. */
export interface Intent {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** The state of an intent: new, under way and left behind, or done with its stored answer. */
export type Claim<F> =
  | { readonly state: 'new' }
  /** Its first run was cut off: go on with what it stored. */
  | { readonly state: 'resumed'; readonly facts: F }
  | { readonly state: 'done'; readonly facts: F };

const LEASE_SECONDS = 60;

/**
 * Claims an intent whose work leaves the transaction (a provider is asked in between). The lease says that a request
 * is at it; once it has run out, a repeat takes the work up where it was left.
 * Throws: idempotency_key_reused, idempotency_in_progress. Rule: LEND-C1, LEND-C2.
 */
export async function claimIntent<F>(tx: Tx, intent: Intent, now: Date): Promise<Claim<F>> {
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const inserted = await tx.call(
    `insert into idempotency_keys (user_id, route, key, request_hash, state, created_at, leased_until)
     values ($1, $2, $3, $4, 'running', $5, $6) on conflict do nothing returning key`,
    [intent.userId, intent.route, intent.key, intent.requestHash, now, lease],
  );
  if (inserted.length > 0) return { state: 'new' };
  const [seen] = await tx.call<{
    request_hash: Buffer;
    state: string;
    facts: F | null;
    leased_until: Date | null;
  }>(
    'select request_hash, state, facts, leased_until from idempotency_keys where user_id = $1 and route = $2 and key = $3 for update',
    [intent.userId, intent.route, intent.key],
  );
  if (!seen?.request_hash.equals(intent.requestHash)) throw new DomainError('idempotency_key_reused');
  if (seen.state === 'done') return { state: 'done', facts: seen.facts as F };
  if (seen.leased_until !== null && seen.leased_until > now)
    throw new DomainError('idempotency_in_progress', { retryAfterSeconds: 1 });
  await tx.call(
    'update idempotency_keys set leased_until = $4 where user_id = $1 and route = $2 and key = $3',
    [intent.userId, intent.route, intent.key, lease],
  );
  return seen.facts === null ? { state: 'new' } : { state: 'resumed', facts: seen.facts };
}

/** Tells whether an intent has its answer, and a provider need not be asked for it again. Claiming it says what is wrong with the call. */
export async function isAnswered(tx: Tx, { userId, route, key }: Intent): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from idempotency_keys where user_id = $1 and route = $2 and key = $3 and state = 'done'`,
    [userId, route, key],
  );
  return rows.length > 0;
}

/** Stores what a repeat needs to go on, before the provider is asked. */
export async function noteProgress(tx: Tx, intent: Intent, facts: object): Promise<void> {
  await tx.call('update idempotency_keys set facts = $4 where user_id = $1 and route = $2 and key = $3', [
    intent.userId,
    intent.route,
    intent.key,
    JSON.stringify(facts),
  ]);
}

/** Stores the answer: from now on a repeat is told the same. */
export async function finishIntent(tx: Tx, intent: Intent, facts: object): Promise<void> {
  await tx.call(
    `update idempotency_keys set state = 'done', facts = $4, leased_until = null where user_id = $1 and route = $2 and key = $3`,
    [intent.userId, intent.route, intent.key, JSON.stringify(facts)],
  );
}

/** Lets the next repeat take the work up at once: the provider did not answer, and no answer is stored. */
export async function releaseIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx.call(
    'update idempotency_keys set leased_until = null where user_id = $1 and route = $2 and key = $3',
    [intent.userId, intent.route, intent.key],
  );
}
