// `npm run backup`: copies the local database while it works, and keeps its log from now on, so that `npm run restore` can bring back
// every instant since. `-- --keep 7`: so many copies stay. A database of your own (DATABASE_URL) is backed up by its own means.
import { join, resolve } from 'node:path';
import { readSecret } from '../apps/server/src/platform/config/config.ts';
import { readCommandLine } from './command-line.ts';
import { BackupUnderWay, takeBackup } from './backup/take.ts';
import { openConfiguredDatabase } from './database.ts';
import { findLocal } from './postgres.ts';
import { say } from './run.ts';

const { values } = readCommandLine(import.meta.filename, {
  options: { keep: { type: 'string', default: '7' } },
});
const keep = Number(values.keep);
if (!Number.isInteger(keep) || keep < 1) {
  say('--keep wants a whole number above nought.');
  process.exit(2);
}
if (readSecret(process.env, 'DATABASE_URL')) {
  say(
    'DATABASE_URL names a database of your own: back it up with its own means, base copies and the log since.',
  );
  say('docs/runbooks/restore.md says what such a backup has to hold, and what to do after a restore.');
  process.exit(2);
}
const dataDir = resolve(process.env.DATA_DIR || join(import.meta.dirname, '../.data'));
const database = await openConfiguredDatabase();
try {
  const from = performance.now();
  const taken = await takeBackup({ url: database.url, ...findLocal(dataDir) }, keep);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  say(`${taken.files} files, ${(taken.bytes / 2 ** 20).toFixed(0)} MiB in ${seconds} s: ${taken.folder}`);
  if (taken.prunedCount > 0) say(`${taken.prunedCount} older copies were removed.`);
  say(
    `From ${taken.finishedAt.toISOString()} on, every instant can be restored: npm run restore -- --at <instant>`,
  );
  say(
    `Copy that folder's parent and ${join(dataDir, 'files')} to another machine, onto an encrypted disk. Keep ${join(dataDir, 'keys')}`,
  );
  say(
    'elsewhere and safe: they open what is sealed in a backup, PANs and bank accounts among it. Names and all about',
  );
  say(
    'money are in clear: the loss of a copy on a disk that is not encrypted is a breach (docs/runbooks/restore.md).',
  );
} catch (error) {
  if (!(error instanceof BackupUnderWay)) throw error;
  say(error.message);
  process.exitCode = 1;
} finally {
  await database.close();
}
