// `npm run restore`: puts the stopped local database back to the last that is known of it. `-- --at 2026-11-24T15:00:00Z`: to how it
// stood at that instant. What was there is moved aside, and the books are proven.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { proveBooks } from '../apps/server/src/ledger/books.ts';
import { readSecret } from '../apps/server/src/platform/config/config.ts';
import { restore } from './backup/restore.ts';
import { openConfiguredDatabase } from './database.ts';
import { ROOT, say } from './run.ts';

const { values } = parseArgs({ options: { at: { type: 'string' } } });
const at = values.at === undefined ? undefined : new Date(values.at);
if (at !== undefined && Number.isNaN(at.getTime())) {
  say(`${values.at} is no instant: write it as 2026-11-24T15:00:00Z, or with +05:30.`);
  process.exit(2);
}
if (readSecret(process.env, 'DATABASE_URL')) {
  say(
    'DATABASE_URL names a database of your own: restore it with its own means. See docs/runbooks/restore.md.',
  );
  process.exit(2);
}
const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../.data'));
try {
  const { copyOf, throughAt, left, seconds } = await restore(dataDir, at);
  say(`Restored in ${seconds.toFixed(1)} s from the copy of ${copyOf.toISOString()}.`);
  say(`The newest transaction is of ${throughAt?.toISOString() ?? 'before the copy'}.`);
  if (left !== undefined) say(`What was there before lies in ${left}. Delete it when you are sure.`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
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
  say(
    'Now: npm run backup, then npm start, then npm run reconcile. The staff page Reconciliation lists what the rails know and',
  );
  say('this database does not.');
} finally {
  await client.end();
  await database.close();
}
