import {
  type JudgedRow,
  type ListedRow,
  type PaymentAtRail,
  railOutcomes,
  type RailOutcome,
  type RailVerdict,
  refundDifference,
  sentDifferences,
} from '@mohlat/lending';
import type { BusinessDate, Paise } from '@mohlat/money';
import { HOUSE_ID } from '#features/breaks.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RailWork } from './reconciliation.repo.ts';

/*
 * The differences that a reading and a complete day open: read in lots, decided by packages/lending, written in few calls.
 */

/** Rows that a reading looks at in one statement, or people. */
export const LOT = 500;
/** Before every id of a row, and no later than any person: the house is the first. */
const BEFORE_ALL = HOUSE_ID;

interface JudgedRecord extends Record<string, unknown> {
  readonly userId: string;
  readonly rowId: string;
  readonly paymentId: string | null;
  readonly reference: string;
  readonly businessOn: BusinessDate;
  readonly status: ListedRow['status'];
  readonly refundStatus: ListedRow['refundStatus'];
  readonly verdict: RailVerdict;
  readonly amountPaise: Paise;
  readonly billStatus: PaymentAtRail | null;
  readonly billPaise: Paise | null;
  readonly acceptedAt: Date | null;
  readonly promisedPaise: Paise;
  readonly hasLateSuccess: boolean;
  readonly wasLateOpened: boolean;
}

/** A row of a reading with a verdict, and its consequences. */
export interface Outcome {
  readonly row: JudgedRow & Pick<JudgedRecord, 'rowId' | 'businessOn'>;
  readonly outcome: RailOutcome;
}

/**
 * Holds the rows of a reading that have a verdict, with what stands of each before anything of it is booked: a cursor of this
 * transaction, for `outcomeLots`. After the rows were judged, under their locks. Rule: LEND-21
 */
export async function holdJudged(tx: Tx, readId: string, now: Date): Promise<void> {
  await tx.call(
    `declare rail_judged_rows scroll cursor for
     select user_id as "userId", row_id as "rowId", payment_id as "paymentId", reference, business_on as "businessOn", status,
       refund_status as "refundStatus", verdict, amount_paise as "amountPaise", bill_status as "billStatus",
       bill_paise as "billPaise", accepted_at as "acceptedAt", promised_paise as "promisedPaise",
       has_late_success as "hasLateSuccess", was_late_opened as "wasLateOpened"
     from rail_judged($1, $2, $3, $3, null)`,
    [readId, now, BEFORE_ALL],
  );
}

/** Says what follows from each verdict that is held, a lot at a time, from the first on. Rule: LEND-21 */
export async function* outcomeLots(tx: Tx, now: Date, lot = LOT): AsyncGenerator<readonly Outcome[]> {
  await tx.call('move absolute 0 in rail_judged_rows');
  const told = new Set<string>();
  for (let count = lot; count === lot;) {
    const rows = await tx.call<JudgedRecord>(`fetch ${lot} from rail_judged_rows`);
    count = rows.length;
    if (count > 0) yield railOutcomes(rows.map(toJudged), now, told);
  }
}

export async function letJudgedGo(tx: Tx): Promise<void> {
  await tx.call('close rail_judged_rows');
}

function toJudged({ billStatus, billPaise, acceptedAt, ...row }: JudgedRecord) {
  const isOurs = billStatus !== null && billPaise !== null && acceptedAt !== null;
  return { ...row, payment: isOurs ? { status: billStatus, billPaise, acceptedAt } : null };
}

/** Writes what follows from verdicts; answers payments that the rail is to be asked about, and loans that froze. Rule: LEND-21, LEND-X10 */
export async function writeOutcomes(tx: Tx, outcomes: readonly Outcome[], now: Date): Promise<RailWork[]> {
  const changes = outcomes.map(toChange).filter((change) => change !== null);
  const frozen =
    changes.length === 0
      ? []
      : await tx.call<Omit<RailWork, 'work'>>(
          'select user_id as "userId", payment_id as "paymentId" from rail_write($1, $2)',
          [JSON.stringify(changes), now],
        );
  const asked = new Map<string, RailWork>();
  for (const { row, outcome } of outcomes) {
    const { userId, paymentId } = row;
    if (outcome.isAsked && paymentId !== null) asked.set(paymentId, { work: 'enquire', userId, paymentId });
  }
  return [...asked.values(), ...frozen.map((one) => ({ work: 'frozen', ...one }) as const)];
}

