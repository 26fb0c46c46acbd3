import type { LoanStatus } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { IS_UNPAID } from '#features/lending/index.ts';
import { FIRST_LEFT_AT } from '#features/notifications/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';

export interface LoanIds {
  readonly userId: string;
  readonly loanId: string;
}

export interface ContactedLoan {
  readonly status: LoanStatus;
  readonly closed_on: BusinessDate | null;
  readonly written_off_on: BusinessDate | null;
  /** Its class at the last close before a day; null before the first close. */
  readonly class_before: string | null;
  readonly bank_name: string;
  readonly last4: string;
}

export async function findLoan(
  tx: Tx,
  { userId, loanId }: LoanIds,
  day: BusinessDate,
): Promise<ContactedLoan | undefined> {
  const [row] = await tx.call<ContactedLoan & Record<string, unknown>>(
    `select l.status, l.closed_on, l.written_off_on, c.bank_name, c.last4, (
       select g.class from dpd_log g
       where g.user_id = l.user_id and g.loan_id = l.id and g.is_active and g.business_on < $3
       order by g.business_on desc limit 1) as class_before
     from loans l
     join payments p on p.user_id = l.user_id and p.id = l.id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId, day],
  );
  return row;
}

/**
 * Finds the instant from which on the person has the name of an agent: that at which the first mail or SMS about one left. Undefined
 * where none is named, or none left, or all came back. An agent of whom no message tells (a process of the version before named them,
 * or the messages are erased by now) counts from when they were named.
 */
export async function findAgentNamedAt(tx: Tx, { userId, loanId }: LoanIds): Promise<Date | undefined> {
  const agents = await tx.call<{ named_at: Date; told_count: number; left_at: Date | null }>(
    `select a.named_at, count(d.id)::integer as told_count,
       ${FIRST_LEFT_AT} as left_at
     from recovery_agents a left join deliveries d on d.user_id = a.user_id and d.about_id = a.id
     where a.user_id = $1 and a.loan_id = $2 group by a.id, a.named_at`,
    [userId, loanId],
  );
  const told = agents
    .map((one) => (one.told_count > 0 ? one.left_at : one.named_at))
    .filter((at) => at !== null);
  return told.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** Answers the id of the agent, by which their notice is found. */
export async function insertAgent(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { name, phone }: { readonly name: string; readonly phone: string },
  now: Date,
): Promise<string> {
  const id = newId();
  await tx.call(
    'insert into recovery_agents (user_id, id, loan_id, name, phone, named_at) values ($1, $2, $3, $4, $5, $6)',
    [userId, id, loanId, name, phone, now],
  );
  return id;
}

/** When the agent who was named last got this name and number, if that was since an instant; not where every message about them failed. */
export async function findNamedSince(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { name, phone }: { readonly name: string; readonly phone: string },
  since: Date,
): Promise<Date | undefined> {
  const [last] = await tx.call<{ name: string; phone: string; named_at: Date; is_unheard: boolean }>(
    `select a.name, a.phone, a.named_at,
       coalesce((select bool_and(d.status in ('failed', 'dropped', 'bounced')) from deliveries d
         where d.user_id = a.user_id and d.about_id = a.id), false) as is_unheard
     from recovery_agents a where a.user_id = $1 and a.loan_id = $2 order by a.named_at desc, a.id desc limit 1`,
    [userId, loanId],
  );
  const isEqual = last?.name === name && last.phone === phone && !last.is_unheard && last.named_at >= since;
  return isEqual ? last.named_at : undefined;
}

/** Whether a call or a visit of an instant is written down with this note: another note is another contact. */
export async function isLogged(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { kind, note }: Pick<StaffContact, 'note'> & { readonly kind: 'call' | 'visit' },
  at: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from contacts where user_id = $1 and loan_id = $2 and at = $4 and split_part(step, '_', 1) = $3
       and note is not distinct from $5 limit 1`,
    [userId, loanId, kind, at, note],
  );
  return rows.length > 0;
}

/** A contact of staff with a person. */
export interface StaffContact {
  readonly kind: 'agent' | 'call' | 'visit' | 'link';
  readonly channels: readonly string[];
  readonly note: string | null;
}

/** Writes a contact of staff beside the reminders, at the oldest instalment that is unpaid. Rule: LEND-23 */
export async function saveStaffContact(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { kind, channels, note }: StaffContact,
  at: Date,
): Promise<void> {
  await tx.call(
    `insert into contacts (user_id, loan_id, number, step, channels, note, at)
     values ($1, $2, coalesce((select min(i.number) from instalments i
       where i.user_id = $1 and i.loan_id = $2 and i.is_active and ${IS_UNPAID}), 1), $3 || '_' || new_id(), $4, $5, $6)`,
    [userId, loanId, kind, channels, note, at],
  );
}
