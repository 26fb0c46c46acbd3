// `npm run books`: proves every invariant on the configured database, a line each; exit 1 on a breach. `--json`.
// `-- --at YYYY-MM-DD`: the trial balance of everything posted through that day.
// `-- --export gl.csv [--from YYYY-MM-DD] [--to YYYY-MM-DD]`: the general ledger as a file, in order of posting.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isIsoDate } from '@mohlat/money';
import pg from 'pg';
import { proveBooks, trialBalance } from '../apps/server/src/ledger/books.ts';
import { exportLedger, rupees } from '../apps/server/src/ledger/export.ts';
import { openConfiguredDatabase } from './database.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    at: { type: 'string' },
    export: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
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
    values.export === undefined
      ? await (values.at === undefined ? prove() : balanceAt(values.at))
      : await writeLedger(values.export);
  if (!isClean) process.exitCode = 1;
} finally {
  await client.end();
  await database.close();
}

async function prove(): Promise<boolean> {
  const proofs = await proveBooks(client, join(import.meta.dirname, '../db/invariants'));
  const balance = await trialBalance(client);
  const broken = proofs.filter((proof) => proof.breaches.length > 0);
  if (values.json) {
    say(JSON.stringify({ isClean: broken.length === 0, proofs, trialBalance: balance }, null, 2));
    return broken.length === 0;
  }
  for (const proof of proofs) {
    const mark = proof.breaches.length === 0 ? 'ok    ' : 'BROKEN';
    say(`${mark} ${proof.id}  ${proof.sentence}`);
    for (const row of proof.breaches) say(`         ${JSON.stringify(row)}`);
  }
  const sum = balance.reduce((total, row) => total + BigInt(row.paise), 0n);
  say(`\nTrial balance: ${balance.filter((row) => row.paise !== '0').length} accounts in use, sum ${sum}.`);
  say(broken.length === 0 ? 'The books are clean.' : `${broken.length} invariants are broken.`);
  return broken.length === 0;
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
