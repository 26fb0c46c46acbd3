import type { AnswerOf, listChargebacks, listReceipts, listSettlementRows, QueryOf } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { type ListPlace, pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { IS_DECIDED, isForPerson } from './chargebacks/answers.repo.ts';
import type { Hint } from './receipts/receipts.rules.ts';

type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | null };
type SettlementRow = AnswerOf<typeof listSettlementRows>['items'][number];
type Chargeback = AnswerOf<typeof listChargebacks>['items'][number];
export type Receipt = AnswerOf<typeof listReceipts>['items'][number];

/** Instants come from the database as such, and leave as the contract writes them. */
function written<Item>(row: Record<string, unknown>): Item {
  const { place: _, ...rest } = row;
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as Item;
}

async function listBy<Item extends { readonly id: string }>(
  tx: Tx,
  columns: string,
  from: string,
  [instant, condition]: readonly [instant: string, condition: string],
  page: { readonly limit: number; readonly cursor?: string | undefined; readonly value: string },
): Promise<Page<Item>> {
  const after = readCursor(page.cursor);
  const rows = await tx.call<{ id: string; place: Date } & Record<string, unknown>>(
    `select id, ${instant} as place, ${columns} from ${from}
     where ${condition} and ($2::timestamptz is null or (${instant}, id) < ($2, $3::uuid))
     order by ${instant} desc, id desc limit $4`,
    [page.value, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  const { items, nextCursor } = pageOf(rows, page.limit, ({ place, id }): ListPlace => ({ at: place, id }));
  return { items: items.map((row) => written<Item>(row)), nextCursor };
}

export function listRows(
  tx: Tx,
  { state, ...page }: QueryOf<typeof listSettlementRows>,
): Promise<Page<SettlementRow>> {
  return listBy(
    tx,
    `kind, state, settled_on as "settledOn", settlement_ref as "settlementRef", settlement_utr as "settlementUtr",
     entity_ref as "entityRef", payment_ref as "paymentRef", amount_paise as "amountPaise", fee_paise as "feePaise",
     credit_paise as "creditPaise", debit_paise as "debitPaise", read_at as "readAt", matched_at as "matchedAt"`,
    'settlement_rows',
    ['read_at', 'state = $1'],
    { ...page, value: state },
  );
}

/** By what the list is asked for; a filter of several states names them itself. */
const disputesBy = (now: Date): Readonly<Record<QueryOf<typeof listChargebacks>['status'], string>> => ({
  open: 'c.status = $1',
  won: 'c.status = $1',
  lost: 'c.status = $1',
  review: `c.status = $1 and not (${IS_DECIDED})`,
  decided: `$1 = 'decided' and ${IS_DECIDED}`,
  waiting: `$1 = 'waiting' and ${isForPerson(`'${now.toISOString()}'::timestamptz`)}`,
});

export function listDisputes(
  tx: Tx,
  { status, disputeRef, ...page }: QueryOf<typeof listChargebacks>,
  now: Date,
): Promise<Page<Chargeback>> {
  return listBy(
    tx,
    `repayment_id as "repaymentId", loan_id as "paymentId", dispute_ref as "disputeRef", phase, reason_code as "reasonCode",
     amount_paise as "amountPaise", case when ${IS_DECIDED} then 'decided' else status end as status, response, opened_at as "openedAt", respond_by as "respondBy", deducted_at as "deductedAt",
     ended_at as "endedAt"`,
    'chargebacks c',
    ['opened_at', disputeRef === undefined ? disputesBy(now)[status] : 'c.dispute_ref = $1'],
    { ...page, value: disputeRef ?? status },
  );
}

const RECEIPT = (today: BusinessDate) =>
  `status, case when status = 'taken_back' then amount_paise else amount_paise - taken_paise end as "amountPaise", refunded_paise as "refundedPaise", payment_ref as "paymentRef", order_ref as "orderRef", received_at as "receivedAt",
   greatest(0, '${today}'::date - value_on) as "ageDays", return_on as "returnOn",
   hinted_repayment_id as "hintedRepaymentId", loan_id as "paymentId"`;

export function listHeld(
  tx: Tx,
  { status, ...page }: QueryOf<typeof listReceipts>,
  today: BusinessDate,
): Promise<Page<Receipt>> {
  return listBy(tx, RECEIPT(today), 'unidentified_receipts', ['created_at', 'status = $1'], {
    ...page,
    value: status,
  });
}

export async function findReceipt(tx: Tx, id: string, today: BusinessDate): Promise<Receipt | undefined> {
  const [row] = await tx.call<Record<string, unknown>>(
    `select id, ${RECEIPT(today)} from unidentified_receipts where id = $1`,
    [id],
  );
  return row && written<Receipt>(row);
}

/** Compares the owner of the repayment that a receipt's order hints at with a person: the same, another, or none. */
export async function findHint(tx: Tx, id: string, userId: string): Promise<Hint> {
  const [row] = await tx.call<{ hint: Hint }>(
    `select case when r.id is null then 'none' when r.user_id = $2 then 'same' else 'other' end as hint
     from unidentified_receipts u left join repayments r on r.id = u.hinted_repayment_id where u.id = $1`,
    [id, userId],
  );
  return row?.hint ?? 'none';
}
