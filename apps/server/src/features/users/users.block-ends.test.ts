import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('LEND-24: a block ends a change of number that waits, and the links that take changes back', async () => {
  const staff = await promote(server, await somebody(server).signUp());
  const asha = await somebody(server).signUp();
  const id = await idOf(asha);
  await asha.ok('PATCH', '/me/profile', { phone: '9812345671' });
  const client = asha.authClient();
  await client.setSession({ access_token: asha.token, refresh_token: asha.refreshToken });
  const change = { password: 'another quiet stone', current_password: 'a quiet river stone' };
  expect((await client.updateUser(change)).error).toBeNull();
  await asha.ok('PATCH', '/me/profile', { phone: '9812345672' });
  const held = async () => {
    const { rows } = await server.sql.query(
      `select new_phone, new_email, (select count(*)::int from auth.undo_links where user_id = $1) as links
       from auth.users where id = $1`,
      [id],
    );
    return rows;
  };
  expect(await held()).toEqual([{ new_phone: '919812345672', new_email: null, links: 1 }]);
  await staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Phone was stolen' });
  expect(await held()).toEqual([{ new_phone: null, new_email: null, links: 0 }]);
});
