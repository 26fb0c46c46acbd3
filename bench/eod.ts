import { machinePause } from '../apps/server/src/platform/clock/clock.ts';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { runEndOfDay } from '../apps/server/src/features/end-of-day/index.ts';
import { createDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { machine } from './accept/machine.ts';
import { before, DAYS, fillLoans } from './eod/fill.ts';

const RESULT = join(import.meta.dirname, 'results', 'eod.json');
const INSTALMENTS_A_LOAN = 3;

interface Row {
  readonly day: BusinessDate;
  readonly instalments: number;
  readonly closePerSecond: number;
  readonly updatePerSecond: number;
  readonly ratio: number;
  readonly closeSeconds: number;
}

/**
 * Measures the close of a business day in open instalments a second, in the middle of a month and on its last day, when all
 * interest is posted. One plain set-based UPDATE of the same rows in the same run is the baseline. The cost of each instalment
 * should stay the same however many there are. The day before is closed first and not counted: it looks at every loan.
 */
export async function runEndOfDayBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      instalments: { type: 'string', default: '10000,100000,1000000' },
      chunk: { type: 'string', default: '500' },
      save: { type: 'boolean', default: false },
    },
  });
  const rows: Row[] = [];
  const measured = values.instalments.split(',').flatMap((size) => DAYS.map((day) => ({ size, day })));
  for (const { size, day } of measured) {
    const row = await measure(Number(size), Number(values.chunk), businessDate(day));
    rows.push(row);
    say(
      `${row.day}, ${String(row.instalments).padStart(8)} instalments: day closed in ${row.closeSeconds.toFixed(1)} s, ` +
        `${row.closePerSecond.toFixed(0)}/s beside ${row.updatePerSecond.toFixed(0)}/s, ratio ${row.ratio.toFixed(3)}`,
    );
  }
  say(JSON.stringify(machine()));
  if (!values.save) return;
  mkdirSync(join(RESULT, '..'), { recursive: true });
  writeFileSync(
    RESULT,
    `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), rows }, null, 2)}\n`,
  );
}

async function measure(instalments: number, chunkSize: number, day: BusinessDate): Promise<Row> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(tmpdir(), 'mohlat-bench-')),
    isDurable: true,
  });
  const owner = createPool(postgres.url, undefined, 2);
  const worker = createPool(postgres.url, 'mohlat_worker', 2, { statementMs: 300_000 });
  try {
    await migrate(postgres.url, join(import.meta.dirname, '../db'));
    const loans = Math.floor(instalments / INSTALMENTS_A_LOAN);
    say(`Preparing ${loans} loans…`);
    await fillLoans(owner, loans, before(day));
    const count = loans * INSTALMENTS_A_LOAN;
    const updateSeconds = await secondsOf(() =>
      owner.query('update instalments set is_demanded = is_demanded'),
    );
    const firstSeconds = await secondsOf(() => close(worker, addDays(day, -1), chunkSize));
    say(`The day before, with a look at every loan: ${firstSeconds.toFixed(1)} s`);
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const closeSeconds = await secondsOf(() => close(worker, day, chunkSize));
    return {
      day,
      instalments: count,
      closePerSecond: count / closeSeconds,
      updatePerSecond: count / updateSeconds,
      ratio: updateSeconds / closeSeconds,
      closeSeconds,
    };
  } finally {
    await worker.end();
    await owner.end();
    await postgres.discard();
  }
}

/** Closes a day half an hour after it ended; no borrower may be left over. */
async function close(pool: pg.Pool, day: BusinessDate, chunkSize: number): Promise<void> {
  const now = new Date(`${day}T19:30:00Z`);
  const clock = {
    now: () => now,
    today: () => addDays(day, 1),
    offsetMs: () => 0,
    pause: machinePause,
  };
  const deps = { worker: createDatabase(pool, clock), clock, log: createLog('error') };
  const result = await runEndOfDay(deps, day, { chunkSize });
  if (result.parkedCount > 0) throw new Error(`${result.parkedCount} loans could not be closed`);
  if (!result.days.includes(day)) throw new Error(`${day} was not closed`);
}

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
