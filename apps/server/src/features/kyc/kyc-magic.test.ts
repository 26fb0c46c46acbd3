import { createHmac, randomUUID } from 'node:crypto';
import { KYC_REASONS, type Kyc, type Problem } from '@mohlat/contract';
import { sandboxProvidersConfig } from '#providers/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { advance, clearFaults, fault, sendAgain, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { KYC_VIDEO: 'provider' } });
});
afterAll(() => server.stop());

interface Started {
  readonly status: string;
  readonly mode: string;
  readonly sessionUrl: string | null;
}
interface Call {
  readonly verificationId: string;
  readonly status: string;
}

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;
const startVideo = (person: Person) => person.ok<Started>('POST', '/kyc/video', {});
const videoOf = async (person: Person) => (await person.ok<Kyc>('GET', '/kyc')).video;

async function identified(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return person.passKyc();
}

/** Presses a choice on the provider's page, as the person would. */
const press = (url: string | null, choice: string) =>
  fetch(url!, { method: 'POST', body: new URLSearchParams({ choice }) });

const untilVideo = (person: Person, status: string) =>
  until(async () => {
    const video = await videoOf(person);
    return video.status === status ? video : undefined;
  });

const sessionOf = (url: string | null) => url!.split('/').at(-1)!;

async function callsOf(person: Person): Promise<Call[]> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ id: string }>(
    'select id from video_sessions where user_id = $1 order by created_at',
    [id],
  );
  const { videoCalls } = await server.control<{ videoCalls: Call[] }>('GET', '/truth');
  return videoCalls.filter((call) => rows.some((row) => row.id === call.verificationId));
}

async function attemptsOf(person: Person): Promise<string[]> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ outcome: string }>(
    `select outcome from kyc_attempts where user_id = $1 and kind = 'video' order by at, id`,
    [id],
  );
  return rows.map((row) => row.outcome);
}

