import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aReceiver, aSandbox, caller, cleanUp } from './world.ts';
import type { Caller, World } from './world.ts';

const KEYS = {
  'x-client-id': 'sandbox-cashfree',
  'x-client-secret': 'sandbox-cashfree-secret',
  'x-api-version': '2024-12-01',
};

let world: World;
let desk: Caller;
let hooks: Awaited<ReturnType<typeof aReceiver>>;
let number = 0;

beforeAll(async () => {
  hooks = await aReceiver();
  world = await aSandbox({ holdMs: 60, webhookTarget: hooks.target });
  desk = caller(`${world.url}/cashfree`, KEYS);
});
afterEach(() => cleanUp(world));
afterAll(async () => {
  await world.close();
  await hooks.close();
});

const ask = (id: string, more: object = {}) =>
  desk.post('/vkyc', {
    verification_id: id,
    user_id: `user-${id}`,
    user_template: 'user',
    agent_template: 'agent',
    notification_types: [],
    ...more,
  });

/** A call whose link was just made. */
async function aCall(): Promise<{ id: string; page: string }> {
  number += 1;
  const id = `call-${number}`;
  await desk.post('/user', { phone: '9876543210', name: 'Asha Rao', user_id: `user-${id}` });
  const { body } = await ask(id);
  return { id, page: String(body.vkyc_link) };
}

const look = async (id: string) => (await desk.get(`/vkyc?verification_id=${id}`)).body;

async function press(page: string, choice: string): Promise<Response> {
  return fetch(page, { method: 'POST', body: new URLSearchParams({ choice }) });
}

describe('asking for a video call', () => {
  it('wants client, secret and a version', async () => {
    for (const missing of Object.keys(KEYS)) {
      const headers = Object.fromEntries(Object.entries(KEYS).filter(([name]) => name !== missing));
      const answer = await caller(`${world.url}/cashfree`, headers).post('/user', { phone: '9876543210' });
      expect(answer).toMatchObject({ status: 401, body: { code: 'authentication_failed' } });
    }
    const { status, body } = await desk.get('/nothing');
    expect([status, Object.keys(body).sort()]).toEqual([404, ['code', 'message', 'type']]);
  });

  it('answers a link, under our id and its own', async () => {
    const { id } = await aCall();
    const call = await look(id);
    expect(call).toMatchObject({ status: 'RECEIVED', sub_status: 'LINK_GENERATED', verification_id: id });
    const same = await desk.get(`/vkyc?reference_id=${String(call.reference_id)}`);
    expect(same.body.verification_id).toBe(id);
  });

  it('refuses what is not asked for as documented', async () => {
    expect((await desk.post('/user', { phone: '123' })).body).toMatchObject({ type: 'validation_error' });
    expect((await ask('no such user')).status).toBe(400);
    expect((await ask('nobody')).body).toMatchObject({ code: 'user_not_found' });
    expect((await desk.get('/vkyc')).status).toBe(400);
    expect((await desk.get('/vkyc?verification_id=nobody')).body.code).toBe('verification_not_found');
  });

  it('knows a repeat of the same id', async () => {
    const { id } = await aCall();
    expect(await ask(id)).toMatchObject({ status: 409, body: { code: 'verification_id_already_exists' } });
    const again = await desk.post('/user', { phone: '9876543210', user_id: `user-${id}` });
    expect(again).toMatchObject({ status: 409, body: { code: 'user_id_already_exists' } });
  });
});

