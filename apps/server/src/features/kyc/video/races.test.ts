import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf, untilWaiting } from '#test/racing.ts';
import { challengeOf, complete, putPart, recording } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('LEND-24: a part that arrives while its recording is handed in changes nothing of it, and is not kept', async () => {
  const person = await somebody(server).signUp();
  await person.onboard();
  await person.passKyc();
  const userId = await idOf(person);
  const { challengeId } = await challengeOf(person);
  const content = recording();
  await putPart(person, challengeId, 0, content);

  const client = await server.sql.connect();
  await client.query('begin');
  await client.query('select 1 from profiles where user_id = $1 for update', [userId]);
  const handing = complete(person, challengeId, content, 1);
  await untilWaiting(client);
  // The hand-in holds the account: the same part once more, and one more, come after it.
  const late = [0, 1].map((number) => putPart(person, challengeId, number, recording()));
  await untilWaiting(client, 3);
  await client.query('commit');
  client.release();

  expect(await handing).toMatchObject({ status: 200, body: { status: 'pending' } });
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([409, 409]);
  expect((await putPart(person, challengeId, 2, content)).status).toBe(409);
  const { rows } = await server.sql.query<{ purpose: string; size_bytes: number }>(
    'select purpose, size_bytes from stored_files where user_id = $1 and key_sealed is not null and kept_at is not null',
    [userId],
  );
  expect(rows).toEqual([{ purpose: 'video', size_bytes: content.length }]);
});
