import type { Hardship } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { type ListPlace, readCursor } from '#platform/db/cursor.ts';
import { IS_CHARGE_OWED, IS_LIVE, IS_UNPAID, lastsOn } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { HardshipFacts } from './hardships.rules.ts';

export interface HardshipRow {
  readonly id: string;
  readonly loan_id: string;
  readonly reason: Hardship['reason'];
  readonly note: string | null;
  readonly created_at: Date;
  readonly until_on: BusinessDate;
  readonly ended_on: BusinessDate | null;
}

const COLUMNS = 'h.id, h.loan_id, h.reason, h.note, h.created_at, h.until_on, h.ended_on';

/** Finds the facts that decide whether a hardship can be told; undefined when the payment is not this person's. */
export async function findFacts(
  tx: Tx,
  userId: string,
  paymentId: string,
): Promise<HardshipFacts | undefined> {
  const [row] = await tx.call<HardshipFacts>(
    `select exists (select 1 from loans l where l.user_id = p.user_id and l.id = p.id and ${IS_LIVE}) as "isLive",
       least(
         (select min(i.due_on) from instalments i
          where i.user_id = p.user_id and i.loan_id = p.id and i.is_active and ${IS_UNPAID}),
         (select min(c.overdue_on) from charges c
          where c.user_id = p.user_id and c.loan_id = p.id and ${IS_CHARGE_OWED})) as "nextDueOn",
       (select max(h.from_on) from hardships h where h.user_id = p.user_id and h.loan_id = p.id) as "lastFromOn",
       (select loan_closed_through(d.closed_through_on, d.next_on) from loan_days d
        where d.user_id = p.user_id and d.loan_id = p.id) as "closedThroughOn"
     from payments p where p.user_id = $1 and p.id = $2`,
    [userId, paymentId],
  );
  return row;
}

/** The one that lasts on a day. */
export async function findLasting(
  tx: Tx,
  userId: string,
  loanId: string,
  today: BusinessDate,
): Promise<HardshipRow | undefined> {
  const [row] = await tx.call<HardshipRow>(
    `select ${COLUMNS} from hardships h
     where h.user_id = $1 and h.loan_id = $2 and ${lastsOn('$3::date')}
     order by h.from_on desc limit 1`,
    [userId, loanId, today],
  );
  return row;
}

/** Lets two tellings of one loan follow each other, and neither come between what a close of a day read and what it writes (LEND-C5). */
export async function lockTelling(tx: Tx, userId: string, loanId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`hardship:${userId}:${loanId}`]);
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
}

export interface NewHardship {
  readonly id: string;
  readonly loanId: string;
  readonly reason: Hardship['reason'];
  readonly note: string | null;
  readonly fromOn: BusinessDate;
  /** The newest day of the loan that is opened, `fromOn` or before it. */
  readonly openedOn: BusinessDate;
  readonly untilOn: BusinessDate;
}

export async function insert(tx: Tx, userId: string, one: NewHardship, now: Date): Promise<void> {
  await tx.call(
    `insert into hardships (user_id, id, loan_id, reason, note, created_at, from_on, opened_on, until_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [userId, one.id, one.loanId, one.reason, one.note, now, one.fromOn, one.openedOn, one.untilOn],
  );
}

export interface StaffHardshipRow extends HardshipRow {
  readonly user_id: string;
  readonly name: string | null;
}

/** A page for staff, newest first; one row too many. */
export async function listForStaff(
  tx: Tx,
  page: {
    readonly status: 'active' | 'ended';
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
  today: BusinessDate,
): Promise<StaffHardshipRow[]> {
  const after: ListPlace | undefined = readCursor(page.cursor);
  return tx.call<StaffHardshipRow>(
    `select ${COLUMNS}, h.user_id, p.full_name as name
     from hardships h left join profiles p on p.user_id = h.user_id
     where ${lastsOn('$1::date')} = $2
       and ($3::timestamptz is null or (h.created_at, h.id) < ($3, $4::uuid))
     order by h.created_at desc, h.id desc limit $5`,
    [today, page.status === 'active', after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
}
