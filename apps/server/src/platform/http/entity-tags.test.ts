import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person } from '#test/person.ts';
import { entityTag, isNamed } from './entity-tags.ts';

let server: TestServer;
let asha: Person;
beforeAll(async () => {
  server = await startTestServer();
  asha = await new Person(server).ready();
});
afterAll(() => server.stop());

const READS = ['/me', '/schedule', '/payments?limit=100', '/transactions?limit=5', '/cards'];
const reread = (person: Person, path: string, tag: string) =>
  person.call('GET', path, undefined, { 'if-none-match': tag });
const tagOf = async (person: Person, path: string) =>
  String((await person.call('GET', path)).headers.get('etag'));

describe('given an answer that was read', () => {
  test.each(READS)('%s unchanged since, it is a 304 without a body, and kept by no cache', async (path) => {
    const tag = await tagOf(asha, path);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const { status, headers, body } = await reread(asha, path, tag);
    expect([status, body]).toEqual([304, '']);
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([tag, 'no-store']);
    expect(headers.get('content-type')).toBeNull();
  });

  test('changed since, it is answered whole under another tag', async () => {
    const tag = await tagOf(asha, '/payments');
    const card = await asha.addCard();
    await asha.pay(card.id, 100_000);
    const { status, headers } = await reread(asha, '/payments', tag);
    expect(status).toBe(200);
    expect(headers.get('etag')).not.toBe(tag);
  });

  test('by another person, their own is answered whole', async () => {
    const ravi = await new Person(server).ready();
    const { status, body } = await reread(ravi, '/me', await tagOf(asha, '/me'));
    expect([status, body]).toEqual([200, await ravi.ok('GET', '/me')]);
  });

  test('by a session that has ended, it is refused all the same', async () => {
    const gone = await new Person(server).ready();
    const tag = await tagOf(gone, '/me');
    await fetch(`${server.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gone.token}` },
    });
    expect((await reread(gone, '/me', tag)).status).toBe(401);
  });
});

test('no tag is on a refusal, nor on what is everybody’s', async () => {
  expect((await asha.call('GET', '/payments/unknown')).headers.get('etag')).toBeNull();
  expect((await asha.call('GET', '/public/pricing')).headers.get('etag')).toBeNull();
});

test('a tag is found among several, also made weak on its way, and a star stands for any', () => {
  const tag = entityTag('{}');
  expect([tag, `"other", ${tag}`, `W/${tag}`, '*'].map((header) => isNamed(header, tag))).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect([undefined, '', '"other"', tag.slice(1, -1)].some((header) => isNamed(header, tag))).toBe(false);
});
