// `npm run keys -- status|rotate|new`: which master key seals how much, seal everything with the first, make a fresh one.
// `npm run keys -- new-evidence`: a fresh key that signs the days of the books.
// `npm run keys -- new-jwt`: a fresh key that signs access tokens, for JWT_KEYS.
// `npm run keys -- jwt add|switch|remove <file>`: takes a step of the change of that key over the file that holds the set.
// `remove` asks for `--restarted <instant>`: since when the last process runs with the switched set.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { SEALED_PLACES } from '../apps/server/src/features/all.ts';
import {
  ConfigError,
  MASTER_KEY_FILE,
  newJwtKeys,
  readMasterKeys,
} from '../apps/server/src/platform/config/config.ts';
import { newEvidenceKeys } from '../apps/server/src/platform/config/evidence-keys.ts';
import { openVault } from '../apps/server/src/platform/crypto/key-ring.ts';
import { countSealed, type PlaceCount, reseal } from '../apps/server/src/platform/crypto/reseal.ts';
import { readAccessTokenSeconds } from '../packages/auth/src/auth.settings.ts';
import type { MasterKey } from '../packages/platform/src/crypto/vault.ts';
import { misused, readCommandLine } from './command-line.ts';
import { openConfiguredDatabase } from './database.ts';
import {
  isInstant,
  JWT_STEPS,
  type JwtStep,
  oldTokenSeconds,
  StepError,
  takeJwtStep,
} from './deploy/jwt-keys.ts';
import { say } from './run.ts';

type Keys = readonly [MasterKey, ...MasterKey[]];

const dataDir = resolve(process.env.DATA_DIR || join(import.meta.dirname, '../.data'));
const keptFile = join(dataDir, 'keys', MASTER_KEY_FILE);
const isKept =
  !process.env.MASTER_KEY &&
  !process.env.MASTER_KEY_FILE &&
  process.env.SANDBOX !== 'off' &&
  existsSync(keptFile);

function readKeys(): Keys {
  const keys = readMasterKeys(process.env, () =>
    isKept ? readFileSync(keptFile, 'utf8').trim() : undefined,
  );
  return keys as Keys;
}

/** The whole way, with the place where this installation's keys stand. */
function printNew(): void {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const id = `k${day}-${randomBytes(2).toString('hex')}`;
  const where = isKept ? `the file ${keptFile}` : 'MASTER_KEY';
  say(`${id}:${randomBytes(32).toString('base64')}`);
  say('');
  say(`Install it without a stop. The keys stand in ${where}, joined by commas; after each change restart`);
  say('the processes one after the other, and go on when all of them run with it:');
  say('  1. Add the new key behind the present one: old,new. Every process can now open what it seals.');
  say('  2. Put it first: new,old. From now on it seals.');
  say('  3. npm run keys -- rotate');
  say(
    '  4. Take the old key away when `npm run keys -- status` says so. Keep it with the backups it sealed.',
  );
}

function table(counts: readonly PlaceCount[]): string[] {
  const ids = [...new Set(counts.flatMap(({ byKey }) => Object.keys(byKey)))].sort();
  const width = Math.max(...counts.map(({ place }) => place.length), 5);
  const line = (name: string, cells: readonly (string | number)[]) =>
    [
      name.padEnd(width),
      ...cells.map((cell, index) => String(cell).padStart(Math.max(ids[index]!.length, 9))),
    ].join('  ');
  return [
    line('', ids),
    ...counts.map(({ place, byKey }) =>
      line(
        place,
        ids.map((id) => byKey[id] ?? 0),
      ),
    ),
  ];
}

function values(count: number): string {
  return count === 1 ? '1 value' : `${count} values`;
}

function totals(counts: readonly PlaceCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { byKey } of counts)
    for (const [id, count] of Object.entries(byKey)) sums.set(id, (sums.get(id) ?? 0) + count);
  return sums;
}

/** Prints how it stands; true when nothing is sealed by a key that is not here. */
async function printStatus(client: pg.Client, keys: Keys): Promise<boolean> {
  const counts = await countSealed(client, SEALED_PLACES);
  const sums = totals(counts);
  for (const line of table(counts)) say(line);
  say('');
  const [first] = keys;
  const all = [...sums.values()].reduce((total, count) => total + count, 0);
  const done = sums.get(first.id) ?? 0;
  say(
    `${first.id} seals; ${all === 0 ? 100 : Math.floor((done / all) * 100)} % of ${values(all)} sealed by it.`,
  );
  const lost = [...sums.keys()].filter((id) => !keys.some((key) => key.id === id));
  for (const id of lost)
    say(`${id} sealed ${values(sums.get(id) ?? 0)} and is not among the keys: nobody can open that.`);
  for (const { id } of keys.slice(1)) {
    say(
      sums.has(id)
        ? `${id} is still needed: npm run keys -- rotate`
        : `${id} seals nothing any more: it may be taken away once every process has ${first.id} in front.`,
    );
  }
  return lost.length === 0;
}

