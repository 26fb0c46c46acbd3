import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kyc, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { challengeOf, complete, handIn, postForm, PUNE, putPart, recording } from '#test/recordings.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The auditor decides only when a test asks for it.
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const video = async (person: Person) => (await person.ok<Kyc>('GET', '/kyc')).video;

async function verified(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return person.passKyc();
}

describe('LEND-24: the phrase', () => {
  test('is given to a person with verified PAN and Aadhaar, with a consent for each thing it needs', async () => {
    const person = await somebody(server).signUp();
    expect(said(await person.call('GET', '/kyc/video/challenge'))).toEqual([409, 'onboarding_incomplete']);
    await person.onboard();
    expect(said(await person.call('GET', '/kyc/video/challenge'))).toEqual([409, 'kyc_incomplete']);
    await person.passKyc();
    expect(await person.ok('POST', '/kyc/video', {})).toEqual({
      status: 'not_started',
      mode: 'inhouse',
      sessionUrl: null,
    });
    const first = await challengeOf(person);
    const second = await challengeOf(person);
    expect(first.phrase).not.toBe(second.phrase);
    expect(Date.parse(first.expiresAt) - server.now()).toBeGreaterThan(14 * 60_000);
    const { rows } = await server.sql.query<{ purpose: string; wording: string; version: string }>(
      `select c.purpose, c.wording, c.version from consents c join profiles p using (user_id)
       where p.user_id = $1 and c.purpose = any ($2) order by 1`,
      [await idOf(person), ['video_recording', 'camera', 'microphone', 'location']],
    );
    expect(rows.map((row) => row.purpose)).toEqual(['camera', 'location', 'microphone', 'video_recording']);
    expect(rows.every((row) => row.wording.length > 20 && row.version !== '')).toBe(true);
  });
});

