import type { Me } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

const HOSTILE = 'Asha\n\u202ERao\u2066';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a name loses line breaks and marks of direction as it is taken in', async () => {
  const person = await somebody(server).signUp();
  const { id } = await person.ok<Me>('PATCH', '/me/profile', { name: HOSTILE });
  const { rows } = await server.sql.query<{ full_name: string }>(
    'select full_name from profiles where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ full_name: 'Asha Rao' }]);
});

test('a name that was kept before is shown without them, to its owner and to staff', async () => {
  const person = await somebody(server).signUp();
  const { id } = await person.ok<Me>('PATCH', '/me/profile', { name: 'Asha' });
  await server.sql.query('update profiles set full_name = $2 where user_id = $1', [id, HOSTILE]);
  const me = await person.ok<Me>('GET', '/me');
  expect([me.name, me.profile.fullName]).toEqual(['Asha Rao', 'Asha Rao']);
  const staff = await promote(server, await somebody(server).signUp());
  const seen = await staff.ok<{ name: string }>('GET', `/admin/users/${id}`);
  expect(seen.name).toBe('Asha Rao');
});

test('a name that a sign-up brings is shown and passed on without them', async () => {
  const person = await somebody(server).signUp();
  const { id } = await person.ok<Me>('GET', '/me');
  await server.sql.query(
    "update auth.users set user_metadata = user_metadata || jsonb_build_object('name', $2::text) where id = $1",
    [id, HOSTILE],
  );
  expect((await person.ok<Me>('GET', '/me')).name).toBe('Asha Rao');
});
