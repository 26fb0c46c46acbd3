import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { runEndOfDay, unparkLoans } from './index.ts';
import { sweepOverview } from '#features/overview/overview.service.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-02-01');
const END = businessDate('2026-06-10');
const log = createLog('silent', { write: () => {} });

const LOANS = 12;

/** Loans of eight people: some paid ahead, some once, some never. */
async function lendToMany(lab: Lab): Promise<LabLoan[]> {
  const loans: LabLoan[] = [];
  for (let index = 0; index < LOANS; index += 1) {
    const terms = {
      billPaise: 900_000 + index * 237_713,
      instalments: [1, 3, 6, 3][index % 4]!,
      disbursedOn: addDays(START, (index * 5) % 20),
    };
    loans.push(await lab.lend(`e${index - (index % 3 === 2 ? 1 : 0)} l${index}`, terms));
  }
  for (const [index, loan] of loans.entries()) {
    if (index % 3 !== 0) continue;
    lab.set(noonOf(addDays(START, 21)));
    await lab.credit(loan, `once${index}`, 350_000 + index, noonOf(addDays(START, 21)));
  }
  lab.set(noonOf(addDays(END, 1)));
  return loans;
}

const depsOf = (lab: Lab) => ({ worker: lab.worker, clock: lab.clock, log });

describe('the end of the day', () => {
  let clean: Lab;
  let books: unknown;
  let first: Awaited<ReturnType<typeof runEndOfDay>>;
  beforeAll(async () => {
    clean = await openLab();
    await lendToMany(clean);
    first = await runEndOfDay(depsOf(clean), END);
    books = await bookOutcome(clean);
  });
  afterAll(() => clean.close());

  test('LEND-22: closes every day of every loan, and the books are clean', async () => {
    expect(first).toMatchObject({ parkedCount: 0 });
    expect(first.days.at(-1)).toBe(END);
    expect(await clean.broken()).toEqual([]);
  });

  let lab: Lab;
  const open: Lab[] = [];
  const openOne = async (): Promise<void> => {
    lab = await openLab();
    open.push(lab);
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  test('LEND-B1, LEND-B2: killed at twenty points and begun again it ends in the same books', async () => {
    await openOne();
    await lendToMany(lab);
    // Each run books some more, and is killed before a booking, in the middle of its transaction, or before it hears of its commit.
    for (let turn = 0; turn < 20; turn += 1) {
      const mortal = mortalFor(lab.worker, {
        bookings: 1 + (turn % 4),
        when: MOMENTS[turn % MOMENTS.length]!,
      });
      const run = runEndOfDay({ ...depsOf(lab), worker: mortal }, END, { chunkSize: 2 });
      await expect(run).rejects.toThrow(KILLED);
      expect(await lab.broken()).toEqual([]);
    }
    await killCommand(lab);
    expect((await runEndOfDay(depsOf(lab), END)).closedCount).toBeGreaterThan(0);
    expect(await lab.broken()).toEqual([]);
    expect(await bookOutcome(lab)).toEqual(books);
  });

  test('LEND-B1, LEND-C9: three runners at once share the work and end in the same books', async () => {
    await openOne();
    await lendToMany(lab);
    const results = await Promise.all(
      [3, 1, 2].map((chunkSize) => runEndOfDay(depsOf(lab), END, { chunkSize, lookSize: 2 * chunkSize })),
    );
    expect(results.filter((result) => result.closedCount > 0).length).toBeGreaterThan(1);
    expect(await lab.broken()).toEqual([]);
    expect(await bookOutcome(lab)).toEqual(books);
    const again = await runEndOfDay(depsOf(lab), END);
    expect(again).toEqual({ days: [], closedCount: 0, parkedCount: 0 });
  });

  test('LEND-B5: a loan that cannot be closed is parked, the others go on, and it is taken up again', async () => {
    await openOne();
    const loans = await lendToMany(lab);
    const sick = loans[5]!;
    await lab.owner.query(
      `create function ache() returns trigger language plpgsql as $$ begin
         if new.loan_id = '${sick.loanId}' and new.business_on >= '2026-03-01' then raise exception 'ache'; end if;
         return new; end $$;
       create trigger ache before insert on dpd_log for each row execute function ache()`,
    );
    const result = await runEndOfDay(depsOf(lab), END);
    expect(result.parkedCount).toBeGreaterThan(0);
    const open = await lab.owner.query('select 1 from business_days where closed_at is not null');
    expect(open.rowCount).toBe(0);
    await lab.owner.query('drop trigger ache on dpd_log');
    expect(await unparkLoans(depsOf(lab))).toBe(result.parkedCount);
    expect((await runEndOfDay(depsOf(lab), END)).parkedCount).toBe(0);
    expect(await lab.broken()).toEqual([]);
    expect(await bookOutcome(lab)).toEqual(books);
  });

  test('LEND-B6: what comes after the close of a day is posted on the first open one', async () => {
    await openOne();
    const [loan] = await lendToMany(lab);
    const closedOn = addDays(START, 65);
    await runEndOfDay(depsOf(lab), closedOn);
    lab.set(noonOf(addDays(START, 60)));
    await lab.credit(loan!, 'late news', 120_000, noonOf(addDays(START, 50)));
    const { rows } = await lab.owner.query<{ posting_on: BusinessDate }>(
      "select distinct posting_on from journals where source_kind = 'reversal'",
    );
    expect(rows.map((row) => row.posting_on)).toEqual([addDays(closedOn, 1)]);
    // The clock went back: the loan has days again that the whole book has closed.
    await runEndOfDay(depsOf(lab), closedOn);
    expect(await lab.broken()).toEqual([]);
  });
});

const KILLED = 'killed';

const MOMENTS = ['before', 'uncommitted', 'unanswered'] as const;
const BOOK = 'select book(';

/** Where a process dies: at so many bookings, at a moment of the last one. */
interface End {
  readonly bookings: number;
  readonly when: (typeof MOMENTS)[number];
}

/** A database for a process that is killed. Whatever it tries after its end fails, too: nothing tidies up behind it. */
function mortalFor(database: Database, { bookings, when }: End): Database {
  let left = bookings;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Error(KILLED);
  };
  const dieAt = (moment: End['when']) => {
    if (isDead || (left <= 0 && when === moment)) die();
  };
  const mortal = (tx: Tx): Tx => ({
    ...tx,
    call: async (text, values) => {
      const isBooking = text.startsWith(BOOK);
      if (isBooking && !isDead) left -= 1;
      dieAt('before');
      const answer = await tx.call(text, values);
      if (isBooking) dieAt('uncommitted');
      return answer as never;
    },
  });
  return {
    ...database,
    async plain(work) {
      const answer = await database.plain((tx) => work(mortal(tx)));
      dieAt('unanswered');
      return answer;
    },
    async forUser(userId, work) {
      const answer = await database.forUser(userId, (tx) => work(mortal(tx)));
      dieAt('unanswered');
      return answer;
    },
  };
}

