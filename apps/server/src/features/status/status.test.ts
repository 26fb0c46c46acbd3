import type { ServiceStatus } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function ask() {
  const answer = await fetch(`${server.url}/api/v1/public/status`);
  const { parts } = (await answer.json()) as ServiceStatus;
  return { answer, states: Object.fromEntries(parts.map(({ part, state }) => [part, state])) };
}

test('given an open circuit of the rail, when a visitor asks, paying is down and the rest is fine', async () => {
  await server.sql.query(
    `insert into circuit_states (process, name, state, since, seen_at)
     values (gen_random_uuid(), 'setu_billpay:enquiries', 'open', $1, $1)`,
    [new Date(server.now())],
  );
  const { answer, states } = await until(async () => {
    // The worker looks every fifteen seconds of the machine's time.
    server.machine.passSeconds(16);
    const asked = await ask();
    return asked.states['paying'] === 'down' ? asked : undefined;
  });
  expect(states).toEqual({
    paying: 'down',
    repaying: 'fine',
    identity: 'fine',
    credit: 'fine',
    messages: 'fine',
  });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=10');
});
