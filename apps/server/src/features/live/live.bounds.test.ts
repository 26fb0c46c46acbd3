import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { HTTP_STREAMS_MAX: '2' } });
});
afterAll(() => server.stop());

function listen(person: Person): Promise<Response> {
  return fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${person.token}` } });
}

test('a process that holds its share of streams tells the next one busy, until one ends', async () => {
  const [asha, ravi] = [await new Person(server).signUp(), await new Person(server).signUp()];
  const held = [await listen(asha), await listen(asha)];
  expect(held.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await listen(ravi);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'busy' });
  await held[0]!.body?.cancel();
  const late = await until(async () => {
    const answer = await listen(ravi);
    return answer.status === 200 ? answer : undefined;
  });
  await late.body?.cancel();
  await held[1]!.body?.cancel();
});
