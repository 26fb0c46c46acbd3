import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { istDate } from '@mohlat/money';
import { archiveOf } from '../backup/archive.ts';
import { ownAll, restore as restoreTo } from '../backup/restore.ts';
import { takeBackup } from '../backup/take.ts';
import { findLocal } from '../postgres.ts';
import { orphansIn } from '../postgres-processes.ts';
import { ROOT } from '../run.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { type Promised, startPaying } from './payers.ts';
import { proveCleanBooks } from './proof.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';

/** The most that may be lost with the machine of the database: a minute, and the moment in which the log is handed over. */
const LOST_MAX_SECONDS = 65;
const LOOK_EVERY_MS = 100;

/** A database whose machine is lost, and one that is put back to a second. */
export const restore: Rehearsal<'people' | 'seconds'> = {
  about: 'the local database is restored from its backup alone, and then to a chosen second',
  options: {
    people: { meaning: 'who pay meanwhile', fallback: 4 },
    seconds: { meaning: 'how long before the backup, after it, and after the chosen second', fallback: 40 },
  },
  async run({ people, seconds }, say) {
    say('Starting two API and two worker processes…');
    const fleet = await openFleet({ isDurable: true, say });
    try {
      const day = istDate(fleet.now());
      const load = await startPaying(fleet, people);
      await pause(seconds * 1000);
      const taken = await takeBackup({ url: fleet.databaseUrl, ...findLocal(fleet.databaseDir) }, 2);
      say(`A backup of ${(taken.bytes / 2 ** 20).toFixed(0)} MiB was taken under load.`);
      await pause(seconds * 1000);
      const at = new Date();
      await pause(seconds * 1000);
      const promised = await load.stop();
      await crash(fleet);
      const crashedAt = new Date();
      say(`${promised.length} payments were acknowledged; then everything was killed.`);
      return report(
        [...(await loseMachine(fleet, promised, crashedAt)), ...(await goBack(fleet, promised, at, day))],
        say,
      );
    } finally {
      await fleet.close();
    }
  },
};

/** Kills the product and the database without a word. */
async function crash(fleet: Fleet): Promise<void> {
  await fleet.kill();
  const { data } = findLocal(fleet.databaseDir);
  process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  while (findLocal(fleet.databaseDir).isRunning || orphansIn(data).length > 0) await pause(LOOK_EVERY_MS);
}

/** Restores from the backup alone, and puts everything back afterwards as it was found. */
async function loseMachine(fleet: Fleet, promised: readonly Promised[], crashedAt: Date): Promise<Check[]> {
  const { data, account } = findLocal(fleet.databaseDir);
  const archive = archiveOf(data);
  const [lost, kept] = [`${data}-lost`, `${archive}-kept`];
  renameSync(data, lost);
  renameSync(archive, kept);
  cpSync(kept, archive, { recursive: true, preserveTimestamps: true });
  if (account) ownAll(archive, account);
  const { seconds, throughAt } = await restoreTo(fleet.databaseDir, undefined);
  const { missing, books } = await lookInto(fleet, promised);
  for (const folder of [data, archive]) rmSync(folder, { recursive: true, force: true });
  renameSync(lost, data);
  renameSync(kept, archive);
  const lostSeconds = throughAt ? (crashedAt.getTime() - throughAt.getTime()) / 1000 : Infinity;
  return [
    {
      what: 'machine lost: what is lost is of the last minute (RPO)',
      figure: `${lostSeconds.toFixed(1)} s, ${missing.length} of ${promised.length} acknowledged payments`,
      isGood: lostSeconds <= LOST_MAX_SECONDS && missing.every((one) => one.at > (throughAt ?? crashedAt)),
    },
    { what: 'machine lost: restored (RTO of the database)', figure: `${seconds.toFixed(1)} s`, isGood: true },
    books,
  ];
}

/** Puts the database back to an instant: what the rail's list then names is what was paid after it, and nothing else. */
async function goBack(fleet: Fleet, promised: readonly Promised[], at: Date, day: string): Promise<Check[]> {
  const { seconds, left } = await restoreTo(fleet.databaseDir, at);
  const { missing, known, books } = await lookInto(fleet, promised);
  const before = promised.filter((one) => one.at <= at);
  const forgotten = missing.filter((one) => one.at <= at);
  const executed = (
    await fleet.control<{ paymentRefId: string; status: string }[]>('GET', '/truth/bill-payments')
  ).filter(({ status }) => status === 'executed');
  const unknown = executed.filter(({ paymentRefId }) => !known.has(paymentRefId));
  const named = await compareWithRail(fleet, day);
  if (left !== undefined) rmSync(left, { recursive: true, force: true });
  return [
    {
      what: 'put back to a second: everything acknowledged before it is there',
      figure: `${before.length} acknowledged, ${forgotten.length} missing, in ${seconds.toFixed(1)} s`,
      isGood: before.length > 0 && forgotten.length === 0,
    },
    {
      what: "put back to a second: the rail's list names what it paid and we do not know",
      figure: `${named} named, ${unknown.length} paid, ${missing.length} acknowledged payments not here`,
      isGood: named === unknown.length && named > 0,
    },
    books,
  ];
}

/** Starts the restored database, reads what is there, and stops it. */
async function lookInto(fleet: Fleet, promised: readonly Promised[]) {
  await fleet.startDatabase();
  const payments = await fleet.sql.query<{ id: string }>('select id from payments');
  const attempts = await fleet.sql.query<{ our_reference: string }>(
    'select our_reference from payment_attempts',
  );
  const books = await proveCleanBooks(fleet);
  await fleet.stopDatabase();
  const there = new Set(payments.rows.map(({ id }) => id));
  return {
    missing: promised.filter(({ paymentId }) => !there.has(paymentId)),
    known: new Set(attempts.rows.map(({ our_reference }) => our_reference)),
    books,
  };
}

/** Counts the rows of the rail's list of a day that no payment here matches, by `npm run reconcile`. */
async function compareWithRail(fleet: Fleet, day: string): Promise<number> {
  await fleet.startDatabase();
  const command = spawn(process.execPath, [join(ROOT, 'scripts/reconcile.ts'), '--day', day, '--dry-run'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: fleet.databaseUrl,
      SANDBOX_URL: fleet.sandboxUrl,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  command.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(command, 'close');
  await fleet.stopDatabase();
  return Number(/^ *not_ours +(\d+)$/m.exec(output)?.[1] ?? 0);
}
