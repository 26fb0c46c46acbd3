import {
  type CreditAccount,
  type History,
  isLive,
  mostDaysPastDue,
  settleCredit,
  type StandingLoan,
  type WrittenLateness,
  writtenDaysPastDue,
} from '@mohlat/lending';
import { type BusinessDate, istDate, latestOf } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { book } from './book.ts';
import { CHARGES, DEBITS, FREEZES, INSTALMENTS, IS_LIVE, list, STANDINGS } from './load.ts';

/** For a loan that is over it says only how it stood. */
const ofLive = (query: string) => `case when ${IS_LIVE} then ${list(query)} else '[]'::json end`;

const LOANS = `
  select json_agg(json_build_object(
    'status', l.status, 'closedThroughOn', loan_closed_through(d.closed_through_on, d.next_on),
    'instalments', ${ofLive(INSTALMENTS)}, 'charges', ${ofLive(CHARGES)}, 'freezes', ${ofLive(FREEZES)},
    'standings', ${list(STANDINGS)},
    'debits', ${ofLive(`${DEBITS} and n.answer_by_on > loan_closed_through(d.closed_through_on, d.next_on)`)}))
  from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  where l.user_id = c.user_id`;

const ACCOUNTS = `
  select c.user_id as "userId", c.book_version as version, c.state, c.state_reason as hold, c.limit_paise as "limitPaise",
    c.days_past_due as "daysPastDue", c.past_due_on as "pastDueOn", c.reinstated_on as "reinstatedOn", c.report_on as "reportOn",
    does_identity_hold(k.pan_status, k.aadhaar_status, k.lapsed_at) as "isIdentityVerified",
    exists (select 1 from loans l where l.user_id = c.user_id and l.status = 'written_off') as "isWrittenOff",
    exists (select 1 from settlements s join loans l on l.user_id = s.user_id and l.id = s.loan_id
      where s.user_id = c.user_id and s.looked_at is null and l.status = 'settled') as "hasSettledForLess",
    c.taken_back_at is not null or exists (select 1 from chargebacks b where b.user_id = c.user_id
      and b.status <> 'won' and b.looked_at is null) as "isDisputed",
    ${list(LOANS)} as loans
  from credit_accounts c join kyc_records k on k.user_id = c.user_id
  where c.user_id = any ($1::uuid[]) order by c.user_id`;

/** An account as its rows have it, with all loans there ever were. */
interface AccountRow extends Omit<CreditAccount, 'dpdMax' | 'wasNpa' | 'loans'>, WrittenLateness {
  readonly userId: string;
  readonly version: number;
  readonly pastDueOn: BusinessDate | null;
  /** When a person last looked at arrears. */
  readonly reinstatedOn: BusinessDate | null;
  readonly loans: readonly (StandingLoan & History)[];
}

function accountOf({ loans, pastDueOn, reinstatedOn, ...account }: AccountRow): CreditAccount {
  const live = loans.filter(isLive);
  const closedThroughOn = latestOf(live.map((loan) => loan.closedThroughOn));
  return {
    ...account,
    daysPastDue: writtenDaysPastDue({ daysPastDue: account.daysPastDue, pastDueOn }, closedThroughOn),
    dpdMax: mostDaysPastDue(loans, reinstatedOn),
    wasNpa: loans.some(({ standings }) => standings.some((one) => one.class === 'NPA')),
    loans: live,
  };
}

/**
 * Writes where the accounts of these people stand, by what is known of their loans, disputes, identity and report; answers how many stand
 * elsewhere than before. Whatever may change it ends with this: the last close before today, money, a dispute, a decision of staff, a KYC.
 * Rule: LEND-14, LEND-P3, LEND-C5
 */
export async function settleStanding(tx: Tx, userIds: readonly string[], now: Date): Promise<number> {
  if (userIds.length === 0) return 0;
  await tx.call('select people_lock($1::uuid[])', [userIds]);
  const accounts = await tx.call<AccountRow>(ACCOUNTS, [userIds]);
  const today = istDate(now.getTime());
  const decided = accounts
    .map((row) => ({
      userId: row.userId,
      version: row.version,
      decision: settleCredit(accountOf(row), today),
    }))
    .filter(({ decision }) => decision.changes.length > 0);
  const stale = await book(tx, decided, now);
  invariant(stale.size === 0, 'what is known of a borrower changed under a lock');
  return decided.filter(({ decision }) => decision.notices.length > 0).length;
}
