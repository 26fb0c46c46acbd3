import { differenceDueOn, isRailListFinal } from '@mohlat/lending';
import { type BusinessDate, istDate, startOfDay } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { readBankHolidays } from '#platform/config/bank-holidays.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { type BillPaymentPort, type BillPayState, ProviderError, RowsUnread } from '#providers/index.ts';
import { openBreak, settleOpen } from '#features/breaks.ts';
import { matchRows } from './reconciliation.books.ts';
import { settleBreaks } from './reconciliation.cleared.ts';
import { closeDay } from './reconciliation.opened.ts';
import * as days from './reconciliation.days.repo.ts';
import * as repo from './reconciliation.repo.ts';
import { FAILURES_MAX, nextReadAt, retryReadAt } from './reconciliation.rules.ts';
import { freezeReturned, tellFrozen } from './reconciliation.freeze.ts';

export type ReconciliationDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'providers' | 'log'> & {
  readonly notifier: Notifier;
};

type ReadDeps = Pick<ReconciliationDeps, 'worker' | 'clock'> & {
  readonly providers: { readonly billPayment: Pick<BillPaymentPort, 'listPayments'> };
};

export interface ReadResult {
  readonly rows: number;
  /** Rows that say something new. */
  readonly unread: number;
  /** Payments the rail is to be asked about, and loans that its word of a returned bill froze. */
  readonly enquiries: number;
  readonly frozen: number;
  /** It was read after its close, but for the unread rows: what is absent was not executed. */
  readonly isComplete: boolean;
}

export const READ_TASK = 'reconciliation.read';
const FROZEN_TASK = 'reconciliation.tell_frozen';
/** The task that workers from before freezes queued: it undid the loan by itself. Kept until no such worker runs. */
const UNWIND_TASK = 'reconciliation.unwind';
const PART = 500;
const LEASE_MS = 10 * 60_000;
const readLease = (now: Date) => new Date(now.getTime() + LEASE_MS);
const keyOf = (day: BusinessDate) => `${READ_TASK}:${day}`;
/** So many days at a time, the newest first, and after what else is due: after a long rest the day's end goes before. */
const DAYS_MAX = 4;
const AFTER_OTHERS = 10;

/**
 * Reads the bill network's list of a day and compares it with payments and ledger. A list that breaks off is not used; it
 * is read again from its beginning. Of one with rows that say something new the others are compared, and it is complete but for the
 * payments that those rows name (decision 155); where one names none, nothing counts as absent. Read twice, it changes nothing.
 * Throws: ProviderError, RowsUnread. Rule: LEND-21.
 */
export async function readDay(deps: ReadDeps, day: BusinessDate): Promise<ReadResult> {
  const { worker, clock, providers } = deps;
  const begunAt = clock.now();
  const readId = newId();
  let rows = 0;
  let part: BillPayState[] = [];
  const take = async () => {
    const taken = part;
    part = [];
    rows += taken.length;
    if (taken.length === 0) return;
    await worker.plain(async (tx) => {
      await repo.importRows(tx, day, readId, taken, begunAt);
      await days.holdDay(tx, day, readLease(clock.now()));
    });
  };
  let hole: RowsUnread | undefined;
  try {
    for await (const row of providers.billPayment.listPayments(day)) {
      part.push(row);
      if (part.length === PART) await take();
    }
  } catch (error) {
    if (!(error instanceof RowsUnread)) throw error;
    hole = error;
  }
  await take();
  const unread = hole ? hole.references : [];
  const isComplete = unread !== undefined && isRailListFinal(day, begunAt);
  const result = await worker.plain(async (tx) => {
    const now = clock.now();
    const work = await matchRows(tx, readId, now);
    if (isComplete) await closeDay(tx, day, now, unread);
    await settleBreaks(tx, now);
    if (unread !== undefined)
      await days.saveRead(tx, day, { rows, isComplete, unread, nextAt: nextReadAt(day, begunAt) }, now);
    if (hole === undefined)
      await settleOpen(tx, { userId: null, kinds: ['list_unread'], rail: 'billpay', reference: day }, now);
    else if (unread !== undefined) await openUnread(tx, day, now);
    const absent = isComplete ? await repo.listAbsent(tx, day) : [];
    const jobsOf = (name: string, payments: readonly repo.PaymentIds[]) =>
      payments.map(({ userId, paymentId }) => ({
        payload: { userId, paymentId },
        key: `${name}:${paymentId}`,
      }));
    const of = (name: repo.RailWork['work']) => work.filter((one) => one.work === name);
    // Under names of their own: a waiting look would keep its time, an hour from now.
    const enquiries = [...jobsOf('listed', of('enquire')), ...jobsOf('absent', absent)];
    const frozen = jobsOf('frozen', of('frozen'));
    await tx.enqueueEach('payments.enquire', enquiries, { attemptsMax: 5 });
    await tx.enqueueEach(FROZEN_TASK, frozen, { attemptsMax: 25 });
    const counts = { rows, unread: unread?.length ?? 0 };
    return { ...counts, enquiries: enquiries.length, frozen: frozen.length, isComplete };
  });
  if (hole && unread === undefined) throw hole;
  return result;
}

