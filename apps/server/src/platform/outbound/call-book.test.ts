import pg from 'pg';
import { expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { createCallBook } from './call-book.ts';

const SOON_MS = 5;

test('calls are kept while the database cannot take them, and stand once when it can', async () => {
  const database = await cloneDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const pool = new pg.Pool({ connectionString: database.url, max: 1, lock_timeout: 20 });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const clock = createClock(log);
  const worker = createDatabase(pool, clock, { log });
  const book = createCallBook({ worker, clock, log }, SOON_MS);
  const call = { provider: 'setu_billpay', result: 'ok', durationMs: 3, attempt: 1 };
  try {
    await owner.query('begin; lock table provider_calls');
    book.note({ ...call, op: 'startFetch' });
    book.noteCircuit('setu_billpay:submit', 'open');
    await until(async () => (lines.some((line) => line.includes('not written down')) ? true : undefined));
    book.note({ ...call, op: 'submit' });
    await owner.query('commit');
    await book.close();
    const { rows } = await owner.query<{ op: string }>('select op from provider_calls order by id');
    expect(rows.map(({ op }) => op)).toEqual(['startFetch', 'submit']);
    const circuits = await owner.query<{ state: string }>('select state from provider_circuits');
    expect(circuits.rows).toEqual([{ state: 'open' }]);
  } finally {
    await worker.close();
    await owner.end();
    await database.drop();
  }
});
