// `npm run restore`: puts the stopped local database back to the last that is known of it. `-- --at 2026-11-24T15:00:00Z`: to how it
// stood at that instant. What was there is moved aside, also records of days signed since; the books are proven, and the restore is noted for staff.
// `-- --note 2026-11-24T15:00:00Z`: restores nothing, and notes that the database was put back to that instant by other means.
import { join, resolve } from 'node:path';
import pg from 'pg';
import { existsSync } from 'node:fs';
import { leaveRecords } from '../apps/server/src/features/evidence/index.ts';
import { proveBooks } from '../apps/server/src/ledger/books.ts';
import { readSecret } from '../apps/server/src/platform/config/config.ts';
import { openDisk } from '../apps/server/src/platform/files/disk.ts';
import { readCommandLine } from './command-line.ts';
import { noteRestore, type NotedRestore } from './backup/note-restore.ts';
import { restore } from './backup/restore.ts';
import { openConfiguredDatabase } from './database.ts';
import { ROOT, say } from './run.ts';
import { readSettings } from './settings.ts';

const { values } = readCommandLine(import.meta.filename, {
  options: { at: { type: 'string' }, note: { type: 'string' } },
});
type Files = Awaited<ReturnType<typeof openDisk>>;

/** Copies of a database of one's own are made by its own means; ours would refuse. */
const isOwn = Boolean(await readSettings(() => readSecret(process.env, 'DATABASE_URL')));
const NEXT = isOwn
  ? 'a base copy of your own database by its own means, then start the product'
  : 'npm run backup, then npm start';
const DATA_DIR = resolve(process.env.DATA_DIR || join(import.meta.dirname, '../.data'));
const [at, noteOf] = [instantOf(values.at), instantOf(values.note)];
if (noteOf !== undefined) {
  if (noteOf.getTime() > Date.now()) fail(`${values.note} has not come yet.`);
  const files = await openFiles();
  await afterwards({ restoredAt: new Date(), throughAt: noteOf, copyAt: undefined }, files);
} else {
  if (isOwn)
    fail(
      'DATABASE_URL names a database of your own: restore it with its own means, then note it with --note. See docs/runbooks/restore.md.',
    );
  const files = await openFiles();
  await afterwards(await putBack(), files);
}

/** Puts the local database back. Ends the command, with what to do, where that cannot be done. */
async function putBack(): Promise<NotedRestore> {
  try {
    const { copyOf, throughAt, left, seconds } = await restore(DATA_DIR, at);
    say(`Restored in ${seconds.toFixed(1)} s from the copy of ${copyOf.toISOString()}.`);
    say(`The newest transaction is of ${throughAt?.toISOString() ?? 'before the copy'}.`);
    if (left !== undefined) say(`What was there before lies in ${left}. Delete it when you are sure.`);
    return { restoredAt: new Date(), throughAt: throughAt ?? copyOf, copyAt: copyOf };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** Proves the books, and notes the restore. Exit 1 where they are broken. */
async function afterwards(restored: NotedRestore, files: Files | string): Promise<void> {
  const database = await openConfiguredDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const proofs = await proveBooks(client, join(ROOT, 'db/invariants'));
    const broken = proofs.filter(({ breaches }) => breaches.length > 0).map(({ id }) => id);
    say(
      broken.length === 0
        ? `The books are clean: ${proofs.length} invariants.`
        : `Broken: ${broken.join(', ')}.`,
    );
    if (broken.length > 0) process.exitCode = 1;
    const isNoted = await noteRestore(client, restored);
    await leaveRecordsOf(client, files, restored);
    say(
      isNoted
        ? `Now: ${NEXT}. The staff page Restores says which days are read again, and what waits for a person.`
        : `Now: ${NEXT}, then npm run restore -- --note ${restored.throughAt.toISOString()}, for the staff page Restores.`,
    );
  } finally {
    await client.end();
    await database.close();
  }
}

/**
 * Opens the place files lie in, or says why none is looked at. Before anything is restored or noted: a setting that is missing ends the
 * command. The folder of this checkout holds no files of a database that is named elsewhere, so there DATA_DIR has to say where they lie.
 */
async function openFiles(): Promise<Files | string> {
  const isDisk = (process.env.FILES || 'disk') === 'disk';
  if (isDisk && isOwn && !process.env.DATA_DIR) return 'No files were looked at: DATA_DIR names no folder.';
  if (isDisk && !existsSync(join(DATA_DIR, 'files'))) return `No files lie in ${DATA_DIR}.`;
  return readSettings(() => openDisk({ env: process.env, dataDir: DATA_DIR }));
}

/** Days signed after the instant are signed anew: what was signed of them before must not lie in the way. */
async function leaveRecordsOf(
  client: pg.Client,
  files: Files | string,
  { restoredAt }: NotedRestore,
): Promise<void> {
  if (typeof files === 'string') {
    say(
      `${files} Note the restore where they lie, so that the records of days signed since are moved aside.`,
    );
    return;
  }
  const { left, back } = await leaveRecords(files, client, restoredAt);
  if (left.length > 0)
    say(
      `Records of days that were signed after the instant were moved aside in the file store (anchors/left-…): ${left.join(', ')}.`,
    );
  if (back.length > 0)
    say(`Records that an earlier restore had moved aside are in their place again: ${back.join(', ')}.`);
}

function instantOf(text: string | undefined): Date | undefined {
  const instant = text === undefined ? undefined : new Date(text);
  if (instant !== undefined && Number.isNaN(instant.getTime()))
    fail(`${text} is no instant: write it as 2026-11-24T15:00:00Z, or with +05:30.`);
  return instant;
}

function fail(sentence: string, code = 2): never {
  say(sentence);
  process.exit(code);
}
