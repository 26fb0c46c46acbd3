import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { createProviders } from '../index.ts';
import type { CallContext, RawWebhook, VideoKycPort } from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'user' };
let world: SandboxWorld;
let desk: VideoKycPort;

beforeAll(async () => {
  world = await openSandbox();
  desk = world.providers.videoKyc!;
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const input = (ref: string) => ({
  ref,
  userRef: `user-${ref}`,
  phone: '9876543210',
  name: 'Asha Rao',
  consentId: 'consent-1',
});
const start = (ref: string) => desk.start(input(ref), ctx);
const sentTo = (op: string) => world.calls.filter((call) => call.op === op).length;

async function aSession(): Promise<{ ref: string; url: string }> {
  const ref = randomUUID();
  return { ref, url: (await start(ref)).url };
}

const press = (url: string, choice: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) });

describe('starting a session', () => {
  it('answers the page to open and how long it holds', async () => {
    const { ref, url } = await aSession();
    expect(url).toContain(ref);
    const state = await desk.get(ref, ctx);
    expect(state).toMatchObject({ phase: 'link', url });
    expect(state.expiresAt!.getTime()).toBeGreaterThan(world.now().getTime());
  });

  it('answers the same session when it is asked for twice', async () => {
    const { ref, url } = await aSession();
    expect((await start(ref)).url).toBe(url);
  });

  it.each([
    ['the answer is lost after the session was made', { timeout: true, commit: 'after' }],
    ['the server fails after the session was made', { http: 500, commit: 'after' }],
    ['the server fails before anything happened', { http: 500, commit: 'before' }],
    ['half an answer comes', { malformed: 'truncated' }],
  ])('looks by our id before it repeats: %s', async (_name, fault) => {
    const ref = randomUUID();
    const before = [sentTo('startVideoSession'), sentTo('getVideoSession')];
    await world.fault({ provider: 'cashfree_vrs', op: 'vkyc_start', fault });
    expect((await start(ref)).url).toContain(ref);
    const repeats = sentTo('startVideoSession') - before[0]!;
    expect(sentTo('getVideoSession') - before[1]!).toBe(1);
    expect(repeats).toBe('commit' in fault && fault.commit === 'before' ? 2 : 1);
  });

  it('says that it does not know when no answer ever comes', async () => {
    await world.fault({
      provider: 'cashfree_vrs',
      op: 'vkyc_start',
      times: 'always',
      fault: { timeout: true, commit: 'before' },
    });
    expect(await failureOf(start(randomUUID()))).toMatchObject({ outcome: 'unknown' });
  });

  it('goes on when the person was registered and the answer was lost', async () => {
    await world.fault({
      provider: 'cashfree_vrs',
      op: 'vkyc_user',
      fault: { timeout: true, commit: 'after' },
    });
    expect((await aSession()).url).toContain('/cashfree/');
  });

  it('names our keys as the trouble when they are refused', async () => {
    const { cashfreeVrs, ...config } = world.config;
    const wrong = createProviders(
      { ...config, cashfreeVrs: { ...cashfreeVrs!, clientSecret: 'stolen' } },
      { now: world.now },
    );
    const failure = await failureOf(wrong.videoKyc!.start(input(randomUUID()), ctx));
    expect(failure).toMatchObject({ name: 'ProviderAuthError', outcome: 'not_done' });
    await wrong.close();
  });

  it('writes neither name nor mobile into a record', () => {
    expect(JSON.stringify(world.calls)).not.toMatch(/9876543210|Asha/);
  });
});

