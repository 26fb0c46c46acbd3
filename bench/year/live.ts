import { join } from 'node:path';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import pg from 'pg';
import { proveBooks } from '../../apps/server/src/ledger/books.ts';
import { act, type Intent, type Outcome, type Planned } from './acts.ts';
import { type Borrower, createBorrower, type World } from './borrower.ts';
import { evidenceOf } from './evidence.ts';
import { clearFaults, setFaults } from './faults.ts';
import { seeded } from '@mohlat/lending/simulate';
import { differencesFromTruth } from './truth.ts';

const LOOK_MS = 25;
/** Work that is left and does not move for so long is stuck: a failure of the product, however slow the machine is. */
const STUCK_MS = 120_000;

/** Work that is due at an instant: jobs that wait or run, rows whose next look is due, loans whose day is not closed. */
const DUE = `
  select
    (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)::integer as jobs,
    (select count(*) from payments where next_enquiry_at <= $1)::integer as payments,
    (select count(*) from repayments where next_enquiry_at <= $1)::integer as repayments,
    (select count(*) from mandates where next_look_at <= $1)::integer as mandates,
    (select count(*) from presentations where next_look_at <= $1)::integer as presentations,
    (select count(*) from refunds where next_look_at <= $1)::integer as refunds,
    (select count(*) from loan_days
     where is_open and closed_through_on < $2 and coalesce(next_on, '-infinity') <= $2)::integer as days`;

/** Moves the clock of the outside world, and waits until the product has nothing left to do at that time. */
export async function liveUntil(world: World, on: BusinessDate, time: string): Promise<void> {
  const target = new Date(`${on}T${time}+05:30`);
  await world.control('POST', '/clock', { now: target.toISOString() });
  await untilQuiet(world, on, target);
}

/** Waits until the product has nothing left to do at the time it is. */
export async function restNow(world: World, on: BusinessDate): Promise<void> {
  const { now } = await world.control<{ now: string }>('GET', '/clock');
  await untilQuiet(world, on, new Date(now));
}

