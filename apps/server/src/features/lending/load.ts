import {
  type Borrower,
  type ClosingDay,
  lossRatesOn,
  codeOf,
  LIVE_STATUSES,
  OWED_STATUSES,
} from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { settingsInOrder } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { type BorrowerRow, withTerms } from './terms.ts';

/*
 * Rows as the state that the rules of the loan book work on. The fields of the query are those of the type: amounts in paise,
 * days as Indian business dates, instants in milliseconds.
 */

/** The parts of the instalment `i` for `unpaidOfInstalment`, as fields of an object. */
export const INSTALMENT_SUMS = `'principalPaise', i.principal_paise, 'feePaise', i.fee_paise, 'interestPaise', i.interest_paise,
    'paidPrincipalPaise', i.paid_principal_paise, 'paidFeePaise', i.paid_fee_paise,
    'paidInterestPaise', i.paid_interest_paise`;

/** True of a loan `l` whose days are closed, in SQL. */
export const IS_LIVE = oneOf('l.status', LIVE_STATUSES);
/** True of a loan `l` on which something is owed, in SQL. */
export const IS_OWED = oneOf('l.status', OWED_STATUSES);

/** True of an instalment `i` that is not all paid, in the words of the indexes of unpaid ones. */
export const IS_UNPAID = `i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
  < i.principal_paise + i.fee_paise + i.interest_paise`;

/** True of a charge `c` that is owed, in the words of its index. */
export const IS_CHARGE_OWED = 'c.reversed_on is null and c.paid_paise + c.waived_paise < c.amount_paise';

export const INSTALMENTS = `
  select json_agg(json_build_object(
    'id', i.id, 'number', i.number, 'startOn', i.start_on, 'dueOn', i.due_on, 'isDemanded', i.is_demanded,
    ${INSTALMENT_SUMS}) order by i.number)
  from instalments i where i.user_id = l.user_id and i.loan_id = l.id and i.is_active`;

export const CHARGES = `
  select json_agg(json_build_object(
    'id', c.id, 'kind', c.kind, 'number', c.number, 'lateDays', c.late_days, 'leviedOn', c.levied_on,
    'overdueOn', c.overdue_on, 'amountPaise', c.amount_paise, 'paidPaise', c.paid_paise,
    'waivedPaise', c.waived_paise) order by c.levied_on, c.id)
  from charges c where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null`;

const REVERSED_CHARGES = `
  select json_agg(json_build_object(
    'kind', c.kind, 'number', c.number, 'lateDays', c.late_days, 'amountPaise', c.amount_paise))
  from charges c where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_in = l.rewound_count`;

const EARMARKS = `
  select json_agg(json_build_object(
    'repaymentId', a.repayment_id, 'receivedAt', extract(epoch from r.received_at) * 1000, 'number', a.number,
    'component', a.component, 'amountPaise', a.amount_paise) order by r.received_at, a.repayment_id, a.number, a.component)
  from allocations a join repayments r on r.user_id = a.user_id and r.id = a.repayment_id
  where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.is_earmark`;

const RECEIPTS = `
  select json_agg(json_build_object(
    'id', r.id, 'receivedAt', extract(epoch from r.received_at) * 1000, 'valueOn', r.value_on, 'coveredPaise', coalesce((
      select sum(a.amount_paise) from allocations a
      where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component <> 'excess'), 0))
    order by r.received_at, r.id)
  from repayments r where r.user_id = l.user_id and r.loan_id = l.id and r.status = 'succeeded'`;

const PREPAID_INTEREST = `coalesce((
  select sum(a.amount_paise) from allocations a
  where a.user_id = l.user_id and a.loan_id = l.id and a.is_active and a.number is null and a.component = 'interest'), 0)`;

