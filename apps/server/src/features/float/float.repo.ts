import { codeOf, type FloatFacts, floatLook, type FloatState, isFloatLookDue } from '@mohlat/lending';
import { type BusinessDate, DAY_MS, paise } from '@mohlat/money';
import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * True when a shortage began that staff have to hear of. One worker looks at a time; the others go on.
 * Rule: PAY-23. Locks: the one row of float_state, which acceptances read and never lock.
 */
export async function lookAtFloat(tx: Tx, now: Date): Promise<boolean> {
  const [state] = await tx.call<FloatState & Record<string, unknown>>(
    `select is_short as "isShort", since, looked_at as "lookedAt", told_at as "toldAt" from float_state for update skip locked`,
  );
  if (!state || !isFloatLookDue(state, now)) return false;
  const { floatLowWaterPaise } = await settingsAt(tx, now);
  if (floatLowWaterPaise > 0) await takeSummed(tx);
  const facts = floatLowWaterPaise > 0 ? await findFacts(tx, now) : null;
  const look = floatLook(state, facts, paise(floatLowWaterPaise), now);
  await tx.call(
    'update float_state set balance_paise = $1, is_short = $2, since = $3, looked_at = $4, told_at = $5',
    [look.balancePaise, look.isShort, look.since, look.lookedAt, look.toldAt],
  );
  return look.tells;
}

/**
 * Adds days to the balance kept once they are summed, and all days before them: one a day. Without it each look would add up the days of
 * all years. Locks: the one row of float_state, which the caller has.
 */
async function takeSummed(tx: Tx): Promise<void> {
  const [summed] = await tx.call<{ throughOn: BusinessDate | null; paise: number }>(
    `select max(b.day_on) as "throughOn", coalesce(sum((
         select sum(d.debit_paise - d.credit_paise) from ledger_days d where d.day_on = b.day_on and d.account = $1)), 0)::bigint as paise
     from business_days b
     where b.day_on > (select books_through_on from float_state) and b.summed_at is not null
       and b.day_on < coalesce((
         select min(u.day_on) from business_days u
         where u.day_on > (select books_through_on from float_state) and u.summed_at is null), 'infinity')`,
    [codeOf('RAIL_FLOAT')],
  );
  if (!summed || summed.throughOn === null) return;
  await tx.call('update float_state set books_paise = books_paise + $1, books_through_on = $2', [
    summed.paise,
    summed.throughOn,
  ]);
}

/** The age at which a payment that was refused for want of money says nothing about the float of now: its refusal came late. */
const SAYS_NOTHING_AFTER_MS = DAY_MS;

async function findFacts(tx: Tx, now: Date): Promise<FloatFacts> {
  const [facts] = await tx.call<FloatFacts & Record<string, unknown>>(
    `select float_balance() as "balancePaise",
       (select max(a.finished_at) from payments p
        join payment_attempts a on a.user_id = p.user_id and a.payment_id = p.id and a.failure_code = p.failure_reason
        where p.failure_reason = 'float_short' and p.accepted_at > $1) as "refusedAt"`,
    [new Date(now.getTime() - SAYS_NOTHING_AFTER_MS)],
  );
  return facts!;
}

export async function listStaffOf(tx: Tx, role: string, now: Date): Promise<string[]> {
  const rows = await tx.call<{ id: string }>('select id from auth.staff_with($1, $2) as id', [role, now]);
  return rows.map(({ id }) => id);
}

export const FLOAT_SQL =
  'select is_short as "isShort", since, balance_paise as "balancePaise" from float_state where balance_paise is not null';

/** The float at the last look; undefined where no low-water mark is set. */
export interface FloatRow {
  readonly isShort: boolean;
  readonly since: Date | null;
  readonly balancePaise: number;
}

export async function findFloat(tx: Tx): Promise<FloatRow | undefined> {
  const [row] = await tx.call<FloatRow>(FLOAT_SQL);
  return row;
}

/** Whether acceptances are refused because of the float: `accept_payment` reads the same. Rule: PAY-23. */
export async function isFloatShort(tx: Tx): Promise<boolean> {
  return (await tx.call('select 1 from float_state where is_short')).length > 0;
}
