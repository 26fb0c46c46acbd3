import { addDays, type BusinessDate, istDayBounds } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { closePeople } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DatabaseUnavailable } from '#platform/db/unavailable.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { errorName } from '#platform/http/error-name.ts';
import { keepAccrued } from './accrued.ts';
import * as repo from './end-of-day.repo.ts';

export type EndOfDayDeps = Pick<FeatureContext, 'worker' | 'clock' | 'log'>;

/** The progress of a run. */
export interface Progress {
  readonly day: BusinessDate;
  readonly closedCount: number;
  readonly waitingCount: number;
}

export interface RunOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** People per transaction: few enough that no payment waits long, many enough to be quick. */
  readonly chunkSize?: number;
  /** People seen by one look at what is due: many, since a look costs the same for a hundred as for all of them. */
  readonly lookSize?: number;
}

export interface RunResult {
  readonly days: readonly BusinessDate[];
  readonly closedCount: number;
  /** Loans that wait for a person; while there is one, no business day is closed. */
  readonly parkedCount: number;
}

const CHUNK_SIZE = 500;
const LOOK_SIZE = 10_000;
const WAIT_MS = 100;
const BUSY_FOR_MS = 5 * 60_000;
/** Rule: LEND-22. A day is closed from half past midnight on. */
const STARTS_AFTER_MS = 30 * 60_000;

/** The last day that may be closed at an instant: yesterday, once it is half past midnight in India. */
export function lastClosable(clock: Pick<EndOfDayDeps['clock'], 'now' | 'today'>): BusinessDate {
  const today = clock.today();
  const { startMs } = istDayBounds(today);
  return addDays(today, clock.now().getTime() - startMs >= STARTS_AFTER_MS ? -1 : -2);
}

/**
 * Closes every loan's missing days up to a date, one day after the other, in chunks of people that each are one
 * transaction. May be killed anywhere, run again, or run by several at once: the books come out the same.
 * Rule: LEND-22, LEND-B1, LEND-B2, LEND-B5
 */
export async function runEndOfDay(
  deps: EndOfDayDeps,
  throughOn: BusinessDate,
  { onProgress = () => {}, chunkSize = CHUNK_SIZE, lookSize = LOOK_SIZE }: RunOptions = {},
): Promise<RunResult> {
  const { worker, clock } = deps;
  const days: BusinessDate[] = [];
  let closedCount = 0;
  for (;;) {
    const next = await worker.plain((tx) => findDay(tx, throughOn));
    if (next === undefined) break;
    const { day, isNew, isAnybodyDue } = next;
    if (isNew) await keepAccrued(deps, day);
    if (isAnybodyDue) closedCount += await closeOneDay(deps, day, { chunkSize, lookSize, onProgress });
    if (isNew) await worker.single((tx) => repo.noteBookDay(tx, day, clock.now()));
    days.push(day);
  }
  const parkedCount = await worker.plain(async (tx) => {
    const parked = await repo.countParked(tx);
    if (parked === 0) await repo.closeBusinessDays(tx, throughOn, clock.now());
    return parked;
  });
  return { days, closedCount, parkedCount };
}

interface NextDay {
  readonly day: BusinessDate;
  /** The whole book has not closed it. */
  readonly isNew: boolean;
  /** There is something to look at. */
  readonly isAnybodyDue: boolean;
}

/** True where a run has something to do: a day to look at, or to close for postings. Rule: LEND-22 step 11 */
export async function isRunDue(tx: Tx, throughOn: BusinessDate): Promise<boolean> {
  return (await findDay(tx, throughOn)) !== undefined || (await repo.isLeftToClose(tx, throughOn));
}

/** The next day of a run: the oldest that concerns a loan, or that the book has not closed. Undefined when there is none. */
export async function findDay(tx: Tx, throughOn: BusinessDate): Promise<NextDay | undefined> {
  const due = await repo.findNextDay(tx, throughOn);
  const closedOn = await repo.findBookDay(tx);
  const open = closedOn === undefined ? due : addDays(closedOn, 1);
  // A day without an open loan is closed, too: what fell due on it may have earned a reward.
  const isBehind = open !== undefined && open <= throughOn;
  if (due !== undefined && (!isBehind || due <= open))
    return { day: due, isNew: closedOn === undefined || due > closedOn, isAnybodyDue: true };
  return isBehind ? { day: open, isNew: true, isAnybodyDue: false } : undefined;
}

