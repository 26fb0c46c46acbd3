import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { startLiveness } from './liveness.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test('given lanes that begin and end together, when they say so, then the driver does not warn', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warned.mockRestore());
  const liveness = startLiveness(database.url, createLog('silent'));
  onTestFinished(() => liveness.stop());
  const names = ['first', 'second', 'third', 'fourth'];
  await Promise.all(names.map((name) => liveness.announce(name)));
  await Promise.all(names.map((name) => liveness.retire(name)));
  expect(warned.mock.calls).toEqual([]);
});