describe('the page behind the link', () => {
  it.each([
    ['complete', 'POST_VIDEO_CALL', 'AGENT_APPROVED', 'SUCCESS'],
    ['complete_and_hold', 'POST_VIDEO_CALL', 'AGENT_APPROVED', 'POST_VIDEO_CALL'],
    ['auditor_reject', 'POST_VIDEO_CALL', 'AGENT_APPROVED', 'FAILURE'],
    ['auditor_late', 'POST_VIDEO_CALL', 'AGENT_APPROVED', 'POST_VIDEO_CALL'],
    ['agent_reject', 'POST_VIDEO_CALL', 'AGENT_REJECTED', 'POST_VIDEO_CALL'],
    ['no_agent', 'PRE_VIDEO_CALL', 'NO_AGENT_FOUND', 'PRE_VIDEO_CALL'],
    ['drop_off', 'VIDEO_CALL', 'USER_DROPPED_OFF', 'VIDEO_CALL'],
    ['outside_india', 'PRE_VIDEO_CALL', 'USER_LOCATION_OUTSIDE_INDIA', 'PRE_VIDEO_CALL'],
    ['expire', 'EXPIRED', null, 'EXPIRED'],
  ])('%s leads to %s, %s, and ten seconds later %s', async (choice, status, subStatus, later) => {
    const { id, page } = await aCall();
    expect((await fetch(page)).headers.get('content-type')).toContain('text/html');
    await press(page, choice);
    expect(await look(id)).toMatchObject({ status, sub_status: subStatus });
    await world.control.post('/clock', { advance: 'PT11S' });
    expect((await look(id)).status).toBe(later);
  });

  it('lets the late auditor approve after two hours', async () => {
    const { id, page } = await aCall();
    await press(page, 'auditor_late');
    await world.control.post('/clock', { advance: 'PT1H59M' });
    expect((await look(id)).status).toBe('POST_VIDEO_CALL');
    await world.control.post('/clock', { advance: 'PT2M' });
    expect(await look(id)).toMatchObject({ status: 'SUCCESS', auditor_remarks: 'In order' });
  });

  it('is over after a day, and after a verdict', async () => {
    const first = await aCall();
    await world.control.post('/clock', { advance: 'P1DT1M' });
    expect((await look(first.id)).status).toBe('EXPIRED');
    expect((await fetch(first.page)).status).toBe(410);
    const { page } = await aCall();
    await press(page, 'agent_reject');
    expect((await press(page, 'complete')).status).toBe(400);
  });

  it('lets a control call speak for agent and auditor', async () => {
    const { id } = await aCall();
    const act = (what: string, verdict: string) =>
      world.control.post('/act', { what, verificationId: id, verdict, remarks: 'Said by a test' });
    expect((await act('agent_verdict', 'approve')).body.status).toBe('POST_VIDEO_CALL');
    expect((await act('auditor_verdict', 'reject')).body.status).toBe('FAILURE');
    expect(await look(id)).toMatchObject({ auditor_remarks: 'Said by a test' });
    expect((await act('auditor_verdict', 'approve')).status).toBe(404);
    expect((await act('agent_verdict', 'perhaps')).status).toBe(400);
  });
});

describe('what the desk reports by itself', () => {
  it('signs time and body, and names each step', async () => {
    const { id, page } = await aCall();
    await press(page, 'complete');
    await world.control.post('/clock', { advance: 'PT11S' });
    const mine = (all: typeof hooks.received) => all.filter((hook) => hook.raw.includes(`"${id}"`));
    const all = mine(await hooks.until((received) => mine(received).length >= 5));
    expect(all.map((hook) => String(hook.body.event_type)).sort()).toEqual([
      'VKYC_AUDITOR_REVIEW_COMPLETED',
      'VKYC_CALL_COMPLETED',
      'VKYC_CALL_QUEUED',
      'VKYC_CALL_STARTED',
      'VKYC_USER_LINK_GENERATED',
    ]);
    for (const { headers, raw, path } of all) {
      expect(path).toBe('/hooks/cashfree');
      const timestamp = String(headers['x-webhook-timestamp']);
      const expected = createHmac('sha256', KEYS['x-client-secret'])
        .update(timestamp + raw)
        .digest('base64');
      expect(headers['x-webhook-signature']).toBe(expected);
    }
  });
});
