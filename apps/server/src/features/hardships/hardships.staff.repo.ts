import { DUE } from '@mohlat/lending';
import { IS_UNPAID, LOAN_FACT, type LoanFact, NEWEST_FACT } from '#features/lending/index.ts';
import { accountsIn } from '#ledger/accounts-in.ts';
import type { BusinessDate } from '@mohlat/money';
import { type Newest, readNewest } from '@mohlat/platform/db/newest.ts';
import type { Tx } from '#platform/db/database.ts';
import type { HardshipRow } from './hardships.repo.ts';

/** Finds the owner of a hardship, for staff: it may be any person's. */
export async function findOwner(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from hardships where id = $1', [id]);
  return row?.user_id;
}

export interface HardshipIds {
  readonly userId: string;
  readonly id: string;
}

export interface StaffHardship extends HardshipRow, LoanFact {
  readonly name: string | null;
  readonly from_on: BusinessDate;
  readonly next_due_on: BusinessDate | null;
  readonly due_paise: number;
  readonly open_approval_id: string | null;
}

/** One with where its loan stands. Under the worker's role. */
export async function findOne(
  tx: Tx,
  { userId, id }: HardshipIds,
  now: Date,
): Promise<StaffHardship | undefined> {
  const [row] = await tx.call<StaffHardship>(
    `select h.id, h.loan_id, h.reason, h.note, h.created_at, h.from_on, h.until_on, h.ended_on, p.full_name as name,
       ${LOAN_FACT}, a.id as open_approval_id,
       (select min(i.due_on) from instalments i
        where i.user_id = h.user_id and i.loan_id = h.loan_id and i.is_active
          and ${IS_UNPAID}) as next_due_on,
       (select coalesce(sum(b.balance_paise), 0)::bigint from account_balances b
        where b.user_id = h.user_id and b.loan_id = h.loan_id
          and b.account in ${accountsIn(...DUE)}) as due_paise
     from hardships h
     left join profiles p on p.user_id = h.user_id
     left join loan_days d on d.user_id = h.user_id and d.loan_id = h.loan_id
     ${NEWEST_FACT}
     left join approvals a on a.kind = 'hardship_extension' and a.object_id = h.id and a.status = 'open' and a.expires_at > $3
     where h.user_id = $1 and h.id = $2`,
    [userId, id, now],
  );
  return row;
}

/** The same, locked until the transaction ends: in the one order, so that no day is closed meanwhile (LEND-C5). */
export async function lockOne(tx: Tx, ids: HardshipIds, now: Date): Promise<StaffHardship | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [ids.userId]);
  await tx.call(
    `select 1 from loans l join hardships h on h.user_id = l.user_id and h.loan_id = l.id
     where h.user_id = $1 and h.id = $2 for update of l`,
    [ids.userId, ids.id],
  );
  await tx.call('select 1 from hardships where user_id = $1 and id = $2 for update', [ids.userId, ids.id]);
  return findOne(tx, ids, now);
}

export interface Earlier {
  readonly id: string;
  readonly paymentId: string;
  readonly fromDate: BusinessDate;
  readonly untilDate: BusinessDate;
}

const EARLIER_MAX = 10;

/** Others of the same person, newest first. */
export function listOthers(tx: Tx, { userId, id }: HardshipIds): Promise<Newest<Earlier>> {
  const select = `select id, loan_id as "paymentId", from_on as "fromDate", until_on as "untilDate" from hardships
    where user_id = $1 and id <> $2`;
  return readNewest(tx, { select, order: '"fromDate" desc, id desc', max: EARLIER_MAX }, [userId, id]);
}

export async function extend(tx: Tx, { userId, id }: HardshipIds, untilOn: string): Promise<void> {
  await tx.call('update hardships set until_on = $3 where user_id = $1 and id = $2', [userId, id, untilOn]);
}