/** The lower sums agreed of the loan `l`, oldest first. */
const AGREEMENTS = `
  select json_agg(json_build_object(
    'agreedPaise', s.agreed_paise, 'owedPaise', s.owed_paise, 'chargedPaise', s.charged_paise,
    'agreedAt', extract(epoch from s.agreed_at) * 1000, 'payByOn', s.pay_by) order by s.agreed_at, s.id)
  from settlements s where s.user_id = l.user_id and s.loan_id = l.id`;

/** Facts of the loan `l`, oldest first. */
export const STANDINGS = `
  select json_agg(json_build_object('on', g.business_on, 'dpd', g.dpd, 'class', g.class) order by g.business_on)
  from dpd_log g where g.user_id = l.user_id and g.loan_id = l.id and g.is_active`;

const HARDSHIPS = `
  select json_agg(json_build_object(
    'id', h.id, 'fromOn', h.from_on, 'openedOn', coalesce(h.opened_on, h.from_on), 'untilOn', h.until_on,
    'endedOn', h.ended_on) order by h.from_on, h.id)
  from hardships h where h.user_id = l.user_id and h.loan_id = l.id`;

/**
 * Disputes of repayments of the loan `l`. An older process keeps no days without charges: of a dispute that it heard of there are none until
 * a newer one looks, and where it ended one the day of that counts.
 */
const DISPUTES = `
  select json_agg(json_build_object(
    'openedOn', b.rests_after_on, 'endedOn', case when b.status in ('won', 'lost') then coalesce(b.rests_until_on, ist_date(b.ended_at))
      else b.rests_until_on end) order by b.opened_at, b.id)
  from chargebacks b where b.user_id = l.user_id and b.loan_id = l.id and b.rests_after_on is not null`;

/** SQL: the freezes of the loan `l`, in the order they were written. */
export const freezesOf = (owner: string, loan: string) => `
  select json_agg(json_build_object('isFrozen', f.is_frozen, 'fromOn', f.from_on) order by f.seq)
  from loan_freezes f where f.user_id = ${owner} and f.loan_id = ${loan}`;
export const FREEZES = freezesOf('l.user_id', 'l.id');

export const DEBITS = `
  select json_agg(json_build_object(
    'number', n.number, 'presentedAt', extract(epoch from n.presented_at) * 1000,
    'endedAt', extract(epoch from n.ended_at) * 1000, 'answerByOn', n.answer_by_on) order by n.presented_at, n.id)
  from presentations n
  where n.user_id = l.user_id and n.loan_id = l.id and n.presented_at is not null and n.answer_by_on is not null`;

/** The parts of a fee that staff waived, waiver by waiver. A tiny balance let off is no waiver of a fee. */
const WAIVED_FEES = `
  select json_agg(json_build_object('waiverId', w.id, 'amountPaise', w.amount) order by w.granted_at, w.id)
  from (
    select v.id, v.granted_at, sum(s.amount_paise)::bigint as amount
    from waiver_shares s join waivers v on v.user_id = s.user_id and v.id = s.waiver_id and v.origin = 'staff'
    where s.user_id = l.user_id and s.loan_id = l.id and s.is_active and s.component = 'fee' group by 1, 2) w`;

/**
 * Days on which the account of the person `c` was blocked for another reason than fraud. An older process that marks a block as fraud does
 * not say on which day: none of its days counts.
 */
const BLOCKS = `
  select json_agg(json_build_object(
    'fromOn', b.excused_from_on, 'untilOn', least(b.excused_until_on, ist_date(b.lifted_at))) order by b.blocked_at, b.id)
  from account_blocks b where b.user_id = c.user_id and b.excused_from_on is not null
    and not (b.is_fraud and b.excused_until_on is null)`;

/** An empty list instead of nothing. */
export const list = (query: string) => `coalesce((${query}), '[]'::json)`;

/** The subqueries of a loan that differ between the ways of loading it. */
interface Asked {
  readonly waivedFees: string;
  readonly reversedCharges: string;
  readonly receipts: string;
  readonly prepaidInterest: string;
  readonly agreements: string;
  readonly standings: string;
  readonly debits: string;
  readonly disputes: string;
}

