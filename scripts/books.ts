// `npm run books`: proves every invariant on the configured database, a line each; exit 1 on a breach. `--json`.
// `-- --at YYYY-MM-DD`: the trial balance of everything posted through that day.
// `-- --export gl.csv [--from YYYY-MM-DD] [--to YYYY-MM-DD]`: the general ledger as a file, in order of posting.
// `-- --proof`: recomputes the anchors of all closed days from the rows, and names what is not as it was signed. `--kept
// anchors.txt`: lines of earlier runs (`anchor …`) that were kept elsewhere must still stand. It wants EVIDENCE_KEYS and the place of the
// files (DATA_DIR, or FILES=s3) as the processes have them.
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isIsoDate } from '@mohlat/money';
import pg from 'pg';
import { type Anchor, anchorText } from '@mohlat/contract';
import {
  listAllAnchors,
  newestAnchor,
  outsideOf,
  proveEvidence,
} from '../apps/server/src/features/evidence/index.ts';
import { proveBooks, trialBalance } from '../apps/server/src/ledger/books.ts';
import { exportLedger } from '../apps/server/src/ledger/export.ts';
import { rupees } from '../apps/server/src/platform/csv/csv.ts';
import { sha256 } from '../apps/server/src/ledger/merkle.ts';
import { ConfigError, readProofKeys } from '../apps/server/src/platform/config/config.ts';
import { openDisk } from '../apps/server/src/platform/files/disk.ts';
import { readCommandLine } from './command-line.ts';
import { openConfiguredDatabase } from './database.ts';

const { values } = readCommandLine(import.meta.filename, {
  options: {
    json: { type: 'boolean', default: false },
    at: { type: 'string' },
    export: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    proof: { type: 'boolean', default: false },
    kept: { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

for (const day of [values.at, values.from, values.to]) {
  if (day !== undefined && !isIsoDate(day)) {
    say(`${day} is no day: write it as 2026-03-31.`);
    process.exit(2);
  }
}
const database = await openConfiguredDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const isClean =
    values.proof || values.kept !== undefined
      ? await proveAnchors(values.kept)
      : values.export === undefined
        ? await (values.at === undefined ? prove() : balanceAt(values.at))
        : await writeLedger(values.export);
  if (!isClean) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  say(error.message);
  process.exitCode = 2;
} finally {
  await client.end();
  await database.close();
}

async function prove(): Promise<boolean> {
  const proofs = await proveBooks(client, join(import.meta.dirname, '../db/invariants'));
  const balance = await trialBalance(client);
  const newest = await newestAnchor(client);
  const anchor = newest ? lineOf(newest) : null;
  const broken = proofs.filter((proof) => proof.breaches.length > 0);
  if (values.json) {
    say(JSON.stringify({ isClean: broken.length === 0, proofs, trialBalance: balance, anchor }, null, 2));
    return broken.length === 0;
  }
  for (const proof of proofs) {
    const mark = proof.breaches.length === 0 ? 'ok    ' : 'BROKEN';
    say(`${mark} ${proof.id}  ${proof.sentence}`);
    for (const row of proof.breaches) say(`         ${JSON.stringify(row)}`);
  }
  const sum = balance.reduce((total, row) => total + BigInt(row.paise), 0n);
  say(`\nTrial balance: ${balance.filter((row) => row.paise !== '0').length} accounts in use, sum ${sum}.`);
  say(anchor ? `Keep this line elsewhere:\n${anchor}` : 'No day is anchored yet.');
  say(broken.length === 0 ? 'The books are clean.' : `${broken.length} invariants are broken.`);
  return broken.length === 0;
}

/** The line that a keeper can hold us to: an anchor's number, its day, the hash of its text, its signature. */
function lineOf(anchor: Anchor): string {
  const hash = sha256(Buffer.from(anchorText(anchor))).toString('hex');
  return `anchor ${anchor.number} ${anchor.dayOn} ${hash} ${anchor.signature}`;
}

async function proveAnchors(kept: string | undefined): Promise<boolean> {
  const dataDir = resolve(process.env.DATA_DIR || join(import.meta.dirname, '../.data'));
  const keys = readProofKeys(process.env, dataDir);
  const disk = await openDisk({ env: process.env, dataDir });
  const report = await proveEvidence(client, await outsideOf(disk, keys.known));
  const lost = kept === undefined ? [] : await lostLines(kept);
  const isClean = report.findingCount === 0 && lost.length === 0;
  if (values.json) {
    say(JSON.stringify({ isClean, ...report, lost }, null, 2));
    return isClean;
  }
  for (const { day, what, row } of report.findings)
    say(`BROKEN ${day ?? '          '}  ${what}${row ? `: ${row}` : ''}`);
  for (const line of lost) say(`BROKEN kept elsewhere, and not here: ${line}`);
  for (const { journal, postingOn, anchoredOn } of report.late)
    say(`late   ${postingOn}  anchored on ${anchoredOn}: ${journal}`);
  say(
    `${report.anchorCount} anchors, ${report.journalCount} journals, ${report.auditCount} rows of the audit log; ` +
      `${report.erasedCount} erased.`,
  );
  if (report.newest) say(`Keep this line elsewhere:\n${lineOf(report.newest)}`);
  say(isClean ? 'Everything is as it was signed.' : `${report.findingCount + lost.length} findings.`);
  return isClean;
}

/** Lines of a file that no anchor of the database is like. A file without any would prove nothing, and is said to be one. */
async function lostLines(file: string): Promise<string[]> {
  const known = new Set<string>();
  for (const anchor of await listAllAnchors(client)) known.add(lineOf(anchor));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('anchor '));
  if (lines.length === 0) return [`${file}: no line of it begins with "anchor"`];
  return lines.filter((line) => !known.has(line));
}

async function balanceAt(day: string): Promise<boolean> {
  const rows = await trialBalance(client, day);
  const sum = rows.reduce((total, row) => total + BigInt(row.paise), 0n);
  if (values.json) say(JSON.stringify({ at: day, trialBalance: rows, sum: String(sum) }, null, 2));
  else {
    say(`Trial balance of everything posted through ${day}, in rupees; debit is positive.\n`);
    for (const { account, name, paise } of rows.filter((row) => row.paise !== '0'))
      say(`${account}  ${name.padEnd(36)} ${rupees(BigInt(paise)).padStart(18)}`);
    say(`${' '.repeat(42)} ${rupees(sum).padStart(18)}`);
  }
  return sum === 0n;
}

async function writeLedger(path: string): Promise<boolean> {
  const file = createWriteStream(path);
  const { journals, lines, debitPaise, creditPaise } = await exportLedger(
    client,
    { fromOn: values.from, toOn: values.to },
    async (text) => {
      if (!file.write(text)) await once(file, 'drain');
    },
  );
  file.end();
  await once(file, 'finish');
  say(
    `${path}: ${journals} journals, ${lines} lines; debit ${rupees(debitPaise)}, credit ${rupees(creditPaise)}.`,
  );
  return debitPaise === creditPaise;
}