/** The list of a day, or rows of it, cannot be read: engineering has to look. Rule: LEND-21 */
async function openUnread(tx: Tx, day: BusinessDate, now: Date): Promise<void> {
  const found = { kind: 'list_unread', rail: 'billpay', owner: 'engineering' } as const;
  await openBreak(tx, { ...found, userId: null, reference: day, businessOn: day }, now);
}

/** Carries an answer out of a transaction that is not to stand. */
class Undone extends Error {
  readonly kinds: readonly repo.KindCount[];

  constructor(kinds: readonly repo.KindCount[]) {
    super('undone');
    this.kinds = kinds;
  }
}

/** Tries a reading (dry run, rolled back): answers the differences it would open, by kind, and whether all rows were read. Throws: ProviderError. */
export async function tryDay(
  deps: ReadDeps,
  day: BusinessDate,
): Promise<{ readonly opened: readonly repo.KindCount[]; readonly isWhole: boolean }> {
  const { worker, clock, providers } = deps;
  const begunAt = clock.now();
  const rows: BillPayState[] = [];
  let hole: RowsUnread | undefined;
  try {
    for await (const row of providers.billPayment.listPayments(day)) rows.push(row);
  } catch (error) {
    if (!(error instanceof RowsUnread)) throw error;
    hole = error;
  }
  const unread = hole ? hole.references : [];
  try {
    return await worker.plain(async (tx): Promise<never> => {
      const now = clock.now();
      const readId = newId();
      const before = await repo.countOpen(tx);
      await repo.proveRowsLast(tx);
      for (let at = 0; at < rows.length; at += PART)
        await repo.importRows(tx, day, readId, rows.slice(at, at + PART), now);
      await matchRows(tx, readId, now);
      if (unread !== undefined && isRailListFinal(day, begunAt)) await closeDay(tx, day, now, unread);
      const known = new Map(before.map(({ kind, count }) => [kind, count]));
      const opened = (await repo.countOpen(tx)).map(({ kind, count }) => ({
        kind,
        count: count - (known.get(kind) ?? 0),
      }));
      throw new Undone(opened.filter(({ count }) => count > 0));
    });
  } catch (error) {
    if (error instanceof Undone) return { opened: error.kinds, isWhole: hole === undefined };
    throw error;
  }
}

/** Background work of the reconciliation. */
export function reconciliationJobs(deps: ReconciliationDeps): Job[] {
  const ids = z.object({ userId: z.string(), paymentId: z.string() });
  return [
    job(
      READ_TASK,
      z.object({ day: z.string() }),
      async ({ day }) => {
        await readOrRetry(deps, day as BusinessDate);
      },
      'long',
    ),
    job(FROZEN_TASK, ids, (payment) => tellFrozen(deps, payment)),
    job(UNWIND_TASK, ids, (payment) => freezeReturned(deps, payment)),
  ];
}

async function readOrRetry(deps: ReconciliationDeps, day: BusinessDate): Promise<void> {
  try {
    const result = await readDay(deps, day);
    if (result.unread > 0) deps.log.warn({ day, ...result }, 'rail list compared, but for some rows');
    else if (result.enquiries + result.frozen > 0) deps.log.info({ day, ...result }, 'rail list compared');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const now = deps.clock.now();
    await deps.worker.plain(async (tx) => {
      // Differences that ended by themselves do not wait for a list that can be read.
      await settleBreaks(tx, now);
      const failed = (await days.findDay(tx, day))?.failed_count ?? 0;
      await days.saveFailure(tx, day, retryReadAt(now, failed), now);
      if (failed + 1 >= FAILURES_MAX) await openUnread(tx, day, now);
    });
    deps.log.warn({ day, outcome: error.name }, 'rail list not read');
  }
}

/** Has the lists read whose time has come, and raises differences that are past their due date. */
export async function sweepReconciliation({
  worker,
  clock,
  config,
  log,
}: Pick<ReconciliationDeps, 'worker' | 'clock' | 'config' | 'log'>): Promise<number> {
  const now = clock.now();
  return worker.plain(async (tx) => {
    const due = await days.listDueDays(tx, istDate(now.getTime()), now);
    const running = await tx.listUnderWay(READ_TASK, due.map(keyOf));
    // A slow list outlasts its lease: begun once more beside itself, it would fill the slots of everything else.
    const without = due.filter((day) => running.has(keyOf(day)));
    const claimed = await days.claimDays(tx, now, { leaseUntil: readLease(now), limit: DAYS_MAX, without });
    await tx.enqueueAgain(
      READ_TASK,
      claimed.map((day) => ({ payload: { day }, key: keyOf(day) })),
      { attemptsMax: 3, priority: AFTER_OTHERS },
    );
    const raised = await raiseOverdue(tx, readBankHolidays(config.env), now);
    for (const { id, kind, owner } of raised)
      log.warn({ breakId: id, kind, owner }, 'difference past its due date');
    return claimed.length + raised.length;
  });
}

/** Raises what is past its due date, once. Rule: LEND-21, LEND-T6 */
async function raiseOverdue(tx: Tx, holidays: readonly BusinessDate[], now: Date) {
  const today = istDate(now.getTime());
  const open = await repo.listUnraised(tx, startOfDay(today));
  const overdue = open.filter(
    ({ openedAt }) => differenceDueOn(istDate(openedAt.getTime()), holidays) < today,
  );
  if (overdue.length === 0) return [];
  const raised = await repo.escalate(tx, overdue, now);
  return overdue.filter(({ id }) => raised.has(id));
}