describe('the video call at the provider', () => {
  test('starts with consent to each thing it uses, in the words that were read', async () => {
    const person = await identified();
    const reply = await person.call<Started>('POST', '/kyc/video', {}, { 'accept-language': 'hi' });
    expect(reply.body).toMatchObject({ status: 'pending', mode: 'provider' });
    expect((await fetch(reply.body.sessionUrl!)).status).toBe(200);
    expect((await videoOf(person)).hasOpenCall).toBe(true);
    const { id } = await person.ok<{ id: string }>('GET', '/me');
    const { rows } = await server.sql.query<{ purpose: string; wording: string }>(
      `select purpose, wording from consents where user_id = $1
       and purpose in ('video_recording', 'camera', 'microphone', 'location') order by purpose`,
      [id],
    );
    expect(rows.map((row) => row.purpose)).toEqual(['camera', 'location', 'microphone', 'video_recording']);
    for (const row of rows) expect(row.wording).toMatch(/[\u0900-\u097f]/);
  });

  test.each([
    ['complete', 'PT11S', 'verified', null],
    ['auditor_late', 'PT2H1M', 'verified', null],
    ['complete_and_hold', 'PT3H', 'pending', null],
    ['agent_reject', 'PT11S', 'rejected', 'video_rejected'],
    ['auditor_reject', 'PT11S', 'rejected', 'video_rejected'],
    ['no_agent', 'PT11S', 'not_started', 'video_no_agent'],
    ['drop_off', 'PT11S', 'not_started', 'video_dropped_off'],
    ['outside_india', 'PT11S', 'not_started', 'video_outside_india'],
    ['camera_failed', 'PT11S', 'not_started', 'video_device'],
    ['expire', 'PT11S', 'not_started', 'video_link_expired'],
  ] as const)('LEND-24: %s, and %s later, is %s (%s)', async (choice, later, status, code) => {
    const person = await identified();
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, choice);
    await until(async () => ((await phaseOf(sessionUrl)) === 'link' ? undefined : true));
    await advance(server, later);
    await signInAgain(person);
    const video = await untilVideo(person, status);
    expect(video.reasonCode ?? null).toBe(code);
    if (code && status === 'not_started') expect(video.reason).toBe(KYC_REASONS[code].en);
    if (status === 'rejected') expect(video.reason).toMatch(/PAN card|face/);
  });

  /** The phase of a session in our database. */
  async function phaseOf(url: string | null): Promise<string | null> {
    const { rows } = await server.sql.query<{ phase: string | null }>(
      'select phase from video_sessions where id = $1',
      [sessionOf(url)],
    );
    return rows[0]!.phase;
  }

  test('the end of the call is no approval: until the auditor speaks it is pending', async () => {
    const person = await identified();
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, 'auditor_late');
    await until(async () => ((await phaseOf(sessionUrl)) === 'review' ? true : undefined));
    expect(await videoOf(person)).toMatchObject({ status: 'pending', reason: null, hasOpenCall: false });
    expect(await startVideo(person)).toEqual({ status: 'pending', mode: 'provider', sessionUrl: null });
  });

  test.each(['no_agent', 'outside_india'])('after %s the same link is gone on with', async (choice) => {
    const person = await identified();
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, choice);
    await untilVideo(person, 'not_started');
    expect(await startVideo(person)).toMatchObject({ status: 'pending', sessionUrl });
    // Gone on with, it is under way: what held it up is said again only when it happens again.
    await advance(server, 'PT2M');
    expect(await videoOf(person)).toMatchObject({ status: 'pending', reason: null });
    await press(sessionUrl, choice);
    await untilVideo(person, 'not_started');
    await startVideo(person);
    await press(sessionUrl, 'complete');
    await advance(server, 'PT11S');
    await untilVideo(person, 'verified');
    expect(await callsOf(person)).toHaveLength(1);
  });

  test('given late call-backs, then what came before the person went on is over, and looks hide nothing', async () => {
    const person = await identified();
    await server.control('POST', '/webhooks/policy', { provider: 'cashfree_vrs', drop: true });
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, 'outside_india');
    await advance(server, 'PT5M');
    await untilVideo(person, 'not_started');
    await startVideo(person);
    await sendAgain(server, 'cashfree_vrs', sessionOf(sessionUrl));
    expect(await videoOf(person)).toMatchObject({ status: 'pending', reason: null });
    await server.control('POST', '/webhooks/policy', { provider: 'cashfree_vrs', drop: true });
    await advance(server, 'PT1M');
    await press(sessionUrl, 'outside_india');
    await advance(server, 'PT20M');
    await sendAgain(server, 'cashfree_vrs', sessionOf(sessionUrl));
    expect(await videoOf(person)).toMatchObject({ status: 'not_started' });
  });

  test.each(['drop_off', 'expire', 'agent_reject'])('after %s a new try may be approved', async (choice) => {
    const person = await identified();
    const first = await startVideo(person);
    await press(first.sessionUrl, choice);
    await untilVideo(person, choice === 'agent_reject' ? 'rejected' : 'not_started');
    const second = await startVideo(person);
    expect(second.sessionUrl).not.toBe(first.sessionUrl);
    await press(second.sessionUrl, 'complete');
    await advance(server, 'PT11S');
    await untilVideo(person, 'verified');
    const again = await person.call('POST', '/kyc/video', {});
    expect([again.status, codeOf(again)]).toEqual([409, 'kyc_locked']);
  });

  test('without any call-back the sweep finds out by itself', async () => {
    const person = await identified();
    await server.control('POST', '/webhooks/policy', { provider: 'cashfree_vrs', drop: true });
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, 'complete');
    await advance(server, 'PT5M');
    expect(await untilVideo(person, 'verified')).toMatchObject({ reason: null });
    await server.control('POST', '/webhooks/policy', { provider: 'cashfree_vrs' });
  });

  test('pressed five times at once it is one session', async () => {
    const person = await identified();
    const replies = await Promise.all(Array.from({ length: 5 }, () => startVideo(person)));
    expect(new Set(replies.map((reply) => reply.sessionUrl)).size).toBe(1);
    expect(await callsOf(person)).toHaveLength(1);
  });

  test('before PAN and Aadhaar nothing is started', async () => {
    const person = await somebody(server).signUp();
    const early = await person.call('POST', '/kyc/video', {});
    expect([early.status, codeOf(early)]).toEqual([409, 'onboarding_incomplete']);
    await person.onboard();
    const reply = await person.call('POST', '/kyc/video', {});
    expect([reply.status, codeOf(reply)]).toEqual([409, 'kyc_incomplete']);
    expect(await callsOf(person)).toEqual([]);
  });
});

