import { readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DELIVERY_REASONS, DeliveryStatus } from '@mohlat/contract';

type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/**
 * When the first of some messages `d` left; null where none did, or all came back. A report of an SMS comes later and moves `settled_at`,
 * so its sending counts where that is known: the answer stays the same.
 */
export const FIRST_LEFT_AT = `min(coalesce(d.sending_at, d.settled_at)) filter (where d.status in ('sent', 'delivered'))`;

interface Begun {
  readonly userId: string;
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly template: string;
  readonly aboutId?: string;
}

/** Writes down that a message waits to be sent, whichever role puts it there; what it is about, only the worker. */
export async function begin(
  tx: Tx,
  { userId, id, channel, template, aboutId }: Begun,
  now: Date,
): Promise<void> {
  await tx.call('select delivery_begin($1, $2, $3, $4, $5)', [userId, id, channel, template, now]);
  if (aboutId === undefined) return;
  await tx.call('update deliveries set about_id = $3 where user_id = $1 and id = $2', [userId, id, aboutId]);
}

/**
 * Whether mails to an address come back for good: its server refused it, or one came back because there is no such mailbox (RFC 3463:
 * 5.1 and 5.2.1; 5.1.0, 5.1.7 and 5.1.8 are said of senders). A full mailbox is emptied some day.
 */
export async function hasBounced(tx: Tx, userId: string, addressHash: Buffer): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from deliveries
     where user_id = $1 and channel = 'email' and address_hash = $2
       and (status = 'bounced' and reason ~ '^bounced_5[.](1[.]([1-6]|10)|2[.]1)$' or status = 'failed' and reason = 'address_refused')
     limit 1`,
    [userId, addressHash],
  );
  return rows.length > 0;
}

/** Counts a try that begins. `sendingAt`: until its outcome is known, it may have been sent. */
export async function countTry(tx: Tx, userId: string, id: string, sendingAt: Date | null): Promise<void> {
  await tx.call('update deliveries set tries = tries + 1, sending_at = $3 where user_id = $1 and id = $2', [
    userId,
    id,
    sendingAt,
  ]);
}

/** The state that an earlier try left: the message has its outcome, or may have left without a note of one. */
export async function findEarlierTry(
  tx: Tx,
  userId: string,
  id: string,
): Promise<'concluded' | 'sending' | undefined> {
  const [row] = await tx.call<{ is_concluded: boolean }>(
    `select status <> 'queued' as is_concluded from deliveries
     where user_id = $1 and id = $2 and (status <> 'queued' or sending_at is not null)`,
    [userId, id],
  );
  return row && (row.is_concluded ? 'concluded' : 'sending');
}

export async function clearSending(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.call('update deliveries set sending_at = null where user_id = $1 and id = $2', [userId, id]);
}

/** Writes down that every try of a round failed and the next round is hours away. */
export async function putOff(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('update deliveries set reason = $3, put_off_at = $4 where user_id = $1 and id = $2', [
    userId,
    id,
    'put_off' satisfies DeliveryReason,
    now,
  ]);
}

interface Outcome {
  readonly status: Exclude<DeliveryStatus, 'queued'>;
  readonly reason?: string;
  readonly providerRef?: string | undefined;
  /** The keyed hash of the address a mail went to; only for a mail. */
  readonly addressHash?: Buffer | undefined;
}

/** Writes down the outcome of a message. An outcome that a report has settled stays as it is. */
export async function conclude(
  tx: Tx,
  userId: string,
  id: string,
  { status, reason, providerRef, addressHash }: Outcome,
  now: Date,
): Promise<void> {
  await tx.call(
    `update deliveries set status = $3, reason = $4, provider_ref = $5, settled_at = $6, address_hash = $7
     where user_id = $1 and id = $2 and status not in ('delivered', 'failed', 'bounced')`,
    [userId, id, status, reason ?? null, providerRef ?? null, now, addressHash ?? null],
  );
  if (providerRef === undefined) return;
  // The report may have been quicker than we were.
  await lockReference(tx, providerRef);
  const [early] = await tx.call<Report>(
    'delete from early_reports where provider_ref = $1 returning status, reason',
    [providerRef],
  );
  if (early) await report(tx, providerRef, early, now);
}

/** Serialises a report and the message it is about (advisory lock): the second one sees the first. */
async function lockReference(tx: Tx, providerRef: string): Promise<void> {
  await tx.call("select pg_advisory_xact_lock(hashtextextended('delivery ' || $1, 0))", [providerRef]);
}

interface Report {
  readonly status: 'delivered' | 'failed' | 'bounced';
  readonly reason: string | null;
}

/**
 * Stores a delivery report, found by the reporter's own reference: the operator of an SMS, or a mail server for a bounced mail.
 * A report on a message that is not known yet is kept until its sending is written down.
 */
export async function report(
  tx: Tx,
  providerRef: string,
  { status, reason }: Report,
  now: Date,
): Promise<void> {
  await lockReference(tx, providerRef);
  const known = await tx.call(
    `with known as (select user_id, id from deliveries where provider_ref = $1),
     told as (
       update deliveries d set status = $2, reason = $3, settled_at = $4 from known
       where d.user_id = known.user_id and d.id = known.id and d.status in ('queued', 'sent', 'unknown'))
     select 1 from known`,
    [providerRef, status, reason, now],
  );
  if (known.length > 0) return;
  await tx.call(
    `insert into early_reports (provider_ref, status, reason, reported_at) values ($1, $2, $3, $4)
     on conflict (provider_ref) do nothing`,
    [providerRef, status, reason, now],
  );
}

/** Reports of messages we never knew, such as codes to visitors; answers how many. */
export async function forgetReports(tx: Tx, before: Date): Promise<number> {
  return (await tx.call('delete from early_reports where reported_at < $1 returning provider_ref', [before]))
    .length;
}

export interface DeliveryRow {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly template: string;
  readonly status: DeliveryStatus;
  readonly tries: number;
  readonly reason: string | null;
  readonly provider_ref: string | null;
  readonly queued_at: Date;
  readonly settled_at: Date | null;
}

/** For staff: whether there is such an account, closed or not. */
export async function isKnown(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.call('select 1 from staff_accounts where id = $1', [userId]);
  return row !== undefined;
}

/** Lists the messages sent to a person, newest first; one row too many. */
export async function list(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<DeliveryRow[]> {
  const after = readCursor(page.cursor);
  return tx.call<DeliveryRow>(
    `select id, channel, template, status, tries, reason, provider_ref, queued_at, settled_at from deliveries
     where user_id = $1 and ($2::timestamptz is null or (queued_at, id) < ($2, $3::uuid))
     order by queued_at desc, id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
}
