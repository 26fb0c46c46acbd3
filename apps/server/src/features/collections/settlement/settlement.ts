import { collectionSettled, rowState } from '@mohlat/lending';
import { addDays, type BusinessDate, DAY_MS, istDate, istDayBounds } from '@mohlat/money';
import { bookJournals } from '#features/lending/index.ts';
import { openBreak, settleOpen } from '#features/breaks.ts';
import { FAILURES_MAX, REREAD_DAYS, retryReadAt } from '#features/reconciliation/index.ts';
import type { EnquiryDeps } from '#features/repayments/index.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { hintKey } from '#platform/jobs/hint-key.ts';
import { DISPUTE_TASK } from '../chargebacks/dispute-job.ts';
import { ProviderError, type SettlementRow } from '#providers/index.ts';
import { holdReceipt } from '../receipts/receipts.ts';
import * as repo from '../collections.repo.ts';

/** Longer than the rows of one call take to be read and kept. */
const READ_LEASE_MS = 10 * 60_000;
const BATCH_SIZE = 500;
const UNMATCHED_AFTER_MS = 3 * DAY_MS;
/** Rule: LEND-20. Money whose owner is unknown is looked for so long before it counts as unmatched. */
const PARKED_MS = DAY_MS;
/** The rail is asked about the orders of waiting money first; this long its answer may take. */
const ASKED_MS = 5 * 60_000;
/** In one turn; the others have theirs next time. */
const FOLLOWED_MAX = 500;
/** More days than each reading has are read month by month: after a machine was down for long, or the trial clock leapt. */
const DAYS_MAX = REREAD_DAYS + 1;

/** A day's file is asked for from nine in the morning, in India. */
const READ_FROM_MS = 9 * 3_600_000;

/** The newest day whose file may be asked for. */
function fileDay(clock: EnquiryDeps['clock']): BusinessDate {
  const today = clock.today();
  return clock.now().getTime() >= istDayBounds(today).startMs + READ_FROM_MS ? today : addDays(today, -1);
}

/** True where the file of the newest day was not read yet. */
export async function isFileDue(tx: Tx, clock: EnquiryDeps['clock']): Promise<boolean> {
  const last = await repo.findLastRead(tx);
  return last === undefined || last.readOn < fileDay(clock);
}

/** The days, or months, of the file that hold everything from one day to another. */
export function periodsBetween(fromOn: BusinessDate, throughOn: BusinessDate): string[] {
  const days: string[] = [];
  const months = new Set<string>();
  for (let day = fromOn; day <= throughOn; day = addDays(day, 1)) {
    if (days.length <= DAYS_MAX) days.push(day);
    months.add(day.slice(0, 7));
  }
  return days.length <= DAYS_MAX ? days : [...months];
}

/** Until when no other worker begins to read the file. */
export const readLease = (now: Date) => new Date(now.getTime() + READ_LEASE_MS);

