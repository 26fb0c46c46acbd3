import { readFileSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from './auth.installation.testing.ts';
import { startExample } from './example.testing.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let example: Awaited<ReturnType<typeof startExample>>;
beforeAll(async () => {
  database = await emptyDatabase();
  example = await startExample(database.databaseUrl, 'http://localhost:3999');
  await example.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await example.app.close();
  await example.pool.end();
  await database.drop();
});

test('given an empty database, the README’s example signs up, confirms, logs in and refreshes', async () => {
  const { port } = example.app.server.address() as AddressInfo;
  const client = new GoTrueClient({ url: `http://127.0.0.1:${port}/auth/v1`, autoRefreshToken: false });
  const who = { email: 'asha@example.com', password: 'monsoon-Kettle-42' };
  expect((await client.signUp(who)).error).toBeNull();
  expect((await client.signInWithPassword(who)).error?.code).toBe('email_not_confirmed');
  const { rows } = await example.pool.query<{ code: string }>(
    "select message #>> '{vars,code}' as code from outbox",
  );
  const token = rows[0]?.code ?? '';
  expect((await client.verifyOtp({ email: who.email, token, type: 'signup' })).error).toBeNull();
  const signedIn = await client.signInWithPassword(who);
  expect(signedIn.data.user?.email).toBe(who.email);
  const { data, error } = await client.refreshSession();
  expect([error, data.session?.refresh_token === signedIn.data.session?.refresh_token]).toEqual([
    null,
    false,
  ]);
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  expect(await example.auth.authenticate({ headers })).toMatchObject({ userId: signedIn.data.user?.id });
});

test('given a database that has the tables, migrating again leaves it as it is', async () => {
  const again = await startExample(database.databaseUrl, 'http://localhost:3999');
  const { rows } = await again.pool.query<{ name: string }>('select name from auth_migrations order by name');
  const files = readdirSync(join(import.meta.dirname, '../migrations')).sort();
  expect(rows.map(({ name }) => name)).toEqual(files);
  await again.app.close();
  await again.pool.end();
});

test('the README shows the example as it is', () => {
  const [readme, code] = ['../README.md', 'example.testing.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  expect(readme).toContain(code!.replace("'./index.ts'", "'@mohlat/auth'").trim());
});