function toChange({ row, outcome }: Outcome) {
  const { opens, isNewSuccess, needsReview, freezesAs } = outcome;
  if (opens === null && !isNewSuccess && !needsReview && freezesAs === null) return null;
  const { userId, paymentId, rowId, reference, businessOn, status: railStatus, verdict } = row;
  const reviewReason = needsReview ? verdict : null;
  const of = { userId, paymentId, rowId, reference, businessOn, railStatus };
  return { ...of, ...opens, isNewSuccess, reviewReason, freezesAs };
}

/**
 * Opens the differences that only a complete list shows; answers how many. `unread`: our references in rows of it that could not be
 * read, whose payments are not missing. Rule: LEND-21 (missing, ledger_gap, refund_due)
 */
export async function closeDay(
  tx: Tx,
  day: BusinessDate,
  now: Date,
  unread: readonly string[] = [],
): Promise<number> {
  let opened = await openOnce(tx, day, await listSent(tx, day, new Set(unread)), now);
  for await (const found of owedLots(tx, now)) opened += await openOnce(tx, day, found, now);
  return opened;
}

async function openOnce(tx: Tx, day: BusinessDate, found: readonly object[], now: Date): Promise<number> {
  if (found.length === 0) return 0;
  const [row] = await tx.call<{ opened: number }>('select rail_open_once($1, $2, $3) as opened', [
    day,
    JSON.stringify(found),
    now,
  ]);
  return row?.opened ?? 0;
}

interface SentRecord extends Record<string, unknown> {
  readonly userId: string;
  readonly paymentId: string;
  readonly reference: string;
  readonly status: PaymentAtRail;
  readonly billPaise: Paise;
  readonly movingPaise: Paise;
  readonly isBooked: boolean;
  readonly isListed: boolean;
}

async function listSent(tx: Tx, day: BusinessDate, unread: ReadonlySet<string>) {
  const rows = await tx.call<SentRecord>(
    `select user_id as "userId", payment_id as "paymentId", reference, bill_status as status, bill_paise as "billPaise",
       moving_paise as "movingPaise", is_booked as "isBooked", is_listed as "isListed"
     from rail_sent($1)`,
    [day],
  );
  return rows.flatMap(({ userId, paymentId, reference, isListed, ...sent }) =>
    sentDifferences({ ...sent, isListed: isListed || unread.has(reference) }).map((opened) => ({
      userId,
      paymentId,
      reference,
      ...opened,
    })),
  );
}

interface OwedRecord extends Record<string, unknown> {
  readonly userId: string;
  readonly paymentId: string;
  readonly owedPaise: Paise;
  readonly since: Date;
}

/** The refunds that are late, of some people at a time: money at the rail comes and goes with each bill that fails, for years. */
async function* owedLots(tx: Tx, now: Date): AsyncGenerator<readonly object[]> {
  for (let after: string = BEFORE_ALL; ;) {
    const people = await tx.call<{ userId: string }>(
      'select user_id as "userId" from rail_owed_people($1, $2) as user_id',
      [after, LOT],
    );
    const last = people.at(-1);
    if (last === undefined) return;
    yield await listOwed(
      tx,
      people.map(({ userId }) => userId),
      now,
    );
    after = last.userId;
  }
}

async function listOwed(tx: Tx, people: readonly string[], now: Date) {
  const rows = await tx.call<OwedRecord>(
    `select user_id as "userId", payment_id as "paymentId", owed_paise as "owedPaise", since from rail_owed($1)`,
    [people],
  );
  return rows.flatMap(({ userId, paymentId, owedPaise, since }) => {
    const opened = refundDifference(owedPaise, since, now);
    return opened === null ? [] : [{ userId, paymentId, reference: paymentId, ...opened }];
  });
}
