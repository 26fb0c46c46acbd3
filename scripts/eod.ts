// `npm run eod [-- --date YYYY-MM-DD] [-- --unpark] [-- --chunk people]
// [-- --channels-down YYYY-MM-DD]`: closes the business days up to a date (yesterday, unless said), in
// order, as the worker does after midnight. Safe to run twice, and beside a running product.
import { type BusinessDate, isIsoDate } from '@mohlat/money';
import {
  lastClosable,
  noteOutage,
  runEndOfDay,
  unparkLoans,
} from '../apps/server/src/features/end-of-day/index.ts';
import { createClock } from '../apps/server/src/platform/clock/clock.ts';
import { createDatabase } from '../apps/server/src/platform/db/database.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openConfiguredDatabase } from './database.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const asked = process.argv[process.argv.indexOf('--date') + 1];
const isDated = process.argv.includes('--date');
if (isDated && (asked === undefined || !isIsoDate(asked))) {
  say('Give the date as YYYY-MM-DD: npm run eod -- --date 2026-11-19');
  process.exit(2);
}

// Told before the day is closed, no late charge follows from a day at whose end our own checkout was down.
const isOutage = process.argv.includes('--channels-down');
const outage = process.argv[process.argv.indexOf('--channels-down') + 1];
if (isOutage && (outage === undefined || !isIsoDate(outage))) {
  say('Give the day as YYYY-MM-DD: npm run eod -- --channels-down 2026-11-19');
  process.exit(2);
}

const chunk = process.argv.includes('--chunk')
  ? Number(process.argv[process.argv.indexOf('--chunk') + 1])
  : undefined;
const log = createLog(process.env.LOG_LEVEL ?? 'warn');
const clock = createClock(log);
await followTrialClock();
const last = lastClosable(clock);
const throughOn = isDated ? (asked as BusinessDate) : last;
if (throughOn > last) {
  say(`${throughOn} is not over: the last day that can be closed is ${last}.`);
  process.exit(2);
}
const database = await openConfiguredDatabase();
const pool = createPool(database.url, 'mohlat_worker', 4);
const deps = { worker: createDatabase(pool, clock), clock, log };
try {
  if (isOutage) await noteOutage(deps, outage as BusinessDate, 'told by hand');
  if (process.argv.includes('--unpark')) say(`${await unparkLoans(deps)} parked loans are taken up again.`);
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

/** With the sandbox on, its clock is the product's. */
async function followTrialClock(): Promise<void> {
  if (process.env.SANDBOX === 'off') return;
  const url = process.env.SANDBOX_URL ?? `http://127.0.0.1:${process.env.SANDBOX_PORT || 3100}`;
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