describe('LEND-24: a recording in parts', () => {
  test('arrives in any order, goes on after a break, and waits for a verdict', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const content = recording(1_200_000);
    const parts = [
      content.subarray(0, 500_000),
      content.subarray(500_000, 1_000_000),
      content.subarray(1_000_000),
    ];
    expect((await putPart(person, challengeId, 2, parts[2]!)).status).toBe(200);
    await putPart(person, challengeId, 0, parts[0]!);
    // The line broke; the browser asks what is there.
    const seen = await person.ok('GET', `/kyc/video/recordings/${challengeId}`);
    expect(seen).toEqual({
      status: 'open',
      receivedParts: [0, 2],
      receivedBytes: parts[0]!.length + parts[2]!.length,
    });
    expect(said(await complete(person, challengeId, content, 3))).toEqual([409, 'recording_incomplete']);
    // A part that arrived twice replaces itself.
    await putPart(person, challengeId, 0, Buffer.from('something else'));
    await putPart(person, challengeId, 0, parts[0]!);
    const last = await putPart(person, challengeId, 1, parts[1]!);
    expect(last.body).toEqual({ status: 'open', receivedParts: [0, 1, 2], receivedBytes: content.length });
    expect((await complete(person, challengeId, content, 3)).body).toEqual({ status: 'pending' });
    expect(await video(person)).toMatchObject({ status: 'pending', reason: null });
    expect((await person.ok<Kyc>('GET', '/kyc')).isComplete).toBe(true);
    expect(await person.ok('GET', `/kyc/video/recordings/${challengeId}`)).toMatchObject({
      status: 'complete',
    });
    // Used up, and nothing can be added or begun while it waits.
    expect(said(await putPart(person, challengeId, 3, parts[0]!))).toEqual([409, 'recording_complete']);
    expect(said(await complete(person, challengeId, content, 3))).toEqual([409, 'recording_complete']);
    expect(said(await person.call('GET', '/kyc/video/challenge'))).toEqual([409, 'kyc_locked']);
    const { rows } = await server.sql.query<{ purpose: string; left: string }>(
      `select purpose, count(*) filter (where key_sealed is not null) as left from stored_files
       where user_id = $1 group by 1 order by 1`,
      [await idOf(person)],
    );
    expect(rows).toEqual([
      { purpose: 'video', left: '1' },
      { purpose: 'video_part', left: '0' },
    ]);
  });

  test('lies nowhere in clear: not on disk, not in the database, nor does its place', async () => {
    const person = await verified();
    await handIn(person);
    const everything = filesUnder(server.dataDir);
    expect(everything.length).toBeGreaterThan(3000);
    expect(everything.includes('THE FACE AND VOICE')).toBe(false);
    const { rows } = await server.sql.query<{ t: string }>(
      'select r::text || s::text as t from video_recordings r join stored_files s on s.user_id = r.user_id',
    );
    expect(JSON.stringify(rows)).not.toMatch(/18\.52|73\.85|5448452046414345/);
    expect(server.logText()).not.toMatch(/18\.52|73\.85/);
  });

  test('is refused when its bytes are not those that were announced, or no video', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const content = recording();
    await putPart(person, challengeId, 0, content);
    const other = await complete(person, challengeId, Buffer.from('another'), 1);
    expect(said(other)).toEqual([422, 'video_unreadable']);
    const text = Buffer.from('<html>not a video</html>'.repeat(50));
    await putPart(person, challengeId, 0, text);
    expect(said(await complete(person, challengeId, text, 1))).toEqual([422, 'video_unreadable']);
    expect(await video(person)).toMatchObject({ status: 'not_started' });
    // The phrase still counts: the right bytes are taken.
    await putPart(person, challengeId, 0, content);
    expect((await complete(person, challengeId, content, 1)).status).toBe(200);
  });

  test('is refused when it was made outside India', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const content = recording();
    await putPart(person, challengeId, 0, content);
    const london = await complete(person, challengeId, content, 1, { latitude: 51.5, longitude: -0.12 });
    expect(said(london)).toEqual([422, 'location_outside_india']);
    expect((await complete(person, challengeId, content, 1)).status).toBe(200);
  });

  test("under another person's phrase is not found", async () => {
    const [asha, ravi] = [await verified(), await verified()];
    const { challengeId } = await challengeOf(asha);
    const content = recording();
    expect(said(await putPart(ravi, challengeId, 0, content))).toEqual([404, 'not_found']);
    expect(said(await ravi.call('GET', `/kyc/video/recordings/${challengeId}`))).toEqual([404, 'not_found']);
    expect(said(await complete(ravi, challengeId, content, 1))).toEqual([404, 'not_found']);
    const form = { challengeId, latitude: '18.52', longitude: '73.85' };
    expect(said(await postForm(ravi, form, content))).toEqual([404, 'not_found']);
  });

  test('is stopped by a consent that was taken back', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    await server.sql.query(
      "update consents set withdrawn_at = now() where user_id = $1 and purpose = 'camera'",
      [await idOf(person)],
    );
    expect(said(await putPart(person, challengeId, 0, recording()))).toEqual([
      409,
      'video_challenge_expired',
    ]);
    const again = await challengeOf(person);
    expect((await putPart(person, again.challengeId, 0, recording())).status).toBe(200);
  });

  test('two at once are handed in once', async () => {
    const person = await verified();
    const [one, other] = [await challengeOf(person), await challengeOf(person)];
    const content = recording();
    await putPart(person, one.challengeId, 0, content);
    await putPart(person, other.challengeId, 0, content);
    const replies = await Promise.all([
      complete(person, one.challengeId, content, 1),
      complete(person, other.challengeId, content, 1),
      complete(person, one.challengeId, content, 1),
    ]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { rows } = await server.sql.query('select 1 from reviews where user_id = $1', [await idOf(person)]);
    expect(rows).toHaveLength(1);
  });

  test('is refused once the Aadhaar it belongs to is being checked again', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    await server.sql.query("update kyc_records set aadhaar_status = 'pending' where user_id = $1", [
      await idOf(person),
    ]);
    const content = recording();
    expect(said(await putPart(person, challengeId, 0, content))).toEqual([409, 'kyc_incomplete']);
    expect(said(await complete(person, challengeId, content, 1))).toEqual([409, 'kyc_incomplete']);
  });

  test('under a second phrase is refused while the first one waits for its verdict', async () => {
    const person = await verified();
    const spare = await challengeOf(person);
    await handIn(person);
    const { challengeId } = spare;
    const content = recording();
    expect(said(await putPart(person, challengeId, 0, content))).toEqual([409, 'kyc_locked']);
    expect(said(await complete(person, challengeId, content, 1))).toEqual([409, 'kyc_locked']);
    const form = { challengeId, latitude: '18.52', longitude: '73.85' };
    expect(said(await postForm(person, form, content))).toEqual([409, 'kyc_locked']);
  });

  test.each([
    ['JSON', 'application/json', Buffer.from('{}'), 422, 'validation_failed'],
    ['nothing', 'application/octet-stream', Buffer.alloc(0), 422, 'validation_failed'],
    ['more than a part holds', 'application/octet-stream', Buffer.alloc(524_289), 413, 'payload_too_large'],
    ['an undeclared type', 'text/plain', Buffer.from('hello'), 422, 'validation_failed'],
  ])('is not taken as %s', async (_, type, content, status, code) => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    expect(said(await putPart(person, challengeId, 0, content, type))).toEqual([status, code]);
  });

  test('is at most 25 MB in all its parts', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const part = Buffer.alloc(524_288, 7);
    const taken = await Promise.all(
      Array.from({ length: 52 }, (_, index) => putPart(person, challengeId, index, part)),
    );
    const counts = taken.map((reply) => reply.status);
    expect(counts.filter((status) => status === 200)).toHaveLength(50);
    expect(counts.filter((status) => status === 413)).toHaveLength(2);
  });
});

