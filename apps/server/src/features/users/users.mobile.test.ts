import type { UserItem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let ashaId: string;
let support: Person;

beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  ashaId = await idOf(asha);
  support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
});
afterAll(() => server.stop());

const search = (query: string) => support.ok<{ items: UserItem[] }>('GET', `/admin/users?${query}`);

describe('an account', () => {
  test('is found by the mobile of its Aadhaar, whole and by the end that is shown', async () => {
    const { mobile } = await asha.ok<{ mobile: string }>('GET', '/me');
    for (const typed of [encodeURIComponent(mobile), mobile.slice(-10), mobile.slice(-4)]) {
      const { items } = await search(`search=${typed}`);
      expect(items.map(({ id }) => id)).toEqual([ashaId]);
      expect(items[0]?.mobileMasked).toBe(`+91 XXXXXX${mobile.slice(-4)}`);
    }
  });

  test('is found by that mobile although an older process kept it without hashes', async () => {
    const { mobile } = await asha.ok<{ mobile: string }>('GET', '/me');
    await server.sql.query(
      'update profiles set mobile_hash = null, mobile_end_hash = null where user_id = $1',
      [ashaId],
    );
    const found = await until(async () => (await search(`search=${mobile.slice(-10)}`)).items[0]);
    expect(found.id).toBe(ashaId);
    // That process erases the number alone.
    await server.sql.query(
      `insert into profiles (user_id, mobile_hash, mobile_end_hash, created_at, updated_at)
       values (gen_random_uuid(), '\\x01', '\\x02', now(), now())`,
    );
    await until(async () => {
      const { rows } = await server.sql.query(
        'select from profiles where mobile_sealed is null and (mobile_hash is not null or mobile_end_hash is not null)',
      );
      return rows.length === 0 ? true : undefined;
    });
  });

  test('is found by the number of its sign-in, and by the one of its Aadhaar whole alone', async () => {
    const { mobile } = await asha.ok<{ mobile: string }>('GET', '/me');
    const hidden = mobile.slice(-10);
    await server.sql.query('update auth.users set phone = $2 where id = $1', [ashaId, '919876543210']);
    for (const typed of ['98765%2043210', '3210', hidden])
      expect((await search(`search=${typed}`)).items.map(({ id }) => id)).toEqual([ashaId]);
    // The end of a number that is not shown would tell it.
    expect((await search(`search=${hidden.slice(-4)}`)).items).toEqual([]);
  });
});
