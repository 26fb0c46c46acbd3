import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_EVENTS } from '#platform/events/bus.ts';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer({ heartbeatMs: 1000 });
});
afterAll(() => server.stop());

interface Stream {
  readonly text: () => string;
  readonly isOver: () => boolean;
  close(): void;
}

async function listen(person: Person, more: Record<string, string> = {}): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${person.server.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, ...more },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  let isOver = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array);
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return { text: () => text, isOver: () => isOver, close: () => abort.abort() };
}

const untilOver = (stream: Stream) => until(async () => (stream.isOver() ? true : undefined));
/** Until a stream has shown a sign of life after now: what was to be told before it has been told. */
async function untilAlive(stream: Stream): Promise<void> {
  const beats = () => stream.text().split(': still here').length;
  const before = beats();
  await until(async () => (beats() > before || stream.isOver() ? true : undefined));
}

describe('a stream of live events', () => {
  test('is one of five a person may have; a sixth ends the oldest of that person alone', async () => {
    const [asha, ravi] = [await new Person(server).signUp(), await new Person(server).signUp()];
    const other = await listen(ravi);
    const streams = [];
    for (let turn = 0; turn < 6; turn += 1) streams.push(await listen(asha));
    await untilOver(streams[0]!);
    await Promise.all([...streams.slice(1), other].map(untilAlive));
    expect(streams.map((stream) => stream.isOver())).toEqual([true, false, false, false, false, false]);
    expect(other.isOver()).toBe(false);
    for (const stream of [...streams, other]) stream.close();
  });

  test('tells a page what happened after it was opened and before its stream stood, and nothing older', async () => {
    const asha = await new Person(server).signUp();
    const witness = await listen(asha);
    await server.sql.query(
      `select pg_notify('live_events', json_build_object('userId', id, 'type', 'kyc', 'id', id)::text)
       from auth.users where email = $1`,
      [asha.email],
    );
    await until(async () => (witness.text().includes('event: kyc') ? true : undefined));
    // A whole time between two signs of life has passed by then: more than the age of the fresh page.
    for (let beat = 0; beat < 2; beat += 1) await untilAlive(witness);
    const [late, fresh, silent] = [
      await listen(asha, { 'x-page-age': '50000' }),
      await listen(asha, { 'x-page-age': '100' }),
      await listen(asha),
    ];
    await until(async () => (late.text().includes('event: kyc') ? true : undefined));
    await Promise.all([fresh, silent].map(untilAlive));
    expect([fresh.text(), silent.text()].filter((text) => text.includes('event: kyc'))).toEqual([]);
    for (const stream of [witness, late, fresh, silent]) stream.close();
  });

  test('given a stream that broke off, when it resumes, then every kind of event is told once', async () => {
    const asha = await new Person(server).signUp();
    const stream = await listen(asha, { 'last-event-id': '1' });
    await untilAlive(stream);
    const events = [...stream.text().matchAll(/^event: (\w+)\ndata: (.+)$/gm)];
    expect(events.map(([, name]) => name)).toEqual(LIVE_EVENTS);
    expect(events.map(([, , data = '']): unknown => JSON.parse(data))).toEqual(
      LIVE_EVENTS.map(() => ({ id: null, resumed: true })),
    );
    stream.close();
  });

  test('ends at once when its session is logged out, while those of other sessions go on', async () => {
    // With a sign of life an hour nothing but the log-out can end a stream.
    const quiet = await startTestServer({ heartbeatMs: 3_600_000 });
    try {
      const [asha, ravi] = [await new Person(quiet).signUp(), await new Person(quiet).signUp()];
      const other = await listen(ravi);
      const stream = await listen(asha);
      await fetch(`${quiet.url}/auth/v1/logout?scope=local`, {
        method: 'POST',
        headers: { authorization: `Bearer ${asha.token}` },
      });
      await untilOver(stream);
      expect(other.isOver()).toBe(false);
      // The end of a session is told by the end of the stream alone, never as an event.
      expect(stream.text()).not.toContain('session');
      other.close();
    } finally {
      await quiet.stop();
    }
  });

  test('ends with the next sign of life when its session went without a word', async () => {
    const asha = await new Person(server).signUp();
    const stream = await listen(asha);
    await until(async () => (stream.text().includes(': still here') ? true : undefined));
    await server.sql.query(
      'delete from auth.sessions using auth.users u where u.id = user_id and u.email = $1',
      [asha.email],
    );
    await untilOver(stream);
    expect(stream.text()).not.toContain('session');
  });

  test('ends when the token it was opened with runs out', async () => {
    const asha = await new Person(server).signUp();
    const stream = await listen(asha);
    server.machine.passSeconds(59 * 60);
    await untilAlive(stream);
    expect(stream.isOver()).toBe(false);
    server.machine.passSeconds(2 * 60);
    await untilOver(stream);
  });
});
