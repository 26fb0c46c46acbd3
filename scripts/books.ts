// `npm run books`: proves every invariant on the configured database, a line each; exit 1 on a breach. `--json`.
import { join } from 'node:path';
import pg from 'pg';
import { proveBooks, trialBalance } from '../apps/server/src/ledger/books.ts';
import { openConfiguredDatabase } from './database.ts';

const database = await openConfiguredDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const proofs = await proveBooks(client, join(import.meta.dirname, '../db/invariants'));
  const balance = await trialBalance(client);
  const broken = proofs.filter((proof) => proof.breaches.length > 0);
  if (process.argv.includes('--json')) {
    process.stdout.write(
      `${JSON.stringify({ isClean: broken.length === 0, proofs, trialBalance: balance }, null, 2)}\n`,
    );
  } else {
    for (const proof of proofs) {
      const mark = proof.breaches.length === 0 ? 'ok    ' : 'BROKEN';
      process.stdout.write(`${mark} ${proof.id}  ${proof.sentence}\n`);
      for (const row of proof.breaches) process.stdout.write(`         ${JSON.stringify(row)}\n`);
    }
    const sum = balance.reduce((total, row) => total + BigInt(row.paise), 0n);
    process.stdout.write(
      `\nTrial balance: ${balance.filter((row) => row.paise !== '0').length} accounts in use, sum ${sum}.\n`,
    );
    process.stdout.write(
      broken.length === 0 ? 'The books are clean.\n' : `${broken.length} invariants are broken.\n`,
    );
  }
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await client.end();
  await database.close();
}
