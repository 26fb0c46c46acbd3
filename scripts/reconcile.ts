// `npm run reconcile [-- --day YYYY-MM-DD] [-- --dry-run]`: reads the bill network's list of a day (yesterday, unless said) and
// compares it with payments and ledger, as the worker does every hour. Safe to run twice, and beside a running product.
// `-- --top-up 1500000 --reference UTR…`, `-- --rail-charge 300 --reference …`: a movement of the float, in paise, once for
// each reference. `-- --take-back top-up --reference UTR…` (or `rail-charge`) books its mirror. Each is a row of the audit log. Two members of
// staff book and take back the same on the page of bank movements.
import { addDays, type BusinessDate, isIsoDate, istDate, paise } from '@mohlat/money';
import { moveFloat, takeFloatBack } from '../apps/server/src/features/bank-movements/index.ts';
import { countOpen, readDay, tryDay } from '../apps/server/src/features/reconciliation/index.ts';
import { createClock } from '../apps/server/src/platform/clock/clock.ts';
import { createDatabase } from '../apps/server/src/platform/db/database.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import { readLogLevel } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import {
  createProviders,
  type ProvidersConfig,
  providersConfigFromEnv,
  RowsUnread,
  sandboxProvidersConfig,
} from '../apps/server/src/providers/index.ts';
import { readCommandLine } from './command-line.ts';
import { openConfiguredDatabase } from './database.ts';
import { readSettings } from './settings.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const { values } = readCommandLine(import.meta.filename, {
  options: {
    day: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'top-up': { type: 'string' },
    'rail-charge': { type: 'string' },
    'take-back': { type: 'string' },
    reference: { type: 'string' },
  },
});
const asked = (['top-up', 'rail-charge', 'take-back'] as const).filter((one) => values[one] !== undefined);
if (asked.length > 1) {
  say('Give one movement at a time: --top-up, --rail-charge or --take-back.');
  process.exit(2);
}
const [moved] = asked;
if (moved !== undefined && (values['dry-run'] || values.day !== undefined)) {
  say('A movement of the float is booked, and today: it takes neither --dry-run nor --day.');
  process.exit(2);
}
if (values.day !== undefined && !isIsoDate(values.day)) {
  say(`${values.day} is no day: write it as 2026-03-31.`);
  process.exit(2);
}

const clock = createClock(createLog(await readSettings(() => readLogLevel(process.env, 'warn'))));
const sandboxUrl =
  process.env.SANDBOX === 'off'
    ? undefined
    : process.env.SANDBOX_URL || `http://127.0.0.1:${process.env.SANDBOX_PORT || 3100}`;
if (sandboxUrl)
  await clock
    .follow(sandboxUrl, async () => {})
    .catch(() => say('No sandbox answers: the machine’s own clock counts.'));
const database = await openConfiguredDatabase();
const pool = createPool(database.url, 'mohlat_worker', 4);
const worker = createDatabase(pool, clock);
const today = istDate(clock.now().getTime());
try {
  await (moved === undefined ? compare(values.day ?? addDays(today, -1)) : move(moved));
} finally {
  clock.stop();
  await pool.end();
  await database.close();
}
// The clock's last question to the sandbox would be waited for.
process.exit();

/** Exit 1 while something is open. */
async function compare(day: BusinessDate): Promise<void> {
  const providers = createProviders(readProviders(), { now: clock.now, onCall: () => {} });
  const deps = { worker, clock, providers };
  try {
    if (values['dry-run']) {
      const { opened, isWhole } = await tryDay(deps, day);
      say(`${day}: would open ${opened.length === 0 ? 'nothing' : ''}`);
      for (const { kind, count } of opened) say(`  ${kind.padEnd(16)} ${String(count).padStart(6)}`);
      if (!isWhole) sayUnread(day);
      return;
    }
    const { rows, unread, enquiries, frozen, isComplete } = await readDay(deps, day);
    say(
      `${day}: ${rows} rows, ${isComplete ? 'complete' : 'not closed yet'}; ${enquiries} to ask about, ${frozen} frozen.`,
    );
    if (unread > 0) sayUnread(day);
  } catch (error) {
    if (!(error instanceof RowsUnread)) throw error;
    sayUnread(day);
  } finally {
    await providers.close();
  }
  const open = await worker.plain(countOpen);
  say(open.length === 0 ? 'Nothing is open.' : 'Open:');
  for (const { kind, count } of open) say(`  ${kind.padEnd(16)} ${String(count).padStart(6)}`);
  if (open.length > 0) process.exitCode = 1;
}

/** The others were compared. */
function sayUnread(day: BusinessDate): void {
  say(`${day}: some rows say something new and were not read; the others were compared.`);
  process.exitCode = 1;
}

const KINDS = { 'top-up': 'top_up', 'rail-charge': 'rail_charge' } as const;
type Option = keyof typeof KINDS;

async function move(what: Option | 'take-back'): Promise<void> {
  const { reference } = values;
  if (what === 'take-back') return takeBack(values['take-back'] ?? '', reference);
  const amountPaise = Number(values[what]);
  if (!Number.isSafeInteger(amountPaise) || amountPaise <= 0 || !reference) {
    say('Give whole paise and the reference of the bank or the rail: --top-up 1500000 --reference UTR123');
    process.exitCode = 2;
    return;
  }
  const wanted = { kind: KINDS[what], reference, amountPaise: paise(amountPaise) };
  const moved = await worker.plain((tx) => moveFloat(tx, wanted, clock.now()));
  if (moved.booked) return say(`${wanted.kind} of ${amountPaise} paise booked.`);
  const { stands } = moved;
  if (stands.amountPaise === amountPaise) return say(`${reference} is booked already.`);
  say(
    `${reference} stands with another sum: ${stands.amountPaise} paise, of ${stands.valueOn}. Nothing was booked.`,
  );
  say(`If that is wrong, take it back first: --take-back ${what} --reference ${reference}`);
  process.exitCode = 1;
}

async function takeBack(what: string, reference: string | undefined): Promise<void> {
  if (!(what in KINDS) || !reference) {
    say('Say what is taken back, and its reference: --take-back top-up --reference UTR123');
    process.exitCode = 2;
    return;
  }
  const named = { kind: KINDS[what as Option], reference };
  const taken = await worker.plain((tx) => takeFloatBack(tx, named, clock.now()));
  if (taken) return say(`${named.kind} of ${taken.amountPaise} paise taken back.`);
  say(`No ${what} stands under ${reference}: it was never booked, or is taken back already.`);
  process.exitCode = 1;
}

function readProviders(): ProvidersConfig {
  if (sandboxUrl) return sandboxProvidersConfig(sandboxUrl, Number(process.env.SANDBOX_SMTP_PORT || 3125));
  // Nothing is said to anybody.
  const read = providersConfigFromEnv({ ...process.env }, []);
  if (!('missing' in read)) return read.config;
  say(`missing or unusable: ${read.missing.join(', ')}`);
  process.exit(2);
}
