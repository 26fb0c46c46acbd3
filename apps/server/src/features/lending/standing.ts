import { type CreditAccount, settleCredit } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { book } from './book.ts';
import { CHARGES, DEBITS, INSTALMENTS, list } from './load.ts';

const LOANS = `
  select json_agg(json_build_object(
    'status', l.status, 'closedThroughOn', t.closed_through_on,
    'instalments', ${list(INSTALMENTS)}, 'charges', ${list(CHARGES)},
    'standings', ${list(`
      select json_agg(json_build_object('on', t.closed_through_on, 'dpd', g.dpd, 'class', g.class))
      from standing_on(l.user_id, l.id, t.closed_through_on) g`)},
    'debits', ${list(`${DEBITS} and n.answer_by_on > t.closed_through_on`)}))
  from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  cross join lateral (select loan_closed_through(d) as closed_through_on) t
  where l.user_id = c.user_id and l.status in ('active', 'npa')`;

const ACCOUNTS = `
  select c.user_id as "userId", c.book_version as version, c.state, c.state_reason as hold,
    days_past_due_on(c, borrower_closed_through(c.user_id)) as "daysPastDue", c.report_on as "reportOn",
    k.pan_status = 'verified' and k.aadhaar_status = 'verified' and k.lapsed_at is null as "isIdentityVerified",
    greatest((select max(g.dpd) from dpd_log g where g.user_id = c.user_id and g.is_active
      and g.business_on >= coalesce(c.reinstated_on, '-infinity')), (
        select max(s.dpd) from loan_days d cross join lateral standing_on(d.user_id, d.loan_id, c.reinstated_on) s
        where d.user_id = c.user_id and loan_closed_through(d) >= c.reinstated_on), 0) as "dpdMax",
    exists (select 1 from dpd_log g where g.user_id = c.user_id and g.is_active and g.class = 'NPA') as "wasNpa",
    exists (select 1 from loans l where l.user_id = c.user_id and l.status = 'written_off') as "isWrittenOff",
    exists (select 1 from loans l where l.user_id = c.user_id and l.status = 'settled'
      and l.closed_on >= coalesce(c.reinstated_on, '-infinity')) as "hasSettledForLess",
    ${list(LOANS)} as loans
  from credit_accounts c join kyc_records k on k.user_id = c.user_id
  where c.user_id = any ($1::uuid[]) order by c.user_id`;

/**
 * Writes where the accounts of these people stand, by what is known of their loans, identity and report; answers how many stand
 * elsewhere than before. Whatever may change it ends with this: the last close before today, money, a decision of staff, a KYC.
 * Rule: LEND-14, LEND-P3, LEND-C5
 */
export async function settleStanding(tx: Tx, userIds: readonly string[], now: Date): Promise<number> {
  if (userIds.length === 0) return 0;
  await tx.call(
    'select 1 from credit_accounts where user_id = any ($1::uuid[]) order by user_id for update',
    [userIds],
  );
  const accounts = await tx.call<
    CreditAccount & { readonly userId: string; readonly version: number } & Record<string, unknown>
  >(ACCOUNTS, [userIds]);
  const today = istDate(now.getTime());
  const decided = accounts
    .map(({ userId, version, ...account }) => ({ userId, version, decision: settleCredit(account, today) }))
    .filter(({ decision }) => decision.changes.length > 0);
  const stale = await book(tx, decided, now);
  invariant(stale.size === 0, 'what is known of a borrower changed under a lock');
  return decided.filter(({ decision }) => decision.notices.length > 0).length;
}