/** Until nothing is due at an instant of a business day that is past its half past midnight. */
async function untilQuiet(world: World, on: BusinessDate, at: Date): Promise<void> {
  let left = '';
  let movedAt = performance.now();
  for (;;) {
    // By name: it is asked again and again, and planning it costs more than running it.
    const { rows } = await world.sql.query<Record<string, number>>({
      name: 'work left',
      text: DUE,
      values: [at, addDays(on, -1)],
    });
    const due = Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
    if (due.length === 0) return;
    const seen = JSON.stringify(Object.fromEntries(due));
    if (seen !== left) movedAt = performance.now();
    left = seen;
    if (performance.now() - movedAt > STUCK_MS)
      throw new Error(`${on}: nothing moved for two minutes: ${left}`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

export interface YearOptions {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  readonly hasFaults: boolean;
  /** People who act at a time. */
  readonly width: number;
  readonly say: (line: string) => void;
}

export interface YearResult {
  readonly days: number;
  /** Seconds by phase. */
  readonly seconds: Readonly<Record<string, number>>;
  /** The acts of people with the product's answers, counted. */
  readonly said: ReadonlyMap<string, number>;
  /** Loans, by their owner's temperament and how they stand. */
  readonly loans: readonly { temperament: string; status: string; count: number }[];
}

const MONTH_DAYS = 30;
/** After the last day no borrower acts any more, and what is on its way arrives: late authorisations, debits, refunds. */
const AFTERWARDS_DAYS = 6;
/** One step is found, asked for and answered after another. */
const EVENING = ['13:00:00', '16:00:00', '19:00:00', '22:00:00'];
/** So many of a day's acts meet a fault. */
const FAULT_SHARE = 0.35;
const INVARIANTS = join(import.meta.dirname, '../../db/invariants');

/**
 * Lives a stretch of time with people of every temperament, through the product's public interface and its own jobs.
 * Throws when an invariant breaks at the end of a month, or when the books and the world differ at the end.
 */
export async function liveYear(world: World, options: YearOptions): Promise<YearResult> {
  const { people, days: count, seed, say } = options;
  const clock = stopwatch();
  const { now } = await world.control<{ now: string }>('GET', '/clock');
  const first = addDays(istDate(now), 1);
  const borrowers = await clock.time('people', () =>
    inParallel(
      Array.from({ length: people }, (_, number) => number),
      options.width,
      (number) => createBorrower(world, number, seed, { first, count }),
    ),
  );
  say(`${people} people in ${clock.of('people').toFixed(1)} s`);
  const agenda = createAgenda(borrowers);
  const said = new Map<string, number>();
  const random = seeded(seed);
  for (let number = 0; number < count + AFTERWARDS_DAYS; number += 1) {
    const day = addDays(first, number);
    const isOver = number >= count;
    const visits = isOver ? [] : agenda.of(day);
    if (number === count) await clearFaults(world);
    const atNoon = async () => {
      if (options.hasFaults) await setFaults(world, random, Math.ceil(visits.length * FAULT_SHARE));
      await inParallel(visits, options.width, async (visit) => {
        for (const { kind, next } of await visitOf(visit, day)) {
          said.set(kind, (said.get(kind) ?? 0) + 1);
          agenda.add(visit.borrower, next);
        }
      });
    };
    await liveDay(world, day, clock, visits.length > 0 ? atNoon : undefined);
    // The work that the last debits set off runs to its end: a loan is repaid, its mandate is looked at, and a bank ends it.
    if (number === count + AFTERWARDS_DAYS - 1) await liveEvening(world, day, clock);
    if ((number + 1) % MONTH_DAYS !== 0 && number !== count + AFTERWARDS_DAYS - 1) continue;
    await clock.time('proofs', () => expectCleanBooks(world, day));
    say(`${day}  day ${number + 1} of ${count}: books clean, ${clock.line()}`);
  }
  const differences = await clock.time('truth', () => differencesFromTruth(world));
  if (differences.length > 0) throw await differing(world, differences);
  const loans = await countLoans(world, borrowers);
  return { days: count + AFTERWARDS_DAYS, seconds: clock.all(), said, loans };
}

/** The evidence is shown of so many differences. */
const SHOWN_MAX = 20;

async function differing(world: World, differences: readonly string[]): Promise<Error> {
  const references = differences.slice(0, SHOWN_MAX).map((line) => /(\S+):/.exec(line)?.[1] ?? line);
  const evidence = await evidenceOf(world, references);
  return new Error(['The books and the world differ:', ...differences, ...evidence].join('\n'));
}

interface Visit {
  readonly borrower: Borrower;
  readonly intents: readonly Intent[];
}

/** One day: it opens, debits go out, people come at noon, and what they asked for is looked at. */
async function liveDay(
  world: World,
  day: BusinessDate,
  clock: ReturnType<typeof stopwatch>,
  atNoon: (() => Promise<void>) | undefined,
): Promise<void> {
  await clock.time('closing', () => liveUntil(world, day, '00:31:00'));
  await clock.time('debits', () => liveUntil(world, day, '10:01:00'));
  if (atNoon) {
    await clock.time('before noon', () => liveUntil(world, day, '12:00:00'));
    await clock.time('people at noon', atNoon);
    // Their requests are on their way before time goes on.
    await clock.time('after noon', () => restNow(world, day));
    await clock.time('after noon', () => liveUntil(world, day, '12:20:00'));
  }
}

async function liveEvening(
  world: World,
  day: BusinessDate,
  clock: ReturnType<typeof stopwatch>,
): Promise<void> {
  for (const time of EVENING) await clock.time('after noon', () => liveUntil(world, day, time));
}

async function visitOf({ borrower, intents }: Visit, day: BusinessDate) {
  await borrower.person.renew();
  const outcomes: { kind: string; next: readonly Planned[] }[] = [];
  const open = [...intents];
  for (let intent = open.shift(); intent; intent = open.shift()) {
    const { said, next }: Outcome = await act(borrower, intent, day);
    const today = next.filter(({ on, intent: { what } }) => on <= day && what === 'step');
    open.push(...today.map((one) => one.intent));
    outcomes.push({ kind: said, next: next.filter((one) => !today.includes(one)) });
  }
  return outcomes;
}

/** The plans by day: who means to do what. What is meant for a day that has begun is for the next one. */
function createAgenda(borrowers: readonly Borrower[]) {
  const days = new Map<BusinessDate, Map<Borrower, Intent[]>>();
  let begun: BusinessDate | undefined;
  const add = (borrower: Borrower, planned: readonly Planned[]) => {
    for (const { on, intent } of planned) {
      const day = begun !== undefined && on <= begun ? addDays(begun, 1) : on;
      const visits = days.get(day) ?? new Map<Borrower, Intent[]>();
      days.set(day, visits);
      visits.set(borrower, [...(visits.get(borrower) ?? []), intent]);
    }
  };
  for (const borrower of borrowers)
    add(
      borrower,
      borrower.billDays.map((on) => ({ on, intent: { what: 'bill' } })),
    );
  return {
    add,
    of(day: BusinessDate): Visit[] {
      begun = day;
      const visits = days.get(day) ?? new Map<Borrower, Intent[]>();
      days.delete(day);
      return [...visits].map(([borrower, intents]) => ({ borrower, intents }));
    },
  };
}

/** Every invariant holds, the trial balance is zero, and no loan waits for a person. */
async function expectCleanBooks(world: World, day: BusinessDate): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const broken = (await proveBooks(client, INVARIANTS)).filter(({ breaches }) => breaches.length > 0);
    if (broken.length > 0) throw new Error(`${day}: ${JSON.stringify(broken, null, 2)}`);
    const { rows } = await client.query<{ sum: string; parked: string }>(
      `select (select coalesce(sum(amount_paise), 0) from postings)::text as sum,
         (select count(*) from parked_loans)::text as parked`,
    );
    if (rows[0]?.sum !== '0' || rows[0].parked !== '0')
      throw new Error(
        `${day}: the trial balance is ${rows[0]?.sum} paise, ${rows[0]?.parked} loans are parked`,
      );
  } finally {
    await client.end();
  }
}

async function countLoans(world: World, borrowers: readonly Borrower[]): Promise<YearResult['loans']> {
  const temperaments = new Map(borrowers.map(({ person, temperament }) => [person.email, temperament]));
  const { rows } = await world.sql.query<{ email: string; status: string }>(
    'select u.email, l.status from loans l join auth.users u on u.id = l.user_id',
  );
  const counts = new Map<string, number>();
  for (const { email, status } of rows) {
    const key = `${temperaments.get(email)}|${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([key, count]) => {
      const [temperament = '', status = ''] = key.split('|');
      return { temperament, status, count };
    });
}

export async function inParallel<T, R>(
  list: readonly T[],
  width: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < list.length) {
      const index = next;
      next += 1;
      results[index] = await work(list[index]!);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

/** Where the time goes. */
function stopwatch() {
  const spent = new Map<string, number>();
  return {
    async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
      const began = performance.now();
      try {
        return await work();
      } finally {
        spent.set(phase, (spent.get(phase) ?? 0) + (performance.now() - began) / 1000);
      }
    },
    of: (phase: string) => spent.get(phase) ?? 0,
    line: () => [...spent].map(([phase, seconds]) => `${phase} ${seconds.toFixed(0)} s`).join(', '),
    all: () => Object.fromEntries(spent),
  };
}
