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

test('LEND-24: a block ends a change of number that waits', async () => {
  const staff = await promote(server, await somebody(server).signUp());
  const asha = await somebody(server).signUp();
  const id = await idOf(asha);
  await asha.ok('PATCH', '/me/profile', { phone: '9812345672' });
  const held = async () => {
    const { rows } = await server.sql.query('select new_phone, new_email from auth.users where id = $1', [
      id,
    ]);
    return rows;
  };
  expect(await held()).toEqual([{ new_phone: '919812345672', new_email: null }]);
  await staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Phone was stolen' });
  expect(await held()).toEqual([{ new_phone: null, new_email: null }]);
});