describe('looking at a session', () => {
  it.each([
    ['complete', { phase: 'review' }],
    ['agent_reject', { phase: 'rejected', remarks: 'The PAN card could not be read' }],
    ['no_agent', { phase: 'queued', trouble: 'no_agent' }],
    ['drop_off', { phase: 'call', trouble: 'dropped_off' }],
    ['outside_india', { phase: 'precheck', trouble: 'outside_india' }],
    ['camera_failed', { phase: 'precheck', trouble: 'device' }],
    ['expire', { phase: 'expired' }],
  ])('reads %s', async (choice, state) => {
    const { ref, url } = await aSession();
    await press(url, choice);
    expect(await desk.get(ref, ctx)).toMatchObject(state);
  });

  it('knows approval from the auditor alone', async () => {
    const { ref, url } = await aSession();
    await press(url, 'complete_and_hold');
    await world.advance('P2D');
    expect((await desk.get(ref, ctx)).phase).toBe('review');
    await world.control('POST', '/act', { what: 'auditor_verdict', verificationId: ref, verdict: 'approve' });
    expect((await desk.get(ref, ctx)).phase).toBe('approved');
  });

  it('reads the auditor after two hours', async () => {
    const { ref, url } = await aSession();
    await press(url, 'auditor_late');
    await world.advance('PT2H1M');
    expect((await desk.get(ref, ctx)).phase).toBe('approved');
  });

  it('takes a word it does not know as still under way', async () => {
    const { ref } = await aSession();
    await world.fault({ provider: 'cashfree_vrs', op: 'vkyc_get', fault: { drift: 'new_enum' } });
    expect((await desk.get(ref, ctx)).phase).toBe('call');
  });

  it('does not take another person’s session for ours', async () => {
    const { ref } = await aSession();
    await world.fault({ provider: 'cashfree_vrs', op: 'vkyc_get', fault: { mismatch: 'ref' } });
    expect(await failureOf(desk.get(ref, ctx))).toMatchObject({ field: 'verification_id' });
  });

  it('says when the session is unknown', async () => {
    expect(await failureOf(desk.get(randomUUID(), ctx))).toMatchObject({ name: 'VideoSessionNotFound' });
  });
});

describe('call-backs', () => {
  async function aWebhook(): Promise<{ ref: string; hook: RawWebhook }> {
    const { ref } = await aSession();
    const [hook] = await world.waitForWebhooks((one) => one.rawBody.includes(ref));
    return { ref, hook: hook! };
  }

  it('prove their origin, name our session and are the same event each time', async () => {
    const { ref, hook } = await aWebhook();
    const event = desk.parseWebhook(hook);
    expect(event).toMatchObject({ subjectRef: ref, trust: 'verified', type: 'VKYC_USER_LINK_GENERATED' });
    expect(desk.parseWebhook({ ...hook, receivedAt: new Date() }).eventId).toBe(event.eventId);
  });

  it.each(['wrong', 'missing', 'hex_vs_base64', 'body_tampered'])(
    'are refused with a signature that is %s',
    async (signature) => {
      await world.fault({ provider: 'cashfree_vrs', op: 'webhook', fault: { signature } });
      const { hook } = await aWebhook();
      expect(() => desk.parseWebhook(hook)).toThrow(/refused: signature/);
    },
  );

  it('are refused when they are older than a day', async () => {
    const { hook } = await aWebhook();
    const tomorrow = new Date(hook.receivedAt.getTime() + 25 * 60 * 60 * 1_000);
    expect(() => desk.parseWebhook({ ...hook, receivedAt: tomorrow })).toThrow(/timestamp_stale/);
    await world.fault({ provider: 'cashfree_vrs', op: 'webhook', fault: { stale_timestamp: true } });
    const stale = await aWebhook();
    expect(() => desk.parseWebhook(stale.hook)).toThrow(/timestamp_stale/);
  });

  it('are refused when they cannot be read, and unknown news is about nothing', async () => {
    const sign = (body: string): RawWebhook => {
      const timestamp = String(world.now().getTime());
      const signature = createHmac('sha256', world.config.cashfreeVrs!.clientSecret)
        .update(timestamp + body)
        .digest('base64');
      const headers = { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp };
      return { path: '/cashfree', headers, rawBody: Buffer.from(body), receivedAt: world.now() };
    };
    for (const body of ['', '[]', '{"event_type":"VKYC_CALL_STARTED"}'])
      expect(() => desk.parseWebhook(sign(body))).toThrow(/body_malformed/);
    const news = {
      event_type: 'SOMETHING_NEW',
      event_time: world.now().toISOString(),
      data: { verification_id: 'x' },
    };
    expect(desk.parseWebhook(sign(JSON.stringify(news))).subjectRef).toBe('');
  });
});
