// `npm run eod [-- --date YYYY-MM-DD] [-- --unpark] [-- --chunk people]
// [-- --channels-down YYYY-MM-DD]`: closes the business days up to a date (yesterday, unless said), in
// order, as the worker does after midnight. `--channels-down` names a day at whose end nobody could repay, once for each such day:
// all are noted before any is closed. Safe to run twice, and beside a running product.
import { type BusinessDate, isIsoDate } from '@mohlat/money';
import {
  lastClosable,
  noteOutages,
  runEndOfDay,
  unparkLoans,
} from '../apps/server/src/features/end-of-day/index.ts';
import { createClock } from '../apps/server/src/platform/clock/clock.ts';
import { createDatabase } from '../apps/server/src/platform/db/database.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import { readLogLevel } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { misused, numberOf, readCommandLine } from './command-line.ts';
import { openConfiguredDatabase } from './database.ts';
import { readSettings } from './settings.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const { values } = readCommandLine(import.meta.filename, {
  options: {
    date: { type: 'string' },
    unpark: { type: 'boolean', default: false },
    chunk: { type: 'string' },
    // Told before the day is closed, no late charge follows from a day at whose end our own checkout was down.
    'channels-down': { type: 'string', multiple: true, default: [] },
  },
});
const asked = values.date === undefined ? undefined : dayOf('--date', values.date);
const outages = values['channels-down'].map((word) => dayOf('--channels-down', word));
const chunk =
  values.chunk === undefined ? undefined : numberOf(import.meta.filename, '--chunk', values.chunk);
const log = createLog(await readSettings(() => readLogLevel(process.env, 'warn')));
const clock = createClock(log);
await followTrialClock();
const last = lastClosable(clock);
const throughOn = asked ?? last;
if (throughOn > last) {
  say(`${throughOn} is not over: the last day that can be closed is ${last}.`);
  process.exit(2);
}
const database = await openConfiguredDatabase();
const pool = createPool(database.url, 'mohlat_worker', 4);
const deps = { worker: createDatabase(pool, clock), clock, log };
try {
  await noteOutages(deps, outages, 'told by hand');
  if (values.unpark) say(`${await unparkLoans(deps)} parked loans are taken up again.`);
  const result = await runEndOfDay(deps, throughOn, {
    onProgress: showProgress(),
    ...(chunk ? { chunkSize: chunk } : {}),
  });
  say(
    `\n${result.days.length} business days closed, ${result.closedCount} loan days, ${result.parkedCount} loans parked.`,
  );
  if (result.parkedCount > 0) process.exitCode = 1;
} finally {
  clock.stop();
  await pool.end();
  await database.close();
}

/** The business day that stands behind an option. Ends the command where it is none. */
function dayOf(option: string, word: string): BusinessDate {
  if (isIsoDate(word)) return word;
  return misused(import.meta.filename, `Give the day of ${option} as YYYY-MM-DD, such as 2026-11-19.`);
}

/** With the sandbox on, its clock is the product's. */
async function followTrialClock(): Promise<void> {
  if (process.env.SANDBOX === 'off') return;
  const url = process.env.SANDBOX_URL || `http://127.0.0.1:${process.env.SANDBOX_PORT || 3100}`;
  await clock
    .follow(url, async () => {})
    .catch(() => say('No sandbox answers: the machine’s own clock counts.'));
}

/** A line a second at most, and one when a day is done. */
function showProgress() {
  let shownAt = 0;
  return ({ day, closedCount, waitingCount }: { day: string; closedCount: number; waitingCount: number }) => {
    if (waitingCount > 0 && Date.now() - shownAt < 1000) return;
    shownAt = Date.now();
    const share = Math.floor((100 * closedCount) / Math.max(1, closedCount + waitingCount));
    say(`${day}  ${String(share).padStart(3)} %  ${closedCount} closed, ${waitingCount} to go`);
  };
}