describe('LEND-24: a recording in one form', () => {
  const place = { latitude: String(PUNE.latitude), longitude: String(PUNE.longitude) };

  test('is taken like one in parts', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const reply = await postForm(person, { challengeId, ...place }, recording(2_000_000));
    expect(reply.body).toEqual({ status: 'pending' });
    expect(await video(person)).toMatchObject({ status: 'pending' });
  });

  test('names what is wrong with it', async () => {
    const person = await verified();
    const { challengeId } = await challengeOf(person);
    const fields = (reply: Reply<unknown>) => (reply.body as Problem).errors?.map((one) => one.path);
    const without = await postForm(person, { challengeId, ...place }, undefined);
    expect([...said(without), fields(without)]).toEqual([422, 'validation_failed', ['video']]);
    const nowhere = await postForm(person, { challengeId, latitude: '200' }, recording());
    expect([...said(nowhere), fields(nowhere)]).toEqual([
      422,
      'validation_failed',
      ['latitude', 'longitude'],
    ]);
    const unknown = await postForm(person, { challengeId, ...place, ownerId: 'x' }, recording());
    expect([...said(unknown), fields(unknown)]).toEqual([422, 'validation_failed', ['ownerId']]);
    const json = await person.call('POST', '/kyc/video/recordings', { challengeId, ...PUNE });
    expect(said(json)).toEqual([422, 'validation_failed']);
    const broken = await person.call('POST', '/kyc/video/recordings', '--x\r\nno end', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(said(broken)).toEqual([422, 'validation_failed']);
    const large = await postForm(person, { challengeId, ...place }, Buffer.alloc(25 * 1024 * 1024 + 1));
    expect(said(large)).toEqual([413, 'payload_too_large']);
    const text = await postForm(person, { challengeId, ...place }, Buffer.from('not a video'.repeat(90)));
    expect(said(text)).toEqual([422, 'video_unreadable']);
    const london = await postForm(person, { challengeId, latitude: '51.5', longitude: '-0.12' }, recording());
    expect(said(london)).toEqual([422, 'location_outside_india']);
  });
});

test('LEND-24: a phrase counts for fifteen minutes', async () => {
  const person = await verified();
  const { challengeId } = await challengeOf(person);
  const content = recording();
  await putPart(person, challengeId, 0, content);
  await advance(server, 'PT15M1S');
  await signInAgain(person);
  expect(said(await putPart(person, challengeId, 1, content))).toEqual([409, 'video_challenge_expired']);
  expect(said(await complete(person, challengeId, content, 1))).toEqual([409, 'video_challenge_expired']);
  const form = { challengeId, latitude: '18.52', longitude: '73.85' };
  expect(said(await postForm(person, form, content))).toEqual([409, 'video_challenge_expired']);
});

test('LEND-24: what was begun and never handed in is erased within the hour', async () => {
  const person = await verified();
  const { challengeId } = await challengeOf(person);
  await putPart(person, challengeId, 0, recording());
  const keys = async () =>
    (
      await server.sql.query<{ erased: boolean; removed: boolean }>(
        `select erased_at is not null as erased, removed_at is not null as removed from stored_files where user_id = $1`,
        [await idOf(person)],
      )
    ).rows;
  expect(await keys()).toEqual([{ erased: false, removed: false }]);
  await advance(server, 'PT61M');
  await signInAgain(person);
  await until(async () => ((await keys())[0]?.removed ? true : undefined));
  expect(await keys()).toEqual([{ erased: true, removed: true }]);
  expect(await person.ok('GET', `/kyc/video/recordings/${challengeId}`)).toMatchObject({ receivedParts: [] });
});

async function idOf(person: Person): Promise<string> {
  return (await person.ok<{ id: string }>('GET', '/me')).id;
}

function filesUnder(folder: string): Buffer {
  const names = readdirSync(join(folder, 'files'), { recursive: true }).map(String);
  const paths = names.map((name) => join(folder, 'files', name)).filter((path) => statSync(path).isFile());
  return Buffer.concat(paths.map((path) => readFileSync(path)));
}
