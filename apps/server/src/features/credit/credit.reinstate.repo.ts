import type { AnswerOf, CreditStateReason, listReinstatements, QueryOf } from '@mohlat/contract';
import { REVIEWED_HOLDS } from '@mohlat/money';
import { ACCOUNT_FACT, accountDpdOf, type AccountFact } from '#features/lending/index.ts';
import { type ListPlace, pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';

interface Row extends AccountFact {
  readonly id: string;
  readonly name: string | null;
  readonly limitPaise: number;
  readonly usedPaise: number;
  readonly suspendedAt: Date;
  readonly hold: CreditStateReason;
  readonly openDisputes: number;
  readonly openApprovalId: string | null;
}

/** The count of disputes of a person, the account `c`, that have not ended. */
export const OPEN_DISPUTES = `(select count(*)::integer from chargebacks b where b.user_id = c.user_id and b.status = 'open')`;

/** SQL: the instant since which the account `c` is suspended. */
const SUSPENDED_AT = `coalesce((select max(l.at) from credit_account_log l where l.user_id = c.user_id and l.to_state = 'suspended'),
  c.updated_at)`;

/** Counts the limits that can be proposed and are not: the list `waiting`. `$1` is now. */
export const SUSPENDED_WAITING = `select count(*), min(r.at) from (
  select ${ACCOUNT_FACT}, ${OPEN_DISPUTES} as "openDisputes", ${SUSPENDED_AT} as at
  from credit_accounts c
  where c.state = 'suspended' and ${oneOf('c.state_reason', REVIEWED_HOLDS)} and not exists (
    select 1 from approvals a
    where a.kind = 'unblock' and a.object_id = c.user_id and a.status = 'open' and a.expires_at > $1)) r
  where r."daysPastDue" = 0 and r."openDisputes" = 0`;

/**
 * Limits suspended until people look, those first that have been so for longest. Few of all accounts are: they are found by the
 * index of what is held.
 */
export async function listSuspended(
  tx: Tx,
  { state, limit, cursor }: QueryOf<typeof listReinstatements>,
  now: Date,
): Promise<AnswerOf<typeof listReinstatements>> {
  const after = readCursor(cursor);
  const rows = await tx.call<Row>(
    `select * from (
       select c.user_id as id, p.full_name as name, c.limit_paise as "limitPaise",
         c.used_paise + c.reserved_paise as "usedPaise", ${ACCOUNT_FACT}, c.state_reason as hold, ${OPEN_DISPUTES} as "openDisputes", a.id as "openApprovalId",
         ${SUSPENDED_AT} as "suspendedAt"
       from credit_accounts c
       left join profiles p on p.user_id = c.user_id
       left join approvals a on a.kind = 'unblock' and a.object_id = c.user_id and a.status = 'open' and a.expires_at > $5
       where c.state = 'suspended' and ${oneOf('c.state_reason', REVIEWED_HOLDS)}) r
     where (r."daysPastDue" = 0 and r."openDisputes" = 0) = $1 and (r."openApprovalId" is null or not $6)
       and ($2::timestamptz is null or (r."suspendedAt", r.id) > ($2, $3::uuid))
     order by r."suspendedAt", r.id limit $4`,
    [state !== 'owing', after?.at ?? null, after?.id ?? null, limit + 1, now, state === 'waiting'],
  );
  const place = ({ suspendedAt: at, id }: Row): ListPlace => ({ at, id });
  const { items, nextCursor } = pageOf(rows, limit, place);
  return {
    items: items.map(
      ({ id, name, suspendedAt, limitPaise, usedPaise, hold, openDisputes, openApprovalId, ...written }) => ({
        account: { id, name },
        limitPaise,
        usedPaise,
        suspendedAt: suspendedAt.toISOString(),
        daysPastDue: accountDpdOf(written),
        hold,
        openDisputes,
        openApprovalId,
      }),
    ),
    nextCursor,
  };
}
