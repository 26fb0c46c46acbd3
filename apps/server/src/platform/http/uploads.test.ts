import { request } from 'node:http';
import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { challengeOf, complete, postForm, putPart, recording, sha256 } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).signUp();
  await asha.onboard();
  await asha.passKyc();
});
afterAll(() => server.stop());

const place = { latitude: '18.52', longitude: '73.85' };

/** Begins a form and hangs up in the middle of it. */
function breakOff(person: Person): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${server.url}/api/v1/kyc/video/recordings`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '100000',
      },
    });
    sent.on('error', () => resolve());
    sent.write('--b\r\ncontent-disposition: form-data; name="video"; filename="v.webm"\r\n\r\nhalf of it');
    setTimeout(() => sent.destroy(new Error('gone')), 200);
  });
}

/** Begins a form of 20 MB and never sends the rest; what is answered all the same. */
function beginForm(person: Person, path: string): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '20000000',
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        resolve([response.statusCode, (JSON.parse(text) as Problem).code]);
        sent.destroy();
      });
    });
    sent.write('--b\r\ncontent-disposition: form-data; name="video"; filename="v.webm"\r\n\r\nhalf of it');
  });
}

test.each(['/kyc/video/recordings', '/credit/income-evidence'])(
  'a large body that is no form is not read at %s, from any sender',
  async (path) => {
    for (const type of ['application/json', 'application/octet-stream']) {
      const reply = await fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: `[${'0,'.repeat(100_000)}0]`,
      });
      expect([reply.status, ((await reply.json()) as Problem).code]).toEqual([413, 'payload_too_large']);
    }
  },
);

test('of one person’s forms one is read at a time, and of a recording sent many times one copy is kept', async () => {
  const { challengeId } = await challengeOf(asha);
  const content = recording(200_000);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => postForm(asha, { challengeId, ...place }, content)),
  );
  expect(replies.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  const { rows } = await server.sql.query("select kept_at from stored_files where purpose = 'video'");
  expect(rows).toEqual([{ kept_at: expect.any(Date) }]);
});

test('a form that broke off keeps no other caller waiting', async () => {
  await Promise.all([breakOff(asha), breakOff(asha)]);
  const reply = await postForm(asha, { ...place }, recording());
  expect(reply.status).toBe(422);
});

test.each(['/kyc/video/recordings', '/credit/income-evidence'])(
  'a form to %s of a person who may not send one is refused before it is read',
  async (path) => {
    const stranger = await somebody(server).signUp();
    const reply = await beginForm(stranger, path);
    expect(reply).toEqual([409, 'onboarding_incomplete']);
    if (path === '/kyc/video/recordings') {
      await stranger.onboard();
      expect(await beginForm(stranger, path)).toEqual([409, 'kyc_incomplete']);
    }
  },
);

test('of one person’s recordings one is put together at a time, and the others find it handed in', async () => {
  const meera = await somebody(server).signUp();
  await meera.onboard();
  await meera.passKyc();
  const { id: userId } = await meera.ok<{ id: string }>('GET', '/me');
  const { challengeId } = await challengeOf(meera);
  const content = recording();
  await putPart(meera, challengeId, 0, content);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => complete(meera, challengeId, content, 1)),
  );
  expect(replies.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  // Those that waited were refused before they read anything.
  const { rows } = await server.sql.query(
    "select count from call_counters where user_id = $1 and kind = 'recording'",
    [userId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('handing in and sending parts are counted by the hour', async () => {
  const ravi = await somebody(server).signUp();
  await ravi.onboard();
  await ravi.passKyc();
  const { id: userId } = await ravi.ok<{ id: string }>('GET', '/me');
  const { challengeId } = await challengeOf(ravi);
  const content = recording();
  expect((await putPart(ravi, challengeId, 0, content)).status).toBe(200);
  const { now } = await server.control<{ now: string }>('GET', '/clock');
  await server.sql.query(
    `insert into call_counters (user_id, kind, window_start, count)
     values ($1, 'recording', $2, 600), ($1, 'recording_part', $2, 12000)
     on conflict (user_id, kind) do update set count = excluded.count`,
    [userId, now],
  );
  const codes = [
    await putPart<Problem>(ravi, challengeId, 1, content),
    await ravi.call<Problem>('POST', `/kyc/video/recordings/${challengeId}/complete`, {
      partCount: 1,
      sha256: sha256(content),
      latitude: 18.52,
      longitude: 73.85,
    }),
    await postForm(ravi, { challengeId, ...place }, content),
  ].map((one) => (one.body as Problem).code);
  expect(codes).toEqual(['too_many_requests', 'too_many_requests', 'too_many_requests']);
});
