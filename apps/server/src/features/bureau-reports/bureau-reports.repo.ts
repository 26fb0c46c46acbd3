import {
  type AnswerOf,
  type BureauReportItem,
  CREDIT_INFORMATION_COMPANIES,
  type listBureauReports,
  type noteBureauSubmission,
  type BodyOf,
  type QueryOf,
} from '@mohlat/contract';
import type { AccountRecord, DueReport, SentRecord } from '@mohlat/lending';
import type { BusinessDate, Paise } from '@mohlat/money';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

/** A report whose records are written. */
export interface Report extends DueReport {
  readonly id: string;
  /** The reference date before. */
  readonly afterOn: BusinessDate;
}

const REPORT = `id, as_on as "asOn", after_on as "afterOn", due_on as "dueOn", is_full as "isFull"`;

/**
 * The progress of the reports: the newest of them, whether one is under way, and the last day that is closed for everybody: yesterday where
 * no loan is open, for nothing is left to close.
 */
export interface Place {
  readonly lastOn: BusinessDate | null;
  readonly isUnderWay: boolean;
  readonly closedOn: BusinessDate | null;
}

export async function findPlace(tx: Tx, today: BusinessDate): Promise<Place> {
  const [row] = await tx.call<Place & Record<string, unknown>>(
    `select max(as_on) as "lastOn", coalesce(bool_or(made_at is null), false) as "isUnderWay",
       case when exists (select 1 from loan_days where is_open) then nullif(book_closed_through(), '-infinity')
         else $1::date - 1 end as "closedOn"
     from bureau_reports`,
    [today],
  );
  return row!;
}

/** The day of the first loan; null before it, when there is nothing to report. */
export async function findFirstLentOn(tx: Tx): Promise<BusinessDate | null> {
  const [row] = await tx.call<{ on: BusinessDate | null }>('select min(disbursed_on) as on from loans');
  return row!.on;
}

/** Several workers may begin a report; there is one of each date. */
export async function beginReport(
  tx: Tx,
  { asOn, dueOn, isFull }: DueReport,
  afterOn: BusinessDate,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into bureau_reports (as_on, after_on, due_on, is_full, begun_at) values ($1, $2, $3, $4, $5)
     on conflict (as_on) do nothing`,
    [asOn, afterOn, dueOn, isFull, now],
  );
}

export async function findUnderWay(tx: Tx): Promise<Report | undefined> {
  const [row] = await tx.call<Report & Record<string, unknown>>(
    `select ${REPORT} from bureau_reports where made_at is null order by as_on limit 1`,
  );
  return row;
}

export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Lists people with loans that may be in a report, after one: open or ended since the reference date before, or told of otherwise than
 * they stand now. A loan that was taken back brings its person, and with them the records of their other loans.
 */
export async function listPeople(
  tx: Tx,
  { asOn, afterOn }: Report,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select distinct l.user_id from loans l
     where l.user_id > $3 and (
       (l.disbursed_on <= $1 and (l.closed_on is null or l.closed_on > $2))
       or (exists (select 1 from bureau_records r where r.user_id = l.user_id and r.loan_id = l.id and r.reported_on < $1)
         and not exists (select 1 from bureau_records r where r.user_id = l.user_id and r.loan_id = l.id and r.reported_on < $1
           and r.closed_on is not null and r.rewound_count = l.rewound_count)))
     order by l.user_id limit $4`,
    [asOn, afterOn, after, limit],
  );
  return rows.map((row) => row.user_id);
}

const RECORD = `user_id as "userId", loan_id as "loanId", reported_on as "reportedOn", as_on as "asOn", status,
  disbursed_on as "openedOn", closed_on as "closedOn", sanctioned_paise as "sanctionedPaise", instalment_count as "instalmentCount",
  balance_paise as "balancePaise", overdue_paise as "overduePaise", days_past_due as "daysPastDue", asset_class as class,
  written_off_on as "writtenOffOn", written_off_paise as "writtenOffPaise", settled_paise as "settledPaise",
  last_paid_on as "lastPaidOn", rewound_count as "rewoundCount"`;

/** A record with the person it is of. */
export interface RecordRow extends SentRecord {
  readonly userId: string;
}

/** The records of people in reports before one, oldest first. */
export async function listSent(
  tx: Tx,
  userIds: readonly string[],
  beforeOn: BusinessDate,
): Promise<RecordRow[]> {
  return tx.call<RecordRow & Record<string, unknown>>(
    `select ${RECORD} from bureau_records where user_id = any ($1::uuid[]) and reported_on < $2
     order by reported_on, as_on`,
    [userIds, beforeOn],
  );
}