test('where the video desk records, no phrase is given, and who has no proven mobile number is not sent there', async () => {
  const person = await identified();
  const phrase = await person.call('GET', '/kyc/video/challenge');
  expect([phrase.status, codeOf(phrase)]).toEqual([409, 'video_at_provider']);
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  await server.sql.query('update profiles set mobile_sealed = null where user_id = $1', [id]);
  const reply = await person.call('POST', '/kyc/video', {});
  expect([reply.status, codeOf(reply)]).toEqual([409, 'mobile_required']);
  expect(await callsOf(person)).toEqual([]);
});

describe('a technical failure of the video desk', () => {
  test('is no verdict; what was made behind a lost answer is found and not made twice', async () => {
    const person = await identified();
    await fault(server, 'cashfree_vrs', 'vkyc_start', { http: 500, commit: 'after' }, 'always');
    await fault(server, 'cashfree_vrs', 'vkyc_get', { http: 503 }, 'always');
    const reply = await person.call('POST', '/kyc/video', {});
    expect([reply.status, codeOf(reply)]).toEqual([503, 'provider_unavailable']);
    expect(await videoOf(person)).toMatchObject({ status: 'not_started', reason: null });
    expect((await attemptsOf(person))[0]).toMatch(/^Provider/);
    await clearFaults(server);
    expect(await startVideo(person)).toMatchObject({ status: 'pending' });
    expect(await callsOf(person)).toHaveLength(1);
  });

  test.each([{ http: 500 }, { malformed: 'html' }, { drift: 'missing_field' }, { timeout: true }])(
    'while looking (%j) leaves the person where they were',
    async (what) => {
      const person = await identified();
      const { sessionUrl } = await startVideo(person);
      await fault(server, 'cashfree_vrs', 'vkyc_get', what, 'always');
      await press(sessionUrl, 'agent_reject');
      await until(async () => ((await attemptsOf(person)).length > 0 ? true : undefined));
      expect((await videoOf(person)).status).toBe('pending');
      await clearFaults(server);
      await advance(server, 'PT1H');
      await signInAgain(person);
      await untilVideo(person, 'rejected');
    },
  );

  test('a session the desk never heard of is given up without a word about the person', async () => {
    const person = await identified();
    await fault(server, 'cashfree_vrs', 'vkyc_start', { http: 500, commit: 'before' }, 'always');
    expect((await person.call('POST', '/kyc/video', {})).status).toBe(503);
    await clearFaults(server);
    await advance(server, 'PT11M');
    const video = await until(async () => {
      const seen = await videoOf(person);
      return seen.reasonCode ? seen : undefined;
    });
    expect(video).toMatchObject({ status: 'not_started', reasonCode: 'video_at_provider_failed' });
    expect((await startVideo(person)).sessionUrl).not.toBeNull();
  });
});

describe('call-backs of the video desk', () => {
  const secret = () => sandboxProvidersConfig(server.sandboxUrl, 0).cashfreeVrs!.clientSecret;

  async function post(
    body: object,
    options: { readonly secret?: string; readonly agoMs?: number } = {},
  ): Promise<number> {
    const now = await server.control<{ now: string }>('GET', '/clock');
    const timestamp = String(Date.parse(now.now) - (options.agoMs ?? 0));
    const raw = JSON.stringify(body);
    const signature = createHmac('sha256', options.secret ?? secret())
      .update(timestamp + raw)
      .digest('base64');
    const response = await fetch(`${server.url}/api/v1/webhooks/cashfree`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': signature,
      },
      body: raw,
    });
    return response.status;
  }

  const approval = (sessionId: string) => ({
    event_type: 'VKYC_AUDITOR_REVIEW_COMPLETED',
    event_time: new Date(server.now()).toISOString(),
    data: { verification_id: sessionId, status: 'SUCCESS', sub_status: 'AUDITOR_APPROVED' },
  });

  test('an approval signed with another key, or a day old, is refused and changes nothing', async () => {
    const person = await identified();
    const sessionId = sessionOf((await startVideo(person)).sessionUrl);
    expect(await post(approval(sessionId), { secret: 'guessed' })).toBe(401);
    expect(await post(approval(sessionId), { agoMs: 25 * 3_600_000 })).toBe(401);
    expect((await videoOf(person)).status).toBe('pending');
  });

  test('even a well-signed approval only makes us look: what the desk answers counts', async () => {
    const person = await identified();
    const sessionId = sessionOf((await startVideo(person)).sessionUrl);
    const body = approval(sessionId);
    expect([await post(body), await post(body)]).toEqual([200, 200]);
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        `select outcome from webhook_inbox where subject_ref = $1 and type = 'VKYC_AUDITOR_REVIEW_COMPLETED'`,
        [sessionId],
      );
      return rows.length === 1 && rows[0]!.outcome === 'enquired' ? true : undefined;
    });
    expect((await videoOf(person)).status).toBe('pending');
  });

  test('about an unknown session they are kept as unmatched', async () => {
    for (const reference of [randomUUID(), 'not-one-of-ours']) {
      expect(await post(approval(reference))).toBe(200);
      await until(async () => {
        const { rows } = await server.sql.query<{ outcome: string | null }>(
          'select outcome from webhook_inbox where subject_ref = $1',
          [reference],
        );
        return rows[0]?.outcome === 'unmatched' ? true : undefined;
      });
    }
  });

  test('a verdict stands, whatever is said about its session later', async () => {
    const person = await identified();
    const { sessionUrl } = await startVideo(person);
    await press(sessionUrl, 'complete');
    await advance(server, 'PT11S');
    await untilVideo(person, 'verified');
    await fault(server, 'cashfree_vrs', 'vkyc_get', { drift: 'new_enum' }, 'always');
    expect(await post(approval(sessionOf(sessionUrl)))).toBe(200);
    await clearFaults(server);
    expect((await videoOf(person)).status).toBe('verified');
  });
});

