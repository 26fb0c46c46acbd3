import type { PartState, ServiceStatus } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** An answer is kept for ten seconds, and the worker looks at the figures every fifteen, both of the machine's time. */
const untilPaying = (state: PartState, cause = 'select 1') =>
  until(async () => {
    await server.sql.query(cause);
    server.machine.passSeconds(16);
    const asked = await ask();
    // The time may pass faster than the worker looks: then the rest is unknown.
    return asked.states['paying'] === state && asked.states['repaying'] === 'fine' ? asked : undefined;
  });

async function ask() {
  const answer = await fetch(`${server.url}/api/v1/public/status`);
  const { parts } = (await answer.json()) as ServiceStatus;
  return { answer, states: Object.fromEntries(parts.map(({ part, state }) => [part, state])) };
}

test.each([
  [
    'a pause of the staff',
    `insert into capability_pauses (id, capability, started_at, started_by, reason)
     values (gen_random_uuid(), 'bill_payments', now(), gen_random_uuid(), 'The rail pays twice') on conflict do nothing`,
    `update capability_pauses set ended_at = now(), ended_by = gen_random_uuid(), end_reason = 'It is mended'`,
  ],
  [
    'a short float',
    // A look at the float may end it meanwhile.
    'update float_state set is_short = true',
    'update float_state set is_short = false',
  ],
])('STAT-01: given %s, when a visitor asks, paying is down until it ends', async (_, begins, ends) => {
  await untilPaying('fine');
  expect((await untilPaying('down', begins)).states).toMatchObject({ repaying: 'fine', credit: 'fine' });
  await untilPaying('fine', ends);
});

test('given an open circuit of the rail, when a visitor asks, paying is down and the rest is fine', async () => {
  await server.sql.query(
    `insert into circuit_states (process, name, state, since, seen_at)
     values (gen_random_uuid(), 'setu_billpay:enquiries', 'open', $1, $1)`,
    [new Date(server.now())],
  );
  const { answer, states } = await untilPaying('down');
  expect(states).toEqual({
    paying: 'down',
    repaying: 'fine',
    identity: 'fine',
    credit: 'fine',
    messages: 'fine',
  });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=10');
});