/** Reads the file; one that could not be read is tried again soon, then more rarely, and is a difference after the fourth time. */
export async function readOrRetry(deps: EnquiryDeps): Promise<void> {
  const { worker, clock, log } = deps;
  try {
    // A new day may come while a file is read, and its sweep leaves a running job as it is.
    do await readSettlements(deps);
    while (await worker.plain((tx) => isFileDue(tx, clock)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const now = clock.now();
    await worker.plain(async (tx) => {
      const failed = await repo.countFailedReads(tx);
      await repo.endRead(tx, retryReadAt(now, failed), failed + 1);
      if (failed + 1 < FAILURES_MAX) return;
      const found = { userId: null, kind: 'list_unread', rail: 'razorpay', owner: 'engineering' } as const;
      await openBreak(tx, { ...found, reference: fileDay(clock), businessOn: fileDay(clock) }, now);
    });
    log.warn({ outcome: error.name }, 'settlement file not read');
  }
}

interface Start {
  readonly fromOn: BusinessDate;
  /** The first day that was not read to its end before: its rows are counted, and those of earlier days are only looked at again. */
  readonly newFromOn: BusinessDate;
}

/**
 * The day from which the file is read: of the last ten days again, for a row that comes late, and of every day that was not over
 * when it was last read; where the file was first read within those ten days, of none before the rail may have taken money for us.
 */
async function findStart(tx: Tx, today: BusinessDate): Promise<Start> {
  const againOn = addDays(today, -REREAD_DAYS);
  const [last, firstReadOn] = [await repo.findLastRead(tx), await repo.findFirstRead(tx)];
  const isYoung = firstReadOn === undefined || firstReadOn > againOn;
  const moneyOn = isYoung ? ((await repo.findFirstMoney(tx)) ?? today) : againOn;
  if (last === undefined) return { fromOn: moneyOn, newFromOn: moneyOn };
  const newFromOn = addDays(last.finalThroughOn, 1);
  const fromOn = [newFromOn, moneyOn > againOn ? moneyOn : againOn].toSorted()[0]!;
  return { fromOn, newFromOn };
}

/**
 * Reads the settlement file through today. Reading it again changes nothing. Throws ProviderError. Rule: LEND-21, LEND-C4.
 */
async function readSettlements(deps: EnquiryDeps): Promise<void> {
  const { worker, clock, providers } = deps;
  // As the reading begins: a new day that comes meanwhile has a file of its own.
  const [today, readOn] = [clock.today(), fileDay(clock)];
  const { fromOn, newFromOn } = await worker.plain((tx) => findStart(tx, today));
  let count = 0;
  for (const period of periodsBetween(fromOn, today)) {
    let batch: repo.ReadRow[] = [];
    const keep = () =>
      worker.plain(async (tx) => {
        await repo.keepRows(tx, batch, clock.now());
        await repo.holdRead(tx, readLease(clock.now()));
      });
    for await (const row of providers.collection.settlementRows(period)) {
      if (!row.isSettled || row.settlementRef === undefined || row.settledAt === undefined) continue;
      const settledOn = istDate(row.settledAt.getTime());
      batch.push({ ...row, settledOn, hash: hashOf(row) });
      if (settledOn >= newFromOn) count += 1;
      if (batch.length < BATCH_SIZE) continue;
      await keep();
      batch = [];
    }
    await keep();
  }
  // Before nine the file of yesterday may be half there.
  const read = { readOn, finalThroughOn: addDays(readOn, -1) };
  await worker.plain(async (tx) => {
    await repo.saveRead(tx, read, count, clock.now());
    const unread = { userId: null, kinds: ['list_unread'], rail: 'razorpay', untilOn: readOn } as const;
    await settleOpen(tx, unread, clock.now());
    await repo.endRead(tx, clock.now(), 0);
  });
  await matchRows(deps);
  await worker.plain((tx) => repo.openMissing(tx, clock.now()));
}

function hashOf(row: SettlementRow): Buffer {
  const facts = [row.kind, row.entityRef, row.amount, row.fee, row.tax, row.credit, row.debit];
  return sha256(JSON.stringify([...facts, row.settlementRef, row.settledAt?.toISOString()]));
}

/**
 * Finds the owners of the waiting rows. The rail is asked about rows still unmatched; after a day, money that came in
 * without an owner is held as such. Rule: LEND-16 journals 15 and 24, LEND-20.
 */
export async function matchRows(deps: EnquiryDeps): Promise<void> {
  const now = deps.clock.now();
  const match = async () => {
    while ((await deps.worker.plain((tx) => settleRows(tx, now))) > 0);
  };
  await match();
  const waiting = await deps.worker.single((tx) => repo.takeWaiting(tx, now, FOLLOWED_MAX));
  let isHeld = false;
  for (const row of waiting) isHeld = (await followRow(deps, row, now)) || isHeld;
  if (isHeld) await match();
}

/**
 * Compares some waiting rows with whose they are, and books what arrived in the bank; answers how many it looked at. The caller goes on
 * until there are none. Rule: LEND-16 journal 15, LEND-21
 */
export async function settleRows(tx: Tx, now: Date): Promise<number> {
  const claimed = await repo.claimRows(tx, now);
  if (claimed.length === 0) return 0;
  const rows = claimed.map((one) => ({ ...one, state: rowState(one.row, one.owner) }));
  const journals = rows.flatMap(({ row, owner, state }) => {
    const journal = owner && state === 'matched' ? collectionSettled(row, owner) : null;
    return owner && journal ? [{ userId: owner.ownerId, journal }] : [];
  });
  await bookJournals(tx, journals, now);
  await repo.saveRows(tx, rows, now);
  return rows.length;
}

/** True when the row has an owner now. */
async function followRow(deps: EnquiryDeps, row: repo.WaitingRow, now: Date): Promise<boolean> {
  const age = (since: Date) => now.getTime() - since.getTime();
  if (row.kind === 'payment' && age(row.occurred_at) >= PARKED_MS && age(row.read_at) >= ASKED_MS)
    if (await tryHold(deps, row)) return true;
  await deps.worker.plain(async (tx) => {
    const hint = hintOf(row);
    if (hint)
      await tx.enqueue(hint.task, hint.payload, { key: hintKey(hint.task, hint.reference), attemptsMax: 3 });
    if (age(row.read_at) < UNMATCHED_AFTER_MS) return;
    const found = {
      userId: null,
      kind: 'unmatched_row',
      rail: 'razorpay',
      owner: 'finance',
      reference: row.entity_ref,
      businessOn: row.settled_on,
      theirsPaise: row.credit_paise - row.debit_paise,
      detail: { settlementRowId: row.id, kind: row.kind },
    } as const;
    await openBreak(tx, found, now);
  });
  return false;
}

/** Silence of the rail about one row keeps none of the others waiting. */
async function tryHold(deps: EnquiryDeps, row: repo.WaitingRow): Promise<boolean> {
  try {
    return await holdReceipt(deps, row);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ rowId: row.id, outcome: error.name }, 'money without an owner could not be read back');
    return false;
  }
}

/** Names the job that asks the rail about a row, so that our books learn of it; undefined where there is no question. */
function hintOf(row: repo.WaitingRow): { task: string; reference: string; payload: object } | undefined {
  const { payment_ref: paymentRef, order_ref: orderRef, dispute_ref: disputeRef } = row;
  if (row.kind === 'payment' && orderRef !== null)
    return { task: 'repayments.hint', reference: orderRef, payload: { orderRef } };
  if (row.kind === 'refund' && paymentRef !== null)
    return { task: 'refunds.hint', reference: paymentRef, payload: { paymentRef } };
  if (row.kind === 'other' && paymentRef !== null)
    return { task: 'collections.returned', reference: paymentRef, payload: { paymentRef } };
  if (row.kind === 'dispute' && disputeRef !== null)
    return { task: DISPUTE_TASK, reference: disputeRef, payload: { disputeRef } };
  return undefined;
}