/** Those of some people of whose loans something was booked with effect after a day. */
export async function listMovedSince(
  tx: Tx,
  userIds: readonly string[],
  day: BusinessDate,
): Promise<ReadonlySet<string>> {
  const rows = await tx.call<{ user_id: string }>(
    `select distinct user_id from journals
     where user_id = any ($1::uuid[]) and loan_id is not null and effective_on > $2`,
    [userIds, day],
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Those of some people whose profile changed since the report before one was begun: it may have read them before they changed. */
export async function listChangedPeople(
  tx: Tx,
  userIds: readonly string[],
  asOn: BusinessDate,
): Promise<ReadonlySet<string>> {
  const [before] = await tx.call<{ at: Date | null }>(
    'select max(begun_at) as at from bureau_reports where as_on < $1',
    [asOn],
  );
  if (!before?.at) return new Set();
  const rows = await tx.call<{ user_id: string }>(
    'select user_id from profiles where user_id = any ($1::uuid[]) and updated_at >= $2',
    [userIds, before.at],
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Writes records; one that is there stands. */
export async function writeRecords(tx: Tx, records: readonly RecordRow[]): Promise<void> {
  const rows = records.map((one) => ({
    user_id: one.userId,
    loan_id: one.loanId,
    reported_on: one.reportedOn,
    as_on: one.asOn,
    rewound_count: one.rewoundCount,
    ...columnsOf(one),
  }));
  await tx.call(
    `insert into bureau_records select * from jsonb_populate_recordset(null::bureau_records, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

const columnsOf = (record: AccountRecord) => ({
  status: record.status,
  disbursed_on: record.openedOn,
  closed_on: record.closedOn,
  sanctioned_paise: record.sanctionedPaise,
  instalment_count: record.instalmentCount,
  balance_paise: record.balancePaise,
  overdue_paise: record.overduePaise,
  days_past_due: record.daysPastDue,
  asset_class: record.class,
  written_off_on: record.writtenOffOn,
  written_off_paise: record.writtenOffPaise,
  settled_paise: record.settledPaise,
  last_paid_on: record.lastPaidOn,
});

/** Adds a report up, once its records are written. */
export async function finishReport(tx: Tx, { id, asOn }: Report, now: Date): Promise<void> {
  const [sums] = await tx.call<Record<'accounts' | 'corrections' | 'balance' | 'overdue', number>>(
    `select count(*) filter (where as_on = $1)::integer as accounts, count(*) filter (where as_on < $1)::integer as corrections,
       coalesce(sum(balance_paise) filter (where as_on = $1), 0)::bigint as balance,
       coalesce(sum(overdue_paise) filter (where as_on = $1), 0)::bigint as overdue
     from bureau_records where reported_on = $1`,
    [asOn],
  );
  const { accounts, corrections, balance, overdue } = sums!;
  await tx.call(
    `update bureau_reports set made_at = $2, account_count = $3, correction_count = $4, balance_paise = $5, overdue_paise = $6
     where id = $1 and made_at is null`,
    [id, now, accounts, corrections, balance, overdue],
  );
}

interface ListedRow extends Record<string, unknown> {
  readonly id: string;
  readonly asOn: BusinessDate;
  readonly dueOn: BusinessDate;
  readonly isFull: boolean;
  readonly accountCount: number;
  readonly correctionCount: number;
  readonly balancePaise: number;
  readonly overduePaise: number;
  readonly madeAt: Date;
  readonly fetchedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly submissions: BureauReportItem['submissions'];
}

const LISTED = `b.id, b.as_on as "asOn", b.due_on as "dueOn", b.is_full as "isFull", b.account_count as "accountCount",
  b.correction_count as "correctionCount", b.balance_paise as "balancePaise", b.overdue_paise as "overduePaise",
  b.made_at as "madeAt", b.fetched_at as "fetchedAt", b.submitted_at as "submittedAt", coalesce((
    select json_agg(json_build_object('company', s.company, 'reference', s.reference,
      'submittedAt', to_char(s.submitted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.company)
    from bureau_submissions s where s.report_id = b.id), '[]') as submissions`;

export async function listReports(
  tx: Tx,
  { limit, cursor, state }: QueryOf<typeof listBureauReports>,
  today: BusinessDate,
): Promise<AnswerOf<typeof listBureauReports>> {
  const after = readCursor(cursor);
  const rows = await tx.call<ListedRow>(
    `select ${LISTED} from bureau_reports b
     where b.made_at is not null and ($1::text is null or (b.submitted_at is null) = ($1 = 'waiting'))
       and ($2::timestamptz is null or (date_trunc('milliseconds', b.made_at), b.id) < ($2, $3::uuid))
     order by date_trunc('milliseconds', b.made_at) desc, b.id desc limit $4`,
    [state ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const { items, nextCursor } = pageOf(rows, limit, ({ madeAt: at, id }) => ({ at, id }));
  return { items: items.map((row) => toItem(row, today)), nextCursor };
}

function toItem(
  { madeAt, fetchedAt, submittedAt, ...row }: ListedRow,
  today: BusinessDate,
): AnswerOf<typeof listBureauReports>['items'][number] {
  return {
    ...row,
    isLate: submittedAt === null && row.dueOn < today,
    madeAt: madeAt.toISOString(),
    fetchedAt: fetchedAt?.toISOString() ?? null,
  };
}

/** A report that is made, with its totals; undefined where there is none. */
export async function findReport(
  tx: Tx,
  id: string,
): Promise<
  | (Pick<ListedRow, 'asOn' | 'accountCount' | 'correctionCount' | 'balancePaise' | 'overduePaise'> & {
      readonly id: string;
    })
  | undefined
> {
  const [row] = await tx.call<ListedRow>(
    `select ${LISTED} from bureau_reports b where b.id = $1 and b.made_at is not null`,
    [id],
  );
  return row;
}

export async function noteFetched(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.call('update bureau_reports set fetched_at = $2 where id = $1', [id, now]);
}

/** Notes that a company had a report; once all had it, it is submitted. True where it is the first of them. */
export async function noteSubmitted(
  tx: Tx,
  id: string,
  { company, reference }: BodyOf<typeof noteBureauSubmission>,
  now: Date,
): Promise<boolean> {
  await tx.call('select 1 from bureau_reports where id = $1 for update', [id]);
  const earlier = await tx.call('select 1 from bureau_submissions where report_id = $1 limit 1', [id]);
  await tx.call(
    `insert into bureau_submissions (report_id, company, reference, submitted_at) values ($1, $2, $3, $4)
     on conflict (report_id, company) do update set reference = excluded.reference`,
    [id, company, reference, now],
  );
  await tx.call(
    `update bureau_reports b set submitted_at = $2
     where b.id = $1 and b.submitted_at is null
       and (select count(*) from bureau_submissions s where s.report_id = b.id) = $3`,
    [id, now, CREDIT_INFORMATION_COMPANIES.length],
  );
  return earlier.length === 0;
}

/** A person of whom a report says that something is overdue, with all of it. */
export interface OverdueRow {
  readonly userId: string;
  readonly asOn: BusinessDate;
  readonly overduePaise: Paise;
}

/** Lists such people, after one, as the report says it: a correction tells of an earlier day. */
export async function listOverdue(
  tx: Tx,
  reportId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OverdueRow[]> {
  return tx.call<OverdueRow & Record<string, unknown>>(
    `select r.user_id as "userId", r.as_on as "asOn", sum(r.overdue_paise)::bigint as "overduePaise" from bureau_records r
     where r.reported_on = (select as_on from bureau_reports where id = $1) and r.as_on = r.reported_on and r.overdue_paise > 0
       and r.user_id > $2
     group by r.user_id, r.as_on order by r.user_id limit $3`,
    [reportId, after, limit],
  );
}

/** A record with what identifies its person; of an account that was erased that is empty. */
export interface FileRow extends RecordRow {
  readonly fullName: string | null;
  readonly dateOfBirth: BusinessDate | null;
  readonly stateCode: string | null;
  readonly panSealed: Buffer | null;
  readonly mobileSealed: Buffer | null;
  readonly addressSealed: Buffer | null;
}

/** The place of a record in the file of its report. */
export type FilePlace = Pick<RecordRow, 'userId' | 'loanId' | 'asOn'>;

export async function listForFile(
  tx: Tx,
  reportedOn: BusinessDate,
  after: FilePlace | undefined,
  limit: number,
): Promise<FileRow[]> {
  return tx.call<FileRow & Record<string, unknown>>(
    `select r.*, p.full_name as "fullName", p.date_of_birth as "dateOfBirth", p.state_code as "stateCode",
       p.pan_sealed as "panSealed", p.mobile_sealed as "mobileSealed", p.address_sealed as "addressSealed"
     from (select ${RECORD} from bureau_records
       where reported_on = $1 and (user_id, loan_id, as_on) > ($2, $3, $4::date)
       order by user_id, loan_id, as_on limit $5) r
     join profiles p on p.user_id = r."userId" order by r."userId", r."loanId", r."asOn"`,
    [reportedOn, after?.userId ?? NOBODY, after?.loanId ?? NOBODY, after?.asOn ?? '-infinity', limit],
  );
}
