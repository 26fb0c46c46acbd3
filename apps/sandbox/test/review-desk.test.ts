import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aReceiver, aSandbox, caller } from './world.ts';
import type { Caller, World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let desk: Caller;
let count = 0;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target, holdMs: 60 });
  desk = caller(`${world.url}/review-desk`, { authorization: 'Bearer sandbox-review-desk' });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(() => act({ what: 'auditor_policy', policy: 'approve' }));

const act = (body: object) => world.control.post('/act', body);
const advance = (duration: string) => world.control.post('/clock', { advance: duration });
const stateOf = async (reviewId: string) => (await desk.get(`/reviews/${reviewId}`)).body;
async function open(kind = 'video'): Promise<string> {
  count += 1;
  const reviewId = `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  expect((await desk.post('/reviews', { reviewId, kind })).status).toBe(201);
  return reviewId;
}

describe('the review desk', () => {
  it('asks for its key, an id and a kind', async () => {
    const stranger = caller(`${world.url}/review-desk`, { authorization: 'Bearer nobody' });
    expect((await stranger.get('/reviews/x')).status).toBe(401);
    expect((await desk.post('/reviews', { reviewId: 'x', kind: 'video' })).status).toBe(400);
    expect((await desk.post('/reviews', { reviewId: 'a-review-id' })).status).toBe(400);
    expect((await desk.get('/reviews/unknown-id')).status).toBe(404);
  });

  it('approves ten seconds after a review came in, and says so by a signed webhook', async () => {
    const reviewId = await open();
    await advance('PT9S');
    expect(await stateOf(reviewId)).toMatchObject({ status: 'waiting', decidedAt: null });
    await advance('PT2S');
    expect(await stateOf(reviewId)).toMatchObject({ status: 'approved', remarks: null });
    const [hook] = await receiver.until((all) => all.some((one) => one.raw.includes(reviewId)));
    expect(hook?.path).toBe('/hooks/review-desk');
    expect(hook?.body).toEqual({ event: 'review.decided', reviewId });
    const signature = createHmac('sha256', 'sandbox-review-desk-webhook-secret')
      .update(hook!.raw)
      .digest('hex');
    expect(hook?.headers['x-desk-signature']).toBe(signature);
  });

  it('is told of a review as often as it is sent, and decides once', async () => {
    const reviewId = await open();
    await advance('PT11S');
    const decided = await stateOf(reviewId);
    await desk.post('/reviews', { reviewId, kind: 'video' });
    expect(await stateOf(reviewId)).toEqual(decided);
  });

  it('waits when it is told to, until a person plays the auditor', async () => {
    await act({ what: 'auditor_policy', policy: 'wait' });
    const [first, second] = [await open(), await open()];
    await advance('P1D');
    expect(await stateOf(first)).toMatchObject({ status: 'waiting' });
    await act({ what: 'auditor_verdict', verdict: 'reject', remarks: 'Too dark.' });
    expect(await stateOf(second)).toMatchObject({ status: 'rejected', remarks: 'Too dark.' });
    await act({ what: 'auditor_verdict', reviewId: first, verdict: 'approve' });
    expect(await stateOf(first)).toMatchObject({ status: 'approved' });
    expect((await act({ what: 'auditor_verdict', reviewId: first, verdict: 'reject' })).status).toBe(404);
    expect((await act({ what: 'auditor_policy', policy: 'sleep' })).status).toBe(400);
  });

  it('waits with one kind alone when that is named', async () => {
    await act({ what: 'auditor_policy', policy: 'wait', kind: 'income' });
    const [video, income] = [await open(), await open('income')];
    await advance('PT11S');
    expect(await stateOf(video)).toMatchObject({ status: 'approved' });
    expect(await stateOf(income)).toMatchObject({ status: 'waiting' });
    await act({ what: 'auditor_verdict', reviewId: income, verdict: 'approve' });
    await act({ what: 'auditor_policy', policy: 'approve', kind: 'income' });
  });

  it('rejects with words of its own when that is its mood', async () => {
    await act({ what: 'auditor_policy', policy: 'reject' });
    const reviewId = await open();
    await advance('PT11S');
    expect((await stateOf(reviewId)).remarks?.toString().length).toBeGreaterThan(20);
  });

  it('shows what waits on the page for people, with the auditor’s buttons', async () => {
    await act({ what: 'auditor_policy', policy: 'wait' });
    const reviewId = await open();
    const page = await (await fetch(`${world.url}/`)).text();
    expect(page).toContain(reviewId);
    expect(page).toContain('Auditor approves');
    await act({ what: 'auditor_verdict', reviewId, verdict: 'approve' });
  });
});