async function closeOneDay(
  deps: EndOfDayDeps,
  day: BusinessDate,
  { chunkSize, lookSize, onProgress }: Required<RunOptions>,
): Promise<number> {
  const count = () => deps.worker.single((tx) => repo.countWaiting(tx, day));
  // Counted again only at the end of a round: a look at everything for each chunk would cost more than closing.
  let waitingCount = await count();
  let closedCount = 0;
  for (;;) {
    let closedInRound = 0;
    let after = repo.NOBODY;
    for (;;) {
      const seen = await deps.worker.single((tx) => repo.lookForPeople(tx, day, lookSize, after));
      for (let from = 0; from < seen.length; from += chunkSize) {
        const closed = await closeChunk(deps, day, seen.slice(from, from + chunkSize));
        closedInRound += closed;
        waitingCount = Math.max(0, waitingCount - closed);
        onProgress({ day, closedCount: closedCount + closedInRound, waitingCount });
      }
      const last = seen.at(-1);
      if (last === undefined || seen.length < lookSize) break;
      after = last;
    }
    closedCount += closedInRound;
    waitingCount = await count();
    onProgress({ day, closedCount, waitingCount });
    if (waitingCount === 0) return closedCount;
    // Another runner, or a payment, holds the rest: once around again, without haste.
    if (closedInRound === 0) await deps.clock.pause(WAIT_MS);
  }
}

/** Closes the day for those of some people who are free and not done; answers how many loans. */
async function closeChunk(
  { worker, clock, log }: EndOfDayDeps,
  day: BusinessDate,
  seen: readonly string[],
): Promise<number> {
  let people: string[] = [];
  try {
    return await worker.plain(async (tx) => {
      people = await repo.claimWaiting(tx, day, seen);
      return people.length === 0 ? 0 : closePeople(tx, people, day, clock.now());
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    log.warn({ day, peopleCount: people.length, reason: errorName(error) }, 'end of day: a chunk failed');
    if (people.length === 0) throw error;
    return closeApart({ worker, clock, log }, people, day);
  }
}

/** After a chunk failed: each half of it by itself, down to the people whose loans cannot be closed. Rule: LEND-B5 */
async function closeApart(deps: EndOfDayDeps, people: readonly string[], day: BusinessDate): Promise<number> {
  const middle = Math.ceil(people.length / 2);
  let closedCount = 0;
  for (const part of [people.slice(0, middle), people.slice(middle)]) {
    const [userId] = part;
    if (userId === undefined) continue;
    closedCount +=
      part.length === 1 ? await closeOrPark(deps, userId, day) : await closePart(deps, part, day);
  }
  return closedCount;
}

async function closePart(deps: EndOfDayDeps, people: readonly string[], day: BusinessDate): Promise<number> {
  try {
    return await closeLocked(deps, people, day);
  } catch (error) {
    // No loan is at fault for a database that went away: the next look closes the rest.
    if (error instanceof DatabaseUnavailable) throw error;
    return closeApart(deps, people, day);
  }
}

/** Sets aside a borrower's loans that cannot be closed: for a person, or for some minutes where the database was busy with them. */
async function closeOrPark(deps: EndOfDayDeps, userId: string, day: BusinessDate): Promise<number> {
  const { worker, clock, log } = deps;
  try {
    return await closeLocked(deps, [userId], day);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const isBusy = error instanceof DomainError && error.code === 'busy';
    const reason = isBusy ? repo.BUSY : errorName(error);
    if (isBusy) log.warn({ day }, 'end of day: a loan waits, the database was busy');
    else log.error({ day, reason }, 'end of day: a loan is parked');
    await worker.forUser(userId, (tx) => repo.park(tx, userId, day, reason, clock.now()));
    return 0;
  }
}

function closeLocked(
  { worker, clock }: EndOfDayDeps,
  people: readonly string[],
  day: BusinessDate,
): Promise<number> {
  return worker.plain(async (tx) => {
    await repo.lockPeople(tx, people);
    return closePeople(tx, people, day, clock.now());
  });
}

/**
 * Writes down that repaying was impossible at the end of some days because of us: no late charge follows from them. Charges levied
 * before it was written down are for staff to waive. Rule: LEND-L3
 */
export function noteOutages(
  { worker, clock }: EndOfDayDeps,
  days: readonly BusinessDate[],
  reason: string,
): Promise<void> {
  return worker.plain((tx) => repo.noteOutages(tx, days, reason, clock.now()));
}

/** Takes up again what waited because the database was busy, some minutes later; answers how many loans. Rule: LEND-B5 */
export function takeUpBusy(tx: Tx, now: Date): Promise<number> {
  return repo.unparkBusy(tx, new Date(now.getTime() - BUSY_FOR_MS));
}

/** Takes parked loans up again, once what was wrong is mended; answers how many. Rule: LEND-B5 */
export function unparkLoans({ worker }: EndOfDayDeps): Promise<number> {
  return worker.single((tx) => repo.unpark(tx));
}