/** Starts the command, and kills it as soon as it says how far it has come. */
async function killCommand(lab: Lab): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../../scripts/eod.ts'), '--date', END, '--chunk', '1'],
    { env: { ...process.env, DATABASE_URL: lab.url, SANDBOX: 'off' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
}

test('LEND-B6: what breaks off between two days keeps the sums of the first, and goes on with the second', async () => {
  const lab = await openLab();
  for (const day of ['2027-01-15', '2027-01-16'] as const)
    await lab.lend(`p ${day}`, { billPaise: 300_000, instalments: 1, disbursedOn: businessDate(day) });
  lab.set(noonOf(businessDate('2027-01-18')));
  await lab.owner.query("update business_days set closed_at = '2027-01-17T06:00:00Z'");
  await lab.owner.query(
    `create function ache() returns trigger language plpgsql as $$ begin
       if new.day_on = '2027-01-16' then raise exception 'ache'; end if;
       return new; end $$;
     create trigger ache before insert on ledger_days for each row execute function ache()`,
  );
  const summed = async () =>
    (await lab.owner.query('select 1 from business_days where summed_at is not null')).rowCount;
  await expect(sweepOverview(lab)).rejects.toThrow('ache');
  expect(await summed()).toBe(1);
  await lab.owner.query('drop trigger ache on ledger_days');
  expect([await sweepOverview(lab), await sweepOverview(lab)]).toEqual([1, 0]);
  expect(await summed()).toBe(2);
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});
