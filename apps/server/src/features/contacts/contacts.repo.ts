import type { LoanStatus } from '@mohlat/lending';
import { IS_UNPAID } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';

export interface LoanIds {
  readonly userId: string;
  readonly loanId: string;
}

/** Finds the owner of a payment, for staff: it may be any person's. */
export async function findOwner(tx: Tx, paymentId: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from payments where id = $1', [paymentId]);
  return row?.user_id;
}

export interface ContactedLoan {
  readonly status: LoanStatus;
  readonly bank_name: string;
  readonly last4: string;
}

export async function findLoan(tx: Tx, { userId, loanId }: LoanIds): Promise<ContactedLoan | undefined> {
  const [row] = await tx.call<ContactedLoan & Record<string, unknown>>(
    `select l.status, c.bank_name, c.last4 from loans l
     join payments p on p.user_id = l.user_id and p.id = l.id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId],
  );
  return row;
}

/** The instant from which on an agent is named; undefined where none is. */
export async function findAgentNamedAt(tx: Tx, { userId, loanId }: LoanIds): Promise<Date | undefined> {
  const [row] = await tx.call<{ named_at: Date }>(
    'select named_at from recovery_agents where user_id = $1 and loan_id = $2 order by named_at limit 1',
    [userId, loanId],
  );
  return row?.named_at;
}

export async function insertAgent(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { name, phone }: { readonly name: string; readonly phone: string },
  now: Date,
): Promise<void> {
  await tx.call(
    'insert into recovery_agents (user_id, loan_id, name, phone, named_at) values ($1, $2, $3, $4, $5)',
    [userId, loanId, name, phone, now],
  );
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