const loansWith = (asked: Asked) => `
  select json_agg(json_build_object(
    'id', l.id, 'status', l.status, 'disbursedOn', l.disbursed_on,
    'bookedOn', coalesce(l.booked_on, l.disbursed_on), 'closedOn', l.closed_on,
    'writtenOffOn', l.written_off_on,
    'closedThroughOn', d.closed_through_on, 'nextOn', d.next_on, 'rewoundCount', l.rewound_count,
    'noNewPenalThroughOn', l.no_new_penal_through_on, 'financedPaise', p.amount_paise + p.service_fee_paise,
    'feeTax', json_build_object(
      'supplierState', p.supplier_state, 'supplyState', p.supply_state, 'waived', ${asked.waivedFees}),
    'soldUnder', json_build_object(
      'version', p.settings_version, 'kind', p.plan_kind, 'instalments', p.instalment_count),
    'sold', json_build_object(
      'billPaise', p.amount_paise, 'feePaise', p.service_fee_paise, 'gstPaise', p.gst_paise,
      'aprBps', p.apr_bps, 'annualRateBps', p.annual_rate_bps),
    'instalments', ${list(INSTALMENTS)}, 'charges', ${list(CHARGES)}, 'reversedCharges', ${asked.reversedCharges},
    'earmarks', ${list(EARMARKS)}, 'receipts', ${asked.receipts}, 'prepaidInterestPaise', ${asked.prepaidInterest},
    'agreements', ${asked.agreements}, 'standings', ${asked.standings}, 'hardships', ${list(HARDSHIPS)},
    'disputes', ${asked.disputes},
    'freezes', ${list(FREEZES)}, 'debits', ${asked.debits},
    'allowancePaise', coalesce((
      select -b.balance_paise from account_balances b
      where b.user_id = l.user_id and b.loan_id = l.id and b.account = '${codeOf('LOSS_ALLOWANCE')}'), 0)) order by l.id)
  from loans l
  join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  join payments p on p.user_id = l.user_id and p.id = l.id
  where l.user_id = c.user_id`;

const EVERYTHING: Asked = {
  waivedFees: list(WAIVED_FEES),
  reversedCharges: list(REVERSED_CHARGES),
  receipts: list(RECEIPTS),
  prepaidInterest: PREPAID_INTEREST,
  agreements: list(AGREEMENTS),
  standings: list(STANDINGS),
  debits: list(DEBITS),
  disputes: list(DISPUTES),
};

/** The loan that a repayment is for. Its days are closed, so how they were closed is left out. */
export const LOANS_OF_RECEIPT = list(
  `${loansWith({
    ...EVERYTHING,
    waivedFees: `'[]'::json`,
    reversedCharges: "'[]'",
    standings: "'[]'",
    debits: "'[]'",
    disputes: "'[]'",
  })} and l.id = r.loan_id`,
);

/** A borrower, and the version of what is known of them. */
export interface Known {
  readonly borrower: Borrower;
  readonly version: number;
}

/** A borrower whose day is closed. */
export interface Closing extends Known {
  /** Written down as past due, so that it is looked at whether that is over. */
  readonly isPastDue: boolean;
}

type KnownRow = BorrowerRow & { readonly version: number } & Record<string, unknown>;

/** In the order of the rows. */
async function knownOf(tx: Tx, rows: readonly KnownRow[]): Promise<Known[]> {
  const borrowers = await withTerms(tx, rows);
  return rows.map(({ version }, index) => ({ borrower: borrowers[index]!, version }));
}

/** Loads the state the rules decide by: each person with all loans they ever had, in the order of their ids. */
export async function loadKnown(tx: Tx, userIds: readonly string[]): Promise<Known[]> {
  const rows = await tx.call<KnownRow>(
    `select c.user_id as "userId", c.book_version as version, c.used_paise as "usedPaise",
       ${list(BLOCKS)} as blocks, ${list(loansWith(EVERYTHING))} as loans
     from credit_accounts c where c.user_id = any ($1::uuid[]) order by c.user_id`,
    [userIds],
  );
  return knownOf(tx, rows);
}

