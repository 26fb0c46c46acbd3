import { parseArgs } from 'node:util';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { machine } from './accept/machine.ts';
import { act } from './year/acts.ts';
import { type Borrower, cardOf, createBorrower, type World } from './year/borrower.ts';
import { inParallel, liveUntil, restNow } from './year/live.ts';
import { openWorld } from './year/stage.ts';

const BILL_PAISE = 900_000;
const INSTALMENTS = 3;
const WIDTH = 8;
const SEED = 1;
/** Past the periods of what is kept for a time: call-backs and calls of providers, then mails. */
const LATER_DAYS = [91, 366];

/** The size of one table: rows, and bytes of them and of its indexes. */
interface Size {
  readonly name: string;
  readonly rows: number;
  readonly rowBytes: number;
  readonly indexBytes: number;
}

/** Each table packed again: room that dead rows left is not what a bill needs. */
const SIZES = `
  select c.oid::regclass::text as name, c.reltuples::integer as rows,
    pg_table_size(c.oid)::integer as "rowBytes", pg_indexes_size(c.oid)::integer as "indexBytes"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'auth', 'graphile_worker')`;

/**
 * Measures what one bill of three instalments leaves in the database: people pay one each through the whole product and repay every
 * instalment on its day. Their accounts, cards and limits stand there before and do not count.
 */
export async function runBillBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { people: { type: 'string', default: '200' } } });
  const people = Number(values.people);
  const world = await openWorld();
  const stop = () => void world.stop().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const { now } = await world.control<{ now: string }>('GET', '/clock');
    const first = addDays(istDate(now), 1);
    const numbers = Array.from({ length: people }, (_, number) => number);
    const borrowers = await inParallel(numbers, WIDTH, (number) =>
      createBorrower(world, number * 13, SEED, { first, count: 1 }),
    );
    await liveUntil(world, first, '12:00:00');
    const before = await measure(world);
    const last = await live(world, borrowers, first);
    const atEnd = left(before, await measure(world), people);
    sayTables(atEnd);
    say('\nOne bill of three instalments, repaid on its days:');
    saySum('on its last day', atEnd);
    for (const days of LATER_DAYS) {
      await forget(world, addDays(last, days));
      saySum(`${days} days later`, left(before, await measure(world), people));
    }
    say(`${people} people, ${JSON.stringify(machine())}`);
  } finally {
    await world.stop();
  }
}

/** Days go by until no one owes anything, each opened, closed and lived at noon. */
async function live(
  world: World,
  borrowers: readonly Borrower[],
  first: BusinessDate,
): Promise<BusinessDate> {
  const loans = await inParallel(borrowers, WIDTH, async (borrower) => {
    await borrower.person.renew();
    const { id } = await borrower.person.pay(await cardOf(borrower, '4021'), BILL_PAISE, INSTALMENTS);
    return { borrower, id };
  });
  await restNow(world, first);
  await liveUntil(world, first, '12:20:00');
  const [one] = loans;
  if (one === undefined) return first;
  const { schedule } = await one.borrower.person.payment(one.id);
  const dues = new Map(schedule.map((row) => [row.dueDate, row.number]));
  const last = schedule.at(-1)!.dueDate as BusinessDate;
  for (let day = addDays(first, 1); day <= addDays(last, 2); day = addDays(day, 1)) {
    await liveUntil(world, day, '00:31:00');
    await liveUntil(world, day, '12:00:00');
    const instalment = dues.get(day);
    if (instalment === undefined) continue;
    const step = {
      what: 'repay',
      on: day,
      instalment,
      share: 1,
      using: 'success@razorpay',
      withRewards: false,
    } as const;
    await inParallel(loans, WIDTH, async ({ borrower, id }) => {
      await borrower.person.renew();
      await act(borrower, { what: 'step', loanId: id, step }, day);
    });
    await restNow(world, day);
    await liveUntil(world, day, '12:20:00');
  }
  for (const { borrower, id } of loans) {
    await borrower.person.renew();
    const { status, failureReason } = await borrower.person.payment(id);
    if (status !== 'completed') throw new Error(`a bill is ${status} at the end: ${failureReason}`);
  }
  return addDays(last, 2);
}

/** Lets the night of a later day forget what has been kept long enough; the jobs go by the machine's clock and are asked for. */
async function forget(world: World, day: BusinessDate): Promise<void> {
  await liveUntil(world, day, '03:30:00');
  await world.sql.query(
    `select graphile_worker.add_job(task) from unnest(array['idempotency_purge', 'privacy_retention']) as task`,
  );
  await restNow(world, day);
}

async function measure({ sql }: World): Promise<ReadonlyMap<string, Size>> {
  await sql.query('vacuum full analyze');
  const { rows } = await sql.query<Size>(SIZES);
  return new Map(rows.map((size) => [size.name, size]));
}

/** The growth of each table for one bill, on the average. */
function left(
  before: ReadonlyMap<string, Size>,
  after: ReadonlyMap<string, Size>,
  people: number,
): readonly Size[] {
  return [...after.values()].map(({ name, rows, rowBytes, indexBytes }) => {
    const was = before.get(name) ?? { rows: 0, rowBytes: 0, indexBytes: 0 };
    return {
      name,
      rows: (rows - was.rows) / people,
      rowBytes: (rowBytes - was.rowBytes) / people,
      indexBytes: (indexBytes - was.indexBytes) / people,
    };
  });
}

function sayTables(sizes: readonly Size[]): void {
  say(`${'table'.padEnd(36)}   rows  bytes  of its indexes`);
  const seen = sizes.filter((size) => size.rows !== 0 || bytesOf(size) !== 0);
  for (const { name, rows, rowBytes, indexBytes } of seen.toSorted(
    (one, other) => bytesOf(other) - bytesOf(one),
  ))
    say(
      `${name.padEnd(36)} ${rows.toFixed(1).padStart(6)} ${rowBytes.toFixed(0).padStart(6)} ${indexBytes.toFixed(0).padStart(6)}`,
    );
}

function saySum(when: string, sizes: readonly Size[]): void {
  const sum = (read: (size: Size) => number) => sizes.reduce((total, size) => total + read(size), 0);
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  say(
    `  ${when.padEnd(16)} ${sum((size) => size.rows).toFixed(0)} rows, ${kib(sum(bytesOf))}, of which indexes ${kib(sum((size) => size.indexBytes))}`,
  );
}

function bytesOf({ rowBytes, indexBytes }: Pick<Size, 'rowBytes' | 'indexBytes'>): number {
  return rowBytes + indexBytes;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