async function rotate(client: pg.Client, keys: Keys): Promise<boolean> {
  const sums = totals(await countSealed(client, SEALED_PLACES));
  const total = [...sums].reduce((sum, [id, count]) => (id === keys[0].id ? sum : sum + count), 0);
  say(`Sealing ${values(total)} with ${keys[0].id}…`);
  let shown = -1;
  const show = (percent: number) => {
    if (percent === shown) return;
    shown = percent;
    const bar = '█'.repeat(Math.floor(percent / 5)).padEnd(20, '·');
    process.stdout.write(process.stdout.isTTY ? `\r${bar} ${percent} %` : `${percent} %\n`);
  };
  const { resealed, unopened, left } = await reseal(client, SEALED_PLACES, keys, {
    onProgress: (count) => show(Math.min(99, Math.floor((count / Math.max(total, 1)) * 100))),
  });
  // Another run beside this one may have done a part of it.
  if (left === 0 && unopened.length === 0) show(100);
  if (process.stdout.isTTY && shown >= 0) process.stdout.write('\n');
  say(`Sealed anew: ${values(resealed)}.`);
  for (const { place, row, sealedBy } of unopened.slice(0, 20))
    say(`Not opened: ${place} of ${row}, sealed by ${sealedBy ?? 'nothing of ours'}.`);
  if (unopened.length > 20) say(`… and ${unopened.length - 20} more.`);
  if (left > 0)
    say(
      `Still to do: ${values(left)}; rows are held, or a process still seals with an older key. Run this again.`,
    );
  say('');
  return (await printStatus(client, keys)) && unopened.length === 0 && left === 0;
}

function printNewEvidence(): void {
  say(newEvidenceKeys());
  say('');
  say(
    'Give it as EVIDENCE_KEYS. To change the key of a running product put the new one first in the list of keys and keep',
  );
  say('the old ones behind it without `d`, for ever: what they signed is checked with them.');
}

/** An instant as it is given behind `--restarted`. */
const INSTANT = '2026-11-29T18:30:00+05:30';

/** Says what comes after each step: a process believes the tokens of one that is a step away, and of none further. */
const AFTER: Readonly<Record<JwtStep, readonly string[]>> = {
  add: [
    'Every process can soon verify what the new key signs. Restart them one after the other; when all run with it:',
    '  npm run keys -- jwt switch <file>',
  ],
  switch: [
    'The new key signs from the restart of a process on: restart them one after the other, and write down when the last',
    'one was. When the last one has run for <seconds> seconds, no token of the old key lives; say then since when it runs:',
    `  npm run keys -- jwt remove <file> --restarted ${INSTANT}`,
  ],
  remove: ['The old key is gone. Restart the processes one after the other.'],
};

async function changeJwt(step: JwtStep, file: string, restartedAt: Date | undefined): Promise<void> {
  const { mode, uid, gid } = statSync(file);
  const tokenSeconds = oldTokenSeconds(readAccessTokenSeconds(process.env));
  const changed = await takeJwtStep(step, readFileSync(file, 'utf8'), new Date(), {
    tokenSeconds,
    restartedAt,
  });
  const beside = `${file}.new`;
  // Moved into its place whole: a set that is cut off would stop every process that starts.
  rmSync(beside, { force: true });
  writeFileSync(beside, changed, { mode: 0o600, flag: 'wx', flush: true });
  chownSync(beside, uid, gid);
  chmodSync(beside, mode);
  renameSync(beside, file);
  for (const line of AFTER[step])
    say(line.replace('<file>', file).replace('<seconds>', String(tokenSeconds)));
}

async function main(command: string): Promise<boolean> {
  if (command === 'new-evidence') {
    printNewEvidence();
    return true;
  }
  if (command === 'new') {
    printNew();
    return true;
  }
  if (command === 'new-jwt') {
    say(await newJwtKeys());
    say('');
    say('Give it as JWT_KEYS. The key of a running product is changed by `npm run keys -- jwt add <file>`.');
    return true;
  }
  const keys = readKeys();
  const database = await openConfiguredDatabase();
  const client = new pg.Client({ connectionString: database.url, application_name: 'mohlat_keys' });
  try {
    await client.connect();
    // A key of the right name and other bytes is found here, before anything is written.
    await openVault(database.url, keys);
    return await (command === 'rotate' ? rotate(client, keys) : printStatus(client, keys));
  } finally {
    await client.end();
    await database.close();
  }
}

const {
  positionals: [command = 'status', ...words],
  values: { restarted },
} = readCommandLine(
  import.meta.filename,
  { allowPositionals: true, options: { restarted: { type: 'string' } } },
  { wordsMax: 3 },
);
const [step, file] = words;
const known = JWT_STEPS.find((one) => one === step);
if (command === 'jwt' && (known === undefined || file === undefined))
  misused(import.meta.filename, `It needs ${JWT_STEPS.join(', ')} and a file behind jwt.`);
if (restarted !== undefined && known !== 'remove')
  misused(import.meta.filename, '--restarted stands behind jwt remove alone.');
if (restarted !== undefined && !isInstant(restarted))
  misused(import.meta.filename, `--restarted needs an instant with its zone behind it, such as ${INSTANT}.`);
if (command !== 'jwt' && words.length > 0)
  misused(import.meta.filename, `It does not know "${words.join(' ')}".`);
if (!['status', 'rotate', 'new', 'new-evidence', 'new-jwt', 'jwt'].includes(command))
  misused(import.meta.filename, `It does not know "${command}".`);
try {
  if (known !== undefined && file !== undefined)
    await changeJwt(known, resolve(file), restarted === undefined ? undefined : new Date(restarted));
  else if (!(await main(command))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StepError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
