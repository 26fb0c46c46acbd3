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

test('given an unconfirmed address, when staff reveal it with a reason, then it is shown and marked as unproven', async () => {
  const staff = await promote(server, await somebody(server).signUp());
  const asha = await somebody(server).signUp();
  const id = await idOf(asha);
  await server.sql.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
  const shown = await staff.ok<{ value: string }>('POST', `/admin/users/${id}/reveal`, {
    field: 'email',
    reason: 'Asked on the phone',
  });
  expect(shown.value).toBe(asha.email);
  const { profile } = await staff.ok<{ profile: object }>('GET', `/admin/users/${id}`);
  expect(profile).toMatchObject({ isEmailConfirmed: false });
});
