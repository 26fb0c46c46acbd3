import { machinePause } from '../apps/server/src/platform/clock/clock.ts';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { businessDate } from '@mohlat/money';
import { runEndOfDay } from '../apps/server/src/features/end-of-day/index.ts';
import { createDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { machine } from './accept/machine.ts';
import { CLOSED_DAY, fillLoans } from './eod/fill.ts';

const RESULT = join(import.meta.dirname, 'results', 'eod.json');
const INSTALMENTS_A_LOAN = 3;

interface Row {
  readonly instalments: number;
  readonly closePerSecond: number;
  readonly updatePerSecond: number;
  readonly ratio: number;
  readonly closeSeconds: number;
}

/**
 * How fast a business day is closed: open instalments a second, beside one plain set-based UPDATE of the same rows in
 * the same run. The cost of each should stay the same however many there are.
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
  for (const size of values.instalments.split(',')) {
    const row = await measure(Number(size), Number(values.chunk));
    rows.push(row);
    say(
      `${String(row.instalments).padStart(8)} instalments: day closed in ${row.closeSeconds.toFixed(1)} s, ` +
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

async function measure(instalments: number, chunkSize: number): Promise<Row> {
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
    await fillLoans(owner, loans);
    const count = loans * INSTALMENTS_A_LOAN;
    const updateSeconds = await secondsOf(() =>
      owner.query('update instalments set is_demanded = is_demanded'),
    );
    await owner.query('vacuum analyze instalments');
    await owner.query('checkpoint');
    const now = new Date(`${CLOSED_DAY}T19:30:00Z`);
    const clock = {
      now: () => now,
      today: () => businessDate('2026-07-01'),
      offsetMs: () => 0,
      pause: machinePause,
    };
    const deps = { worker: createDatabase(worker, clock), clock, log: createLog('error') };
    const closeSeconds = await secondsOf(async () => {
      const result = await runEndOfDay(deps, businessDate(CLOSED_DAY), { chunkSize });
      if (result.closedCount !== loans)
        throw new Error(`${result.closedCount} of ${loans} loans were closed`);
    });
    return {
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

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
