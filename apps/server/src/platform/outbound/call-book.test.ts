import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { createCallBook } from './call-book.ts';
import { circuitsSeen } from './circuits.ts';

const SOON_MS = 5;
const NEVER_MS = 2 ** 30;

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
  const call = { provider: 'setu_billpay', result: 'ok', outcome: 'ok' as const, durationMs: 3, attempt: 1 };
  try {
    await owner.query('begin; lock table provider_calls');
    book.note({ ...call, op: 'startFetch' });
    book.noteCircuit('setu_billpay:submit', 'open', 10_000);
    await until(async () => (lines.some((line) => line.includes('not written down')) ? true : undefined));
    book.note({ ...call, op: 'submit' });
    await owner.query('commit');
    await book.close();
    const { rows } = await owner.query<{ op: string }>('select op from provider_calls order by id');
    expect(rows.map(({ op }) => op)).toEqual(['startFetch', 'submit']);
    const circuits = await owner.query<{ state: string }>('select state from circuit_states');
    expect(circuits.rows).toEqual([{ state: 'open' }]);
  } finally {
    await worker.close();
    await owner.end();
    await database.drop();
  }
});

describe('circuits', () => {
  const OPEN_FOR_MS = 10_000;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let worker: ReturnType<typeof createDatabase>;
  let at = Date.parse('2026-11-28T10:00:00Z');
  const log = createLog('silent');
  const clock = { ...createClock(log), now: () => new Date(at) };
  beforeAll(async () => {
    database = await cloneDatabase();
    worker = createDatabase(new pg.Pool({ connectionString: database.url, max: 2 }), clock, { log });
  });
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });

  const open = () => createCallBook({ worker, clock, log }, NEVER_MS);
  const seen = async () =>
    (
      await worker.once<{ provider: string; state: string }>(
        `select provider, state from ${circuitsSeen('$1::timestamptz')} s order by 1, 2`,
        [clock.now()],
      )
    ).map(({ provider, state }) => `${provider} ${state}`);

  test('given two processes, when the circuit of one closes, that of the other stays open', async () => {
    const [first, second] = [open(), open()];
    for (const book of [first, second]) book.noteCircuit('msg91:send', 'open', OPEN_FOR_MS);
    await Promise.all([first.write(), second.write()]);
    first.noteCircuit('msg91:send', 'closed', OPEN_FOR_MS);
    await first.write();
    expect(await seen()).toEqual(['msg91 closed', 'msg91 open']);
    await Promise.all([first.close(), second.close()]);
    at += 3_600_000;
  });

  test('given an open circuit, when no call is made, then it turns half-open, and later is unknown', async () => {
    const book = open();
    book.noteCircuit('decentro:pullReport', 'open', OPEN_FOR_MS);
    await book.write();
    expect(await seen()).toEqual(['decentro open']);
    at += OPEN_FOR_MS;
    await book.write();
    expect(await seen()).toEqual(['decentro half_open']);
    for (let minutes = 1; minutes <= 9; minutes += 1) {
      at += 60_000;
      await book.write();
    }
    expect(await seen()).toEqual(['decentro half_open']);
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      at += 60_000;
      await book.write();
    }
    expect(await seen()).toEqual([]);
    await book.close();
  });

  test('given a process that ended while a circuit was open, when two minutes have passed, it counts no more', async () => {
    const book = open();
    book.noteCircuit('razorpay:charge', 'open', OPEN_FOR_MS);
    await book.close();
    expect(await seen()).toEqual(['razorpay open']);
    at += 121_000;
    expect(await seen()).toEqual([]);
  });
});
