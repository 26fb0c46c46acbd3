import { CREDIT_SOURCE, type LoanPast } from '@mohlat/lending';
import type { Tx } from '#platform/db/database.ts';
import { COUNTS_NO_MORE } from './load-receipt.ts';
import { list } from './load.ts';

/*
 * Queries for the past of loans that are taken back to an earlier day (rewound). The fields of the query are those of the type:
 * amounts in paise, instants in milliseconds.
 */

const AT = (column: string) => `extract(epoch from ${column}) * 1000`;

/** Rows of the day and after, or all of a loan that is undone; and the newest interest before it. */
const JOURNALS = `
  select json_agg(json_build_object('id', j.id, 'kind', j.source_kind, 'effectiveOn', j.effective_on, 'lines', (
      select json_agg(json_build_object('account', p.account, 'amountPaise', p.amount_paise) order by p.line)
      from postings p where p.user_id = j.user_id and p.journal_id = j.id)) order by j.posted_at desc, j.id desc)
  from journals j
  where j.user_id = l.user_id and j.loan_id = l.id and j.reversal_of is null and (j.effective_on >= $2::date
      or j.source_kind = 'accrual' and j.effective_on = (
        select max(a.effective_on) from journals a
        where a.user_id = l.user_id and a.loan_id = l.id and a.source_kind = 'accrual' and a.effective_on < $2::date
          and not exists (select 1 from journals m where m.user_id = a.user_id and m.reversal_of = a.id)))
    and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)`;

const RECEIPTS = `
  select json_agg(json_build_object(
    'repaymentId', r.id, 'loanId', r.loan_id, 'amountPaise', r.amount_paise, 'returnedPaise', ${COUNTS_NO_MORE},
    'receivedAt', ${AT('r.received_at')}, 'valueOn', r.value_on, 'channel', r.channel, 'intent', r.intent,
    'onlyNumber', r.only_number, 'isCreditSource', r.failure_reason is not distinct from '${CREDIT_SOURCE}',
    'providerPaymentRef', r.provider_payment_ref) order by r.received_at, r.id)
  from repayments r where r.user_id = l.user_id and r.loan_id = l.id and r.status = 'succeeded'`;

const SCHEDULES = `
  select json_agg(json_build_object(
    'id', i.id, 'number', i.number, 'startOn', i.start_on, 'dueOn', i.due_on, 'isDemanded', i.is_demanded,
    'principalPaise', i.principal_paise, 'feePaise', i.fee_paise, 'interestPaise', i.interest_paise,
    'paidPrincipalPaise', i.paid_principal_paise, 'paidFeePaise', i.paid_fee_paise,
    'paidInterestPaise', i.paid_interest_paise, 'writtenBy', i.written_by, 'releasedBy', i.released_by,
    'isActive', i.is_active) order by i.version, i.number)
  from instalments i where i.user_id = l.user_id and i.loan_id = l.id and (i.is_active or i.released_by is not null)`;

const SHARES = `
  select json_agg(json_build_object(
    'id', a.id, 'repaymentId', a.repayment_id, 'writtenBy', a.written_by, 'releasedBy', a.released_by,
    'isActive', a.is_active, 'number', a.number, 'chargeId', a.charge_id, 'component', a.component,
    'amountPaise', a.amount_paise, 'isEarmark', a.is_earmark) order by a.id)
  from allocations a where a.user_id = l.user_id and a.loan_id = l.id and (a.is_active or a.released_by is not null)`;

const WAIVERS = `
  select json_agg(json_build_object(
    'id', w.id, 'component', w.component, 'grantedPaise', w.granted_paise, 'effectiveOn', w.effective_on,
    'at', ${AT('w.granted_at')}, 'isTiny', w.origin = 'tiny', 'parts', ${list(`
      select json_agg(json_build_object(
        'number', s.number, 'chargeId', s.charge_id, 'component', s.component, 'amountPaise', s.amount_paise))
      from waiver_shares s where s.user_id = w.user_id and s.waiver_id = w.id and s.is_active`)})
    order by w.granted_at, w.id)
  from waivers w where w.user_id = l.user_id and w.loan_id = l.id`;

const WRITE_OFFS = `
  select json_agg(json_build_object('id', o.id, 'effectiveOn', o.effective_on, 'at', ${AT('o.decided_at')})
    order by o.decided_at, o.id)
  from write_offs o where o.user_id = l.user_id and o.loan_id = l.id`;

/** The past of a person's loans, with their journals from a day on; the caller holds their locks. Rule: LEND-W6 */
export function loadPasts(tx: Tx, userId: string, fromOn: string): Promise<LoanPast[]> {
  return tx.call<LoanPast>(
    `select l.id as "loanId", ${list(JOURNALS)} as journals, ${list(RECEIPTS)} as receipts,
       ${list(SCHEDULES)} as instalments, ${list(SHARES)} as shares, ${list(WAIVERS)} as waivers,
       ${list(WRITE_OFFS)} as "writeOffs"
     from loans l where l.user_id = $1 order by l.id`,
    [userId, fromOn],
  );
}
