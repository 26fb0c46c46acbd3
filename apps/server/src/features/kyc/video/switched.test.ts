import type { Kyc } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { challengeOf } from '#test/recordings.ts';
import { advance, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ providers: { cashfreeVrs: undefined } });
});
afterAll(() => server.stop());

test('LEND-24: given an open call, when the video step is done here and the desk is gone, then the person may record', async () => {
  const person = await somebody(server).signUp();
  await person.onboard();
  await person.passKyc();
  const userId = await idOf(person);
  // As a process left it whose video step was done at the provider.
  await server.sql.query(
    `with agreed as (insert into consents (user_id, purpose, version, wording, given_at)
       values ($1, 'video_recording', '1', 'lab', $2) returning id),
     begun as (update kyc_records set video_status = 'pending' where user_id = $1)
     insert into video_sessions (user_id, id, consent_id, status, phase, created_at, updated_at, next_look_at)
     select $1, new_id(), id, 'open', 'link', $2::timestamptz, $2, $2 + interval '30 seconds' from agreed`,
    [userId, new Date(server.now())],
  );
  expect((await person.call('GET', '/kyc/video/challenge')).body).toMatchObject({ code: 'kyc_locked' });
  await advance(server, 'PT1M');
  const isOver = async () => {
    const { rows } = await server.sql.query<{ status: string; next_look_at: Date | null }>(
      'select status, next_look_at from video_sessions where user_id = $1',
      [userId],
    );
    return rows[0]?.status === 'closed' && rows[0].next_look_at === null ? true : undefined;
  };
  await until(isOver);
  expect((await person.ok<Kyc>('GET', '/kyc')).video).toMatchObject({
    status: 'not_started',
    reasonCode: 'video_at_provider_failed',
    hasOpenCall: false,
  });
  expect((await challengeOf(person)).challengeId).toBeDefined();
});
