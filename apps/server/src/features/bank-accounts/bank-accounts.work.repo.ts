import type { BankReasonCode } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import { electDefault, lockAccounts } from './bank-accounts.repo.ts';
import type { Check } from './bank-accounts.rules.ts';

export interface AccountIds {
  readonly userId: string;
  readonly accountId: string;
}

/**
 * An account whose bank is being asked, locked; nothing when it is settled or removed. The person's lock comes first, as
 * it does where they change something themselves.
 */
export async function lockOpen(tx: Tx, { userId, accountId }: AccountIds) {
  await lockAccounts(tx, userId);
  const row = await tx.find(
    query
      .selectFrom('bank_accounts')
      .select(['ifsc', 'number_sealed', 'masked_number', 'bank_name', 'round', 'round_started_at'])
      .where('user_id', '=', userId)
      .where('id', '=', accountId)
      .where('status', '=', 'pending')
      .where('removed_at', 'is', null)
      .forUpdate(),
  );
  return row?.number_sealed ? { ...row, number_sealed: row.number_sealed } : undefined;
}
export type OpenRow = NonNullable<Awaited<ReturnType<typeof lockOpen>>>;

/** An account that a person looks at; nothing once it is settled or removed. */
export async function findReviewed(tx: Tx, { userId, accountId }: AccountIds) {
  return tx.find(
    query
      .selectFrom('bank_accounts')
      .select(['masked_number', 'bank_name', 'name_at_bank', 'name_percent'])
      .where('user_id', '=', userId)
      .where('id', '=', accountId)
      .where('status', '=', 'review')
      .where('removed_at', 'is', null),
  );
}

/**
 * The name an account must be in: the issuer's, of the verified PAN. The profile's, which anybody may write as they like,
 * proves nothing.
 */
export async function findHolder(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.call<{ name: string | null }>(
    `select pan_name as name from kyc_records where user_id = $1 and pan_status = 'verified'`,
    [userId],
  );
  return row?.name ?? undefined;
}

/** The checks of the present round, oldest first. */
export async function listChecks(tx: Tx, { userId, accountId }: AccountIds, round: number): Promise<Check[]> {
  const rows = await tx.rows(
    query
      .selectFrom('bank_account_checks')
      .select(['id', 'state', 'provider_ref', 'started_at'])
      .where('user_id', '=', userId)
      .where('bank_account_id', '=', accountId)
      .where('round', '=', round)
      .orderBy('started_at')
      .orderBy('id'),
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    providerRef: row.provider_ref,
    startedAt: row.started_at,
  }));
}

/** Written before the first byte leaves. */
export async function beginCheck(
  tx: Tx,
  { userId, accountId }: AccountIds,
  check: { readonly id: string; readonly round: number },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into bank_account_checks (user_id, id, bank_account_id, round, state, started_at)
     values ($1, $2, $3, $4, 'sending', $5)`,
    [userId, check.id, accountId, check.round, now],
  );
}

export type SendOutcome =
  | { readonly state: 'asked'; readonly ref: string }
  | { readonly state: 'not_sent' | 'lost'; readonly outcome: string };

/** Writes down the outcome of a call; only the first outcome counts. False when there was one already. */
export async function saveSend(tx: Tx, userId: string, checkId: string, sent: SendOutcome): Promise<boolean> {
  const [ref, outcome] = sent.state === 'asked' ? [sent.ref, null] : [null, sent.outcome];
  const rows = await tx.call(
    `update bank_account_checks set state = $3, provider_ref = $4, outcome = $5
     where user_id = $1 and id = $2 and state = 'sending' returning id`,
    [userId, checkId, sent.state, ref, outcome],
  );
  return rows.length > 0;
}

/** False when this check was given up, or answered already: its word then settles nothing. */
export async function saveAnswer(
  tx: Tx,
  userId: string,
  checkId: string,
  answer: { readonly outcome: string; readonly code: string | undefined },
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update bank_account_checks set state = 'answered', outcome = $3, code = $4, answered_at = $5
     where user_id = $1 and id = $2 and state = 'asked' returning id`,
    [userId, checkId, answer.outcome, answer.code ?? null, now],
  );
  return rows.length > 0;
}

export interface Settlement {
  readonly status: 'verified' | 'review' | 'rejected' | 'unverified';
  readonly reason: BankReasonCode | null;
  readonly nameAtBank?: string | undefined;
  readonly namePercent?: number | undefined;
}

/**
 * The first verified account becomes the default; a check without an answer is given up, so that a new round can ask.
 * The caller holds the lock of the person's accounts.
 */
export async function settle(
  tx: Tx,
  { userId, accountId }: AccountIds,
  to: Settlement,
  now: Date,
): Promise<void> {
  await tx.call(
    `update bank_accounts set status = $3, reason = $4, name_at_bank = $5, name_percent = $6, next_look_at = null,
       verified_at = case when $3 = 'verified' then $7::timestamptz end,
       is_default = $3 = 'verified' and not exists (select 1 from bank_accounts where user_id = $1 and is_default)
     where user_id = $1 and id = $2`,
    [
      userId,
      accountId,
      to.status,
      to.reason,
      to.nameAtBank ?? null,
      to.namePercent === undefined ? null : Math.floor(to.namePercent),
      now,
    ],
  );
  await tx.call(
    `update bank_account_checks set state = 'lost', outcome = 'given_up'
     where user_id = $1 and bank_account_id = $2 and state in ('sending', 'asked')`,
    [userId, accountId],
  );
}

/**
 * Takes the verdict of every linked account back, or of those whose round began before an instant. What was removed keeps no verdict
 * either: it was compared with the same name.
 */
export async function unsettle(tx: Tx, userId: string, before: Date | undefined): Promise<void> {
  await tx.call(
    `update bank_accounts set status = 'unverified', reason = 'pan_first', is_default = false, name_at_bank = null,
       name_percent = null, verified_at = null
     where user_id = $1 and status in ('verified', 'review') and ($2::timestamptz is null or round_started_at < $2)`,
    [userId, before ?? null],
  );
  await electDefault(tx, userId);
}

export async function scheduleLook(tx: Tx, { userId, accountId }: AccountIds, at: Date): Promise<void> {
  await tx.call(
    `update bank_accounts set next_look_at = $3
     where user_id = $1 and id = $2 and status = 'pending' and removed_at is null`,
    [userId, accountId, at],
  );
}

/** Finds the account, and its owner, that a check of the provider's is about. */
export async function findByReference(tx: Tx, reference: string): Promise<AccountIds | undefined> {
  const [row] = await tx.call<{ user_id: string; bank_account_id: string }>(
    'select user_id, bank_account_id from bank_account_checks where provider_ref = $1 limit 1',
    [reference],
  );
  return row ? { userId: row.user_id, accountId: row.bank_account_id } : undefined;
}