describe('a forged return from DigiLocker', () => {
  async function opened(): Promise<{ person: Person; sessionId: string; redirectUrl: string }> {
    const person = await somebody(server).signUp();
    await person.onboard();
    await person.ok('POST', '/kyc/pan', { pan: person.pan });
    const { aadhaar } = person;
    const session = await person.ok<{ sessionId: string; redirectUrl: string }>('POST', '/kyc/aadhaar', {
      aadhaar,
    });
    return { person, ...session };
  }
  const aadhaarOf = async (person: Person) => (await person.ok<Kyc>('GET', '/kyc')).aadhaar;
  const finish = (person: Person, sessionId: string, query = '') =>
    person.call<{ status: string }>('POST', `/kyc/aadhaar/${sessionId}/complete${query}`);

  test('success=True without consent attaches nothing, whatever else stands in the address', async () => {
    const { person, sessionId, redirectUrl } = await opened();
    const theirId = redirectUrl.split('/').at(-1)!;
    for (const query of [
      '?success=True',
      `?success=True&id=${theirId}&scope=ADHAR+PANCR+DRVLC`,
      `?status=verified&masked=${person.aadhaar.slice(-4)}`,
    ]) {
      const reply = await finish(person, sessionId, query);
      expect(reply.body.status ?? codeOf(reply)).not.toBe('verified');
      expect((await aadhaarOf(person)).status).toBe('pending');
    }
  });

  test('another account’s approved session is not found, under its own id or the provider’s', async () => {
    const victim = await opened();
    await victim.person.consent(victim.sessionId);
    const thief = await opened();
    for (const id of [victim.sessionId, randomUUID()]) {
      const reply = await finish(thief.person, id);
      expect([reply.status, codeOf(reply)]).toEqual([404, 'not_found']);
    }
    const theirs = victim.redirectUrl.split('/').at(-1)!;
    const own = await finish(thief.person, thief.sessionId, `?success=True&id=${theirs}`);
    expect(own.body.status ?? codeOf(own)).not.toBe('verified');
    expect((await aadhaarOf(thief.person)).status).toBe('pending');
    expect((await finish(victim.person, victim.sessionId)).body.status).toBe('verified');
  });

  test('a denied session stays denied when its address is opened again as a success', async () => {
    const { person, sessionId } = await opened();
    await server.control('POST', '/act', { what: 'deny_consent', sessionId });
    expect((await finish(person, sessionId)).body.status).toBe('not_started');
    expect((await finish(person, sessionId, '?success=True')).body.status).not.toBe('verified');
    expect((await aadhaarOf(person)).status).toBe('not_started');
  });

  test('a used session brings nothing to another account, and once more changes nothing', async () => {
    const { person, sessionId } = await opened();
    await person.consent(sessionId);
    const replies = await Promise.all(Array.from({ length: 4 }, () => finish(person, sessionId)));
    expect(replies.map((reply) => reply.body.status)).toContain('verified');
    const other = await opened();
    expect((await finish(other.person, sessionId)).status).toBe(404);
    expect((await aadhaarOf(person)).status).toBe('verified');
  });
});
