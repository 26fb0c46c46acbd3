import type { Trace } from '#platform/http/trace.ts';
import type { Readable } from 'node:stream';
import type { AdminPaymentItem, AnswerOf, listAdminPayments, QueryOf } from '@mohlat/contract';
import { istSheetTime, maskCard } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import { dpdOf } from '#features/lending/index.ts';
import type { Actor } from '#platform/db/database.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { LongFiles, WritePart } from '#platform/http/long-files.ts';
import { audit } from './payments-desk.audit.ts';
import { isByAmount, type PaymentPlace, readPlace, writePlace } from './payments-desk.cursor.ts';
import { listForStaff, type PaymentFilters, type PaymentRow, searchedAs } from './payments-desk.list.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'log'> & { readonly longFiles: LongFiles };

export interface PaymentsListService {
  /** A page that names people is audited, once for all of them. Throws validation_failed for a cursor of another order. */
  list(
    actor: Actor,
    page: QueryOf<typeof listAdminPayments>,
    trace: Trace,
  ): Promise<AnswerOf<typeof listAdminPayments>>;
  /** All that match, read part by part as it is taken; audited before the first line. Throws exports_busy. */
  export(actor: Actor, filters: PaymentFilters, trace: Trace): Promise<Readable>;
}

const ROWS_AT_ONCE = 500;

export function createPaymentsListService({ worker, clock, log, longFiles }: Deps): PaymentsListService {
  return {
    async list(actor, { limit, cursor, ...filters }, trace) {
      const after = readPlace(cursor, filters.sort);
      return worker.asStaff(actor, async (tx) => {
        const rows = await listForStaff(tx, filters, { after, limit: limit + 1 }, clock.now());
        const items = rows.slice(0, limit);
        if (items.length > 0) {
          const details = { ...toldOf(filters), namedCount: items.length };
          const about = { paymentId: null, userId: filters.userId ?? null, details };
          await audit(tx, { action: 'payments.read', ...about }, trace, clock.now());
        }
        const nextCursor = rows.length > limit ? writePlace(placeOf(items.at(-1)!, filters)) : null;
        return { items: items.map(toItem), nextCursor };
      });
    },
    export(actor, filters, trace) {
      const about = { paymentId: null, userId: filters.userId ?? null, details: toldOf(filters) };
      return longFiles.open({
        begin: () =>
          worker.asStaff(actor, (tx) =>
            audit(tx, { action: 'payments.exported', ...about }, trace, clock.now()),
          ),
        write: (part) => writeLines({ worker, actor, filters, now: clock.now() }, part),
        onBroken: (error) => {
          log.warn({ reason: errorName(error) }, 'a file of payments was not finished');
        },
      });
    },
  };
}

/** The filters as the audit log keeps them, for good: how something was searched for, and not what was typed. */
function toldOf({ search, ...filters }: PaymentFilters): object {
  return { ...filters, ...(search === undefined ? {} : { by: searchedAs(search) }) };
}

/** Each part in a transaction of its own: a slow reader holds nothing open, and a role taken away ends it. */
async function writeLines(
  {
    worker,
    actor,
    filters,
    now,
  }: {
    readonly worker: Deps['worker'];
    readonly actor: Actor;
    readonly filters: PaymentFilters;
    readonly now: Date;
  },
  write: WritePart,
): Promise<void> {
  await write(csvHead());
  let after: PaymentPlace | undefined;
  for (;;) {
    const rows = await worker.asStaff(actor, (tx) =>
      listForStaff(tx, filters, { after, limit: ROWS_AT_ONCE }, now),
    );
    if (rows.length > 0) await write(rows.map((row) => csvLine(toItem(row))).join(''));
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    after = placeOf(last, filters);
  }
}

function placeOf(row: PaymentRow, { sort }: PaymentFilters): PaymentPlace {
  return { sort, key: isByAmount(sort) ? row.amount_paise : row.accepted_at.toISOString(), id: row.id };
}

function toItem(row: PaymentRow): AdminPaymentItem {
  return {
    id: row.id,
    account: { id: row.user_id, name: row.full_name },
    date: row.accepted_at.toISOString(),
    bankName: row.bank_name,
    cardMasked: maskCard(row.last4),
    amountPaise: row.amount_paise,
    serviceFeePaise: row.service_fee_paise,
    totalAmountPaise: row.total_paise,
    endedPaise: row.ended_paise,
    plan:
      row.plan_kind === 'single' ? { kind: 'single' } : { kind: 'emi', instalments: row.instalment_count },
    status: row.status,
    billStatus: row.bill_status,
    needsReview: row.needs_review,
    ourReference: row.our_reference,
    railReference: row.rail_reference,
    daysPastDue: dpdOf(row),
  };
}

const COLUMNS = [
  'Payment',
  'Person',
  'Accepted at (IST)',
  'Bank',
  'Card',
  'Bill (INR)',
  'Service fee (INR)',
  'To repay (INR)',
  'Plan',
  'Status',
  'Bill status',
  'Needs review',
  'Days past due',
  'Our reference',
  'Rail reference',
  'Came to (INR)',
];

/** The first line. */
function csvHead(): string {
  return CSV_MARK + csvLines([COLUMNS]);
}

/** People are their ids: no name leaves with the file. */
function csvLine(item: AdminPaymentItem): string {
  const cells = [
    item.id,
    item.account.id,
    istSheetTime(item.date),
    item.bankName,
    item.cardMasked,
    BigInt(item.amountPaise),
    BigInt(item.serviceFeePaise),
    BigInt(item.totalAmountPaise),
    item.plan.kind === 'single' ? 'single' : `${item.plan.instalments} EMIs`,
    item.status,
    item.billStatus,
    item.needsReview ? 'yes' : 'no',
    String(item.daysPastDue),
    item.ourReference ?? '',
    item.railReference ?? '',
    typeof item.endedPaise === 'number' ? BigInt(item.endedPaise) : '',
  ];
  return csvLines([cells]);
}
