import type { Waivable } from '@mohlat/contract';
import { type FreezeFact, type LoanStatus, WITH_BANK_STATES } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { IS_WAITING } from '#features/collections/index.ts';
import {
  applyWaiver,
  applyWriteOff,
  catchUp,
  dpdOf,
  FREEZES,
  list,
  LOAN_FACT,
  type LoanFact,
  NEWEST_FACT,
} from '#features/lending/index.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';

const WITH_THE_BANK = oneOf('n.state', WITH_BANK_STATES);

export interface LoanIds {
  readonly userId: string;
  readonly loanId: string;
}

export interface LoanState {
  readonly status: LoanStatus;
  /** Days past due at its last close. */
  readonly dpd: number;
  /** The sum of staff's waivers so far. */
  readonly waivedPaise: number;
  /** Oldest first. */
  readonly freezes: readonly FreezeFact[];
  /** True while a bank was asked for a debit of it and has not answered. */
  readonly isDebitWithBank: boolean;
  /** True while the bank of a payer disputes a repayment of it, and it is not decided. */
  readonly isDisputed: boolean;
  /** When the latest money that is known was taken; null before any. In milliseconds. */
  readonly lastReceivedAt: number | null;
}

/** Waivers as staff granted them, not as they were applied: money heard of late may leave nothing to let off. */
export interface Granted {
  /** All that was ever granted on the loan. */
  readonly ofLoanPaise: number;
  /** To the borrower, of all their loans, on a day. */
  readonly ofDayPaise: number;
  readonly byMemberPaise: number;
}

/** A locked loan, and the instant under its locks: what is decided about it is decided as of then. */
export interface LockedLoan {
  readonly loan: LoanState;
  readonly now: Date;
  readonly today: BusinessDate;
}

/** Takes the locks of money in their one order and closes the missing days; a later look finds the loan as it stands. */
export async function lockLoan(
  tx: Tx,
  ids: LoanIds,
  clock: Pick<Clock, 'now'>,
): Promise<LockedLoan | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [ids.userId]);
  await tx.call('select 1 from loans where user_id = $1 and id = $2 for update', [ids.userId, ids.loanId]);
  const now = clock.now();
  const today = istDate(now.getTime());
  await catchUp(tx, ids.userId, addDays(today, -1), now);
  const loan = await findLoan(tx, ids);
  return loan && { loan, now, today };
}

export async function findLoan(tx: Tx, { userId, loanId }: LoanIds): Promise<LoanState | undefined> {
  const [row] = await tx.call<Omit<LoanState, 'dpd'> & LoanFact>(
    `select l.status, ${LOAN_FACT}, (
       select coalesce(sum(w.applied_paise), 0)::bigint from waivers w
       where w.user_id = l.user_id and w.loan_id = l.id and w.origin = 'staff') as "waivedPaise",
       ${list(FREEZES)} as freezes, exists (
         select 1 from presentations n
         where n.user_id = l.user_id and n.loan_id = l.id and ${WITH_THE_BANK}) as "isDebitWithBank", exists (
         select 1 from chargebacks c where c.user_id = l.user_id and c.loan_id = l.id and ${IS_WAITING}) as "isDisputed", (
         select extract(epoch from max(r.received_at))::float8 * 1000 from repayments r
         where r.user_id = l.user_id and r.loan_id = l.id) as "lastReceivedAt"
     from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
     ${NEWEST_FACT}
     where l.user_id = $1 and l.id = $2`,
    [userId, loanId],
  );
  if (!row) return undefined;
  const { status, waivedPaise, freezes, isDebitWithBank, isDisputed, lastReceivedAt } = row;
  return { status, waivedPaise, freezes, isDebitWithBank, isDisputed, lastReceivedAt, dpd: dpdOf(row) };
}

/** Serialises what a member of staff grants: two of their waivers, of two people, see each other's sums. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`waivers ${memberId}`]);
}

export async function findGranted(
  tx: Tx,
  { userId, loanId }: LoanIds,
  today: BusinessDate,
  memberId: string,
): Promise<Granted> {
  const [row] = await tx.call<Granted>(
    `select coalesce(sum(granted_paise) filter (where loan_id = $2), 0)::bigint as "ofLoanPaise",
       coalesce(sum(granted_paise) filter (where effective_on = $3), 0)::bigint as "ofDayPaise", (
         select coalesce(sum(m.granted_paise), 0)::bigint from waivers m
         where m.granted_by = $4 and m.effective_on = $3 and m.approval_id is null) as "byMemberPaise"
     from waivers where user_id = $1 and origin = 'staff'`,
    [userId, loanId, today, memberId],
  );
  return row!;
}

export interface Grant {
  readonly component: Waivable;
  readonly amountPaise: number;
  readonly reason: string;
  readonly grantedBy: string;
  /** The decision of two people; null where one may. */
  readonly approvalId: string | null;
}

/** Answers what it came to. The caller holds the locks. */
export async function waive(
  tx: Tx,
  { userId, loanId }: LoanIds,
  grant: Grant,
  today: BusinessDate,
  now: Date,
): Promise<number> {
  const [waiver] = await tx.call<{ id: string }>(
    `insert into waivers (user_id, loan_id, origin, component, granted_paise, reason, granted_by, approval_id, granted_at, effective_on)
     values ($1, $2, 'staff', $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      userId,
      loanId,
      grant.component,
      grant.amountPaise,
      grant.reason,
      grant.grantedBy,
      grant.approvalId,
      now,
      today,
    ],
  );
  return applyWaiver(tx, userId, waiver!.id, now);
}

export async function agree(
  tx: Tx,
  { userId, loanId }: LoanIds,
  settlement: {
    readonly agreedPaise: number;
    /** All that is owed now: beyond the sum, no more is ever let off by it. */
    readonly owedPaise: number;
    /** The charges that stand now: those that come are let off as well. */
    readonly chargedPaise: number;
    readonly payBy: string;
    readonly approvalId: string;
    readonly agreedAt: Date;
  },
): Promise<void> {
  const { approvalId, agreedPaise, owedPaise, chargedPaise, payBy, agreedAt } = settlement;
  await tx.call(
    `insert into settlements (user_id, id, loan_id, agreed_paise, owed_paise, charged_paise, pay_by, agreed_at, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $2)`,
    [userId, approvalId, loanId, agreedPaise, owedPaise, chargedPaise, payBy, agreedAt],
  );
}

export async function writeOff(
  tx: Tx,
  { userId, loanId }: LoanIds,
  approvalId: string,
  today: BusinessDate,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into write_offs (user_id, id, loan_id, approval_id, decided_at, effective_on) values ($1, $2, $3, $2, $4, $5)`,
    [userId, approvalId, loanId, now, today],
  );
  await applyWriteOff(tx, userId, approvalId, now);
}
