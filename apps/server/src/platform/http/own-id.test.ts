import { type Endpoint, ENDPOINTS, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { challengeOf, postForm, promote, recording } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let ravi: Person;
let other: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  ravi = await somebody(server).ready();
  other = await idOf(ravi);
});
afterAll(() => server.stop());

interface Me {
  readonly id: string;
  readonly profile: { readonly address: string };
}

const meOf = (person: Person) => person.ok<Me>('GET', '/me');
const idOf = async (person: Person) => (await meOf(person)).id;

test.each(['userId', 'user_id'])(
  'given another’s id as %s in a body, then it acts for its sender',
  async (field) => {
    const before = (await meOf(ravi)).profile;
    const address = `${field} Road, Pune 411001`;
    await asha.ok('PATCH', '/me/profile', { address, [field]: other });
    expect([(await meOf(asha)).profile.address, (await meOf(ravi)).profile]).toEqual([address, before]);
    const removed = await asha.addCard();
    await asha.ok('DELETE', `/cards/${removed.id}`, { [field]: other });
  },
);

test.each(['userId', 'user_id'])(
  'given another’s id as %s in a query, then it reads its sender',
  async (field) => {
    const card = await ravi.addCard();
    await ravi.accept((await ravi.quote(card.id, 100_000)).quoteId);
    const { items } = await asha.ok<{ items: [] }>('GET', `/transactions?${field}=${other}&limit=5`);
    expect(items).toEqual([]);
  },
);

test('given another’s id in a form, then the recording is its sender’s', async () => {
  const { challengeId } = await challengeOf(asha);
  const reply = await postForm(
    asha,
    { challengeId, latitude: '18.52', longitude: '73.85', userId: other },
    recording(),
  );
  expect(reply.status).toBe(200);
  const { rows } = await server.sql.query("select user_id from stored_files where purpose = 'video'");
  expect(rows).toEqual([{ user_id: await idOf(asha) }]);
});

test('given any other unknown field, or one of staff, then it is refused', async () => {
  const fieldsOf = async (person: Person, method: string, path: string, body?: object) => {
    const reply = await person.call<Problem>(method, path, body);
    return [reply.status, ...(reply.body.errors ?? []).map((error) => error.path)];
  };
  expect(await fieldsOf(asha, 'PATCH', '/me/profile', { address: 'Pune 411001', ownerId: other })).toEqual([
    422,
    'ownerId',
  ]);
  expect(await fieldsOf(asha, 'GET', `/transactions?ownerId=${other}`)).toEqual([422, 'ownerId']);
  expect(await fieldsOf(asha, 'PATCH', '/me/profile', { address: 'Pune 411001', userIds: [other] })).toEqual([
    422,
    'userIds',
  ]);
  const staff = await promote(server, await somebody(server).signUp());
  expect(await fieldsOf(staff, 'GET', `/admin/approvals?userId=${other}`)).toEqual([422, 'userId']);
});

test('given the calls of people, then none declares a user id that would be ignored', () => {
  const fieldsOf = (schema: z.ZodType | undefined) =>
    JSON.stringify(
      schema === undefined ? {} : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    );
  const declared = Object.values<Endpoint>(ENDPOINTS).filter(
    ({ access, body, query }) =>
      access === 'user' && [body, query].some((schema) => /"user_?id":/i.test(fieldsOf(schema))),
  );
  expect(declared.map(({ name }) => name)).toEqual([]);
});
