import type { BodyOf, sendSupportMessage, SupportStatus } from '@mohlat/contract';
import { newId } from '#platform/crypto/ids.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { directionOf, exactPlace, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export type SupportMessage = BodyOf<typeof sendSupportMessage>;

const COLUMNS = ['name', 'email', 'subject', 'message'] as const;
type Field = (typeof COLUMNS)[number];

export const openField = (vault: Vault, field: Field, ticket: string, sealed: Buffer) =>
  vault.open(sealed, `support.${field}:${ticket}`);
export const openLine = (vault: Vault, id: string, sealed: Buffer) =>
  vault.open(sealed, `support.reply:${id}`);
const sealLine = (vault: Vault, id: string, text: string) => vault.seal(text, `support.reply:${id}`);

/** Stores a message sealed under its ticket; answers its id, or nothing when the ticket is taken. */
export async function insertMessage(
  tx: Tx,
  vault: Vault,
  ticket: string,
  message: SupportMessage,
  now: Date,
): Promise<string | undefined> {
  const sealed = COLUMNS.map((column) => vault.seal(message[column], `support.${column}:${ticket}`));
  const rows = await tx.call<{ id: string }>(
    `insert into support_messages (ticket, name_sealed, email_sealed, subject_sealed, message_sealed, created_at,
       updated_at, id, language)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8) on conflict (ticket) do nothing returning id`,
    [ticket, ...sealed, now, newId(), message.language ?? 'en'],
  );
  return rows[0]?.id;
}

/** Whether an address is the account's own, and proven. */
export async function isOwnAddress(tx: Tx, userId: string, email: string): Promise<boolean> {
  const [row] = await tx.call<{ is_own: boolean }>(
    'select email_confirmed and lower(email) = lower($2) as is_own from auth.account($1)',
    [userId, email],
  );
  return row?.is_own === true;
}

/** The account a message was written from. */
export async function insertRequest(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('insert into support_requests (user_id, id, created_at, seen_at) values ($1, $2, $3, $3)', [
    userId,
    id,
    now,
  ]);
}

export interface OwnRow {
  readonly id: string;
  readonly ticket: string;
  readonly status: SupportStatus;
  readonly subject_sealed: Buffer;
  readonly message_sealed: Buffer;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly answered_at: Date | null;
  readonly seen_at: Date;
}

/** Requests of the account this transaction acts for; one row too many. */
export async function listOwn(
  tx: Tx,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<OwnRow[]> {
  const after = readCursor(page.cursor);
  return tx.call<OwnRow>('select * from support_own(null, $1, $2, $3)', [
    after?.at ?? null,
    after?.id ?? null,
    page.limit + 1,
  ]);
}

export async function findOwn(tx: Tx, id: string): Promise<OwnRow | undefined> {
  const [row] = await tx.call<OwnRow>('select * from support_own($1, null, null, 1)', [id]);
  return row;
}

export interface OwnLine {
  readonly id: string;
  readonly is_staff: boolean;
  readonly text_sealed: Buffer;
  readonly at: Date;
}

export async function listOwnLines(tx: Tx, id: string): Promise<OwnLine[]> {
  return tx.call<OwnLine>('select * from support_own_lines($1)', [id]);
}

export async function markSeen(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('update support_requests set seen_at = $3 where user_id = $1 and id = $2 and seen_at < $3', [
    userId,
    id,
    now,
  ]);
}

/** Another message of its person; false where the request is not theirs. */
export async function writeAgain(
  tx: Tx,
  vault: Vault,
  id: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const lineId = newId();
  const rows = await tx.call('select ticket from support_write_again($1, $2, $3, $4)', [
    id,
    lineId,
    sealLine(vault, lineId, text),
    now,
  ]);
  return rows.length === 1;
}

export interface TicketRow {
  readonly id: string;
  readonly ticket: string;
  readonly status: SupportStatus;
  readonly language: 'en' | 'hi';
  readonly name_sealed: Buffer;
  readonly email_sealed: Buffer;
  readonly subject_sealed: Buffer;
  readonly message_sealed: Buffer;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly user_id: string | null;
  readonly account_name: string | null;
  readonly assigned_to: string | null;
  readonly assignee_name: string | null;
}

const TICKETS = `select m.id, m.ticket, m.status, m.language, m.name_sealed, m.email_sealed, m.subject_sealed,
    m.message_sealed, m.created_at, m.updated_at, m.version, r.user_id, p.full_name as account_name, m.assigned_to,
    c.name as assignee_name
  from support_messages m
  left join support_requests r on r.id = m.id
  left join profiles p on p.user_id = r.user_id
  left join staff_register c on c.staff_id = m.assigned_to`;

export interface TicketFilter {
  readonly status: SupportStatus;
  readonly ticket?: string | undefined;
  readonly userId?: string | undefined;
  /** The member of staff it is assigned to; null: unassigned tickets. */
  readonly assignedTo?: string | null | undefined;
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page for the desk; one row too many. */
export async function listTickets(tx: Tx, filter: TicketFilter): Promise<TicketRow[]> {
  const after = readCursor(filter.cursor);
  const { direction, beyond } = directionOf(filter.order);
  return tx.call<TicketRow>(
    `${TICKETS}
     where ($1::text is not null or m.status = $2) and ($1::text is null or m.ticket = $1)
       and ($3::uuid is null or r.user_id = $3)
       and (not $4 or m.assigned_to is not distinct from $5::uuid)
       and ($6::timestamptz is null or (m.updated_at, m.id) ${beyond} (${exactPlace('support_messages', 'updated_at', '$6', '$7')}, $7::uuid))
     order by m.updated_at ${direction}, m.id ${direction} limit $8`,
    [
      filter.ticket ?? null,
      filter.status,
      filter.userId ?? null,
      filter.assignedTo !== undefined,
      filter.assignedTo ?? null,
      after?.at ?? null,
      after?.id ?? null,
      filter.limit + 1,
    ],
  );
}

export async function findTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  const [row] = await tx.call<TicketRow>(`${TICKETS} where m.id = $1`, [id]);
  return row;
}

export interface TicketLine {
  readonly id: string;
  readonly written_by: string | null;
  readonly writer_name: string | null;
  readonly text_sealed: Buffer;
  readonly at: Date;
}

export async function listLines(tx: Tx, id: string): Promise<TicketLine[]> {
  return tx.call<TicketLine>(
    `select a.id, a.written_by, p.name as writer_name, a.text_sealed, a.at
     from support_replies a left join staff_register p on p.staff_id = a.written_by
     where a.message_id = $1 order by a.at, a.id`,
    [id],
  );
}

export async function insertAnswer(
  tx: Tx,
  vault: Vault,
  answer: { readonly id: string; readonly staffId: string; readonly text: string },
  now: Date,
): Promise<void> {
  const lineId = newId();
  await tx.call(
    'insert into support_replies (message_id, id, written_by, text_sealed, at) values ($1, $2, $3, $4, $5)',
    [answer.id, lineId, answer.staffId, sealLine(vault, lineId, answer.text), now],
  );
}

interface Change {
  readonly id: string;
  readonly version: number;
  readonly status: SupportStatus;
  readonly assignedTo: string | null;
  readonly updatedAt: Date;
}

/** Changes a ticket as it stood in a version; false when it has changed since. */
export async function changeTicket(tx: Tx, change: Change): Promise<boolean> {
  const rows = await tx.call(
    `update support_messages set status = $3, assigned_to = $4, updated_at = $5, version = version + 1
     where id = $1 and version = $2 returning id`,
    [change.id, change.version, change.status, change.assignedTo, change.updatedAt],
  );
  return rows.length === 1;
}
