import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { keepConnection } from './kept-connection.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test('given a kept connection, then the database ends it when its machine is silent for half a minute', async () => {
  const bounds: string[] = [];
  const kept = keepConnection({
    databaseUrl: database.url,
    name: 'mohlat_test',
    log: createLog('silent'),
    onOpen: async (client) => {
      const { rows } = await client.query<{ idle_session_timeout: string }>('show idle_session_timeout');
      bounds.push(rows[0]!.idle_session_timeout);
    },
  });
  onTestFinished(() => kept.close());
  await kept.opened();
  expect(bounds).toEqual(['30s']);
});