/** The same without versions, for who decides nothing. */
export async function loadBorrowers(tx: Tx, userIds: readonly string[]): Promise<Borrower[]> {
  return (await loadKnown(tx, userIds)).map(({ borrower }) => borrower);
}

/**
 * The facts that the close of a day needs. Of what came in it is only what is held. Of the past it is how the loan stands on the
 * day, and how a hardship under way began. A debit whose return window is over holds up nothing. Waived fees are left out: the
 * close does not read them.
 */
const OF_CLOSE: Asked = {
  waivedFees: `'[]'::json`,
  receipts: "'[]'",
  prepaidInterest: '0',
  agreements: "'[]'",
  reversedCharges: `case when l.no_new_penal_through_on > $2::date then ${list(REVERSED_CHARGES)} else '[]' end`,
  standings: list(`${STANDINGS} and g.business_on >= coalesce((
    select max(k.business_on) from dpd_log k
    where k.user_id = l.user_id and k.loan_id = l.id and k.is_active and k.business_on <= least($2::date, (
      select min(h.from_on) - 1 from hardships h where h.user_id = l.user_id and h.loan_id = l.id and h.ended_on is null))),
    '-infinity')`),
  debits: list(`${DEBITS} and n.answer_by_on > $2::date`),
  disputes: list(DISPUTES),
};

/**
 * Loads the state for closing days from one on: loans that are owed, and of their past only the part that those closes look back to.
 * A written-off loan has no days to close, and holds the class of the others. Rule: LEND-D3, LEND-D5
 */
export async function loadForClose(
  tx: Tx,
  userIds: readonly string[],
  day: BusinessDate,
): Promise<Closing[]> {
  const rows = await tx.call<KnownRow & { readonly isPastDue: boolean }>(
    `select c.user_id as "userId", c.book_version as version, c.used_paise as "usedPaise",
       c.days_past_due > 0 or c.state = 'blocked_due' as "isPastDue",
       ${list(BLOCKS)} as blocks, ${list(`${loansWith(OF_CLOSE)} and ${IS_OWED}`)} as loans
     from credit_accounts c where c.user_id = any ($1::uuid[]) order by c.user_id`,
    [userIds, day],
  );
  const known = await knownOf(tx, rows);
  return known.map((one, index) => ({ ...one, isPastDue: rows[index]!.isPastDue }));
}

/** Loads the facts beside the borrower that the close of each day of a span needs, oldest first. */
export async function loadDays(tx: Tx, fromOn: BusinessDate, throughOn: BusinessDate): Promise<ClosingDay[]> {
  const inOrder = (await settingsInOrder(tx)).map(({ startsAt, settings }) => ({
    startsAt,
    lossRates: settings.lossAllowance,
  }));
  const days = await tx.call<Omit<ClosingDay, 'lossRates'>>(
    `select d.day, exists (select 1 from channel_outages o where o.day_on = d.day) as "wereChannelsDown"
     from (select day::date from generate_series($1::date, $2::date, interval '1 day') as day) d order by d.day`,
    [fromOn, throughOn],
  );
  return days.map((one) => ({ ...one, lossRates: lossRatesOn(inOrder, one.day) }));
}

/** The oldest day that is not closed in one of the borrower's loans; undefined when no loan is open. */
export async function findNextDay(tx: Tx, userId: string): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ day: BusinessDate | null }>(
    'select min(closed_through_on) + 1 as day from loan_days where user_id = $1 and is_open',
    [userId],
  );
  return row?.day ?? undefined;
}

/** Finds the borrower of a loan, for staff: it may be any person's. */
export async function findLoanOwner(tx: Tx, loanId: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from loans where id = $1', [loanId]);
  return row?.user_id;
}
