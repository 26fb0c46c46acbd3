import {
  type getOverview,
  type Overview,
  OVERVIEW_DAYS_MAX,
  type QueryOf,
  TODO_KINDS,
} from '@mohlat/contract';
import { addDays, type BusinessDate, daysBetween, startOfDay } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Parts, Waiting } from '#features/feature.ts';
import { findFloat } from '#features/float/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type BookSum, readBook } from './overview.book.ts';
import { countMonths, listMonths } from './overview.months.repo.ts';
import * as repo from './overview.repo.ts';
import {
  billsOf,
  bucketsOf,
  daysOf,
  dueOf,
  earnedOf,
  loansOf,
  outstandingOf,
  refundsOf,
  repaymentsOf,
  resultOf,
  vintagesOf,
} from './overview.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock'>;

export interface OverviewService {
  /** Throws validation_failed for a period that is none. */
  get(actor: Actor, period: QueryOf<typeof getOverview>): Promise<Overview>;
}

const DAYS_SHOWN = 30;
const MONTHS_SHOWN = 24;
const RAILS_LOOK_BACK_MS = 24 * 3_600_000;
const DAYS_AT_ONCE = 50;

/** Reads the state of the business out of the ledger and the queues of open work. */
export function createOverviewService({
  worker,
  clock,
  waiting,
}: Deps & Pick<Parts, 'waiting'>): OverviewService {
  const inOrder = waiting.toSorted((a, b) => TODO_KINDS.indexOf(a.kind) - TODO_KINDS.indexOf(b.kind));
  return {
    get: (actor, query) => {
      const { fromOn, toOn } = periodOf(query, clock.today());
      return worker.asStaff(actor, (tx) => look(tx, fromOn, toOn, inOrder, clock.now()));
    },
  };
}

function periodOf({ from, to }: QueryOf<typeof getOverview>, today: BusinessDate) {
  const toOn = to ?? today;
  const fromOn = from ?? addDays(toOn, 1 - DAYS_SHOWN);
  const days = daysBetween(fromOn, toOn) + 1;
  if (days >= 1 && days <= OVERVIEW_DAYS_MAX) return { fromOn, toOn };
  const message = days < 1 ? 'The first day comes before the last' : 'Choose a year at most';
  throw new DomainError('validation_failed', { errors: [{ path: 'from', message }] });
}

async function look(
  tx: Tx,
  fromOn: BusinessDate,
  toOn: BusinessDate,
  waiting: readonly Waiting[],
  now: Date,
): Promise<Overview> {
  const sums = await repo.listSums(tx, fromOn, toOn);
  const { sums: book, asOf: bookAsOf } = await readBook(tx, now);
  const reached = await repo.findReached(tx, startOfDay(fromOn), startOfDay(addDays(toOn, 1)));
  const rails = await repo.listRails(tx, new Date(now.getTime() - RAILS_LOOK_BACK_MS), now);
  const todo = await repo.listTodo(tx, waiting, now);
  const float = await findFloat(tx);
  return {
    from: fromOn,
    to: toOn,
    asOf: now.toISOString(),
    bills: { ...billsOf(sums), unknown: await repo.sumUnknown(tx) },
    repayments: repaymentsOf(sums),
    refunds: refundsOf(sums),
    bookAsOf: bookAsOf.toISOString(),
    outstanding: outstandingOf(book),
    due: dueOf(book),
    loans: loansOf(book, await repo.countWrittenOff(tx)),
    result: resultOf(sums, await repo.listAccounts(tx), await earnedWithin(tx, { fromOn, toOn }, book)),
    funnel: [
      { step: 'signed_up', people: reached.signed_up },
      { step: 'kyc_complete', people: reached.kyc_complete },
      { step: 'limit_given', people: reached.limit_given },
      { step: 'first_bill_paid', people: reached.first_bill_paid },
    ],
    arrears: bucketsOf(book),
    vintages: vintagesOf(await listMonths(tx, MONTHS_SHOWN), book),
    days: daysOf(sums, fromOn, toOn),
    rails: rails.map((rail) => ({
      provider: rail.provider,
      calls: rail.calls,
      failures: rail.failures,
      circuit: rail.circuit,
      circuitSince: rail.circuit_since?.toISOString() ?? null,
    })),
    queue: await repo.findQueue(tx),
    errorBudget: await repo.findErrorBudget(tx, now),
    ...(float ? { float: { ...float, since: float.since?.toISOString() ?? null } } : {}),
    todo: todo.map(({ kind, count, oldest_at: oldestAt, path }) => ({
      kind,
      count,
      oldestAt: oldestAt?.toISOString() ?? null,
      path,
    })),
  };
}

/** Income earned within a period and not posted in it, less what of earlier days was posted in it. Rule: LEND-A1 */
async function earnedWithin(
  tx: Tx,
  { fromOn, toOn }: { readonly fromOn: BusinessDate; readonly toOn: BusinessDate },
  book: readonly BookSum[],
): Promise<number> {
  const now = earnedOf(book);
  const atEnd = (await repo.findEarned(tx, toOn)) ?? now;
  return atEnd - ((await repo.findEarned(tx, addDays(fromOn, -1))) ?? now);
}

/** Keeps the sums of days that have closed, each as soon as it is summed, and then its loans by month; answers how many it summed. Where it breaks off it goes on. */
export async function sweepOverview({ worker, clock }: Deps): Promise<number> {
  const summed = await countDays(() => worker.single((tx) => repo.sumClosedDay(tx, clock.now())));
  await countDays(() => worker.plain((tx) => countMonths(tx, clock.now())));
  return summed;
}

/** One day at a time, until none is left. */
async function countDays(work: () => Promise<boolean>): Promise<number> {
  let count = 0;
  while (count < DAYS_AT_ONCE && (await work())) count += 1;
  return count;
}
