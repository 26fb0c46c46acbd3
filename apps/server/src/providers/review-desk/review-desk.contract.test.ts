import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import type { ReviewDeskPort } from './port.ts';

let world: SandboxWorld;
let desk: ReviewDeskPort;

beforeAll(async () => {
  world = await openSandbox();
  desk = world.providers.reviewDesk!;
});
afterAll(() => world.close());

const context = { requestId: 'test', actor: 'job' } as const;
const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

it('tells of a review, reads the verdict, and takes the signed word that there is one', async () => {
  const reviewId = idOf(1);
  expect(await desk.verdict(reviewId)).toBeUndefined();
  await desk.open({ reviewId, kind: 'video' }, context);
  await desk.open({ reviewId, kind: 'video' }, context);
  expect(await desk.verdict(reviewId)).toEqual({ state: 'waiting' });
  await world.advance('PT11S');
  expect(await desk.verdict(reviewId)).toEqual({ state: 'approved' });
  const [webhook] = await world.waitForWebhooks((one) => one.path.endsWith('/review-desk'));
  expect(desk.parseWebhook(webhook!)).toMatchObject({
    provider: 'review_desk',
    type: 'review.decided',
    subjectRef: reviewId,
    trust: 'verified',
  });
  const forged = { ...webhook!, headers: { ...webhook!.headers, 'x-desk-signature': 'f'.repeat(64) } };
  expect(() => desk.parseWebhook(forged)).toThrow(/signature_wrong/);
  expect(() => desk.parseWebhook({ ...webhook!, headers: {} })).toThrow(/signature_missing/);
  const other = { ...webhook!, rawBody: Buffer.from('{"event":"review.decided"}') };
  expect(() => desk.parseWebhook(other)).toThrow(/signature_wrong/);
});

it('hands on what the auditor said', async () => {
  const reviewId = idOf(2);
  await desk.open({ reviewId, kind: 'video' }, context);
  await world.control('POST', '/act', {
    what: 'auditor_verdict',
    reviewId,
    verdict: 'reject',
    remarks: ' Too dark. ',
  });
  expect(await desk.verdict(reviewId)).toEqual({ state: 'rejected', remarks: 'Too dark.' });
});

it('knows no verdict when the desk says something new, speaks of another review, or is silent', async () => {
  const reviewId = idOf(3);
  await desk.open({ reviewId, kind: 'video' }, context);
  await world.fault({ provider: 'review_desk', op: 'review_get', fault: { drift: 'new_enum' } });
  expect((await failureOf(desk.verdict(reviewId))).outcome).toBe('unknown');
  await world.fault({ provider: 'review_desk', op: 'review_get', times: 'always', fault: { http: 503 } });
  expect((await failureOf(desk.verdict(reviewId))).outcome).toBe('not_done');
  await world.clearFaults();
  await world.fault({
    provider: 'review_desk',
    op: 'review_open',
    times: 'always',
    fault: { unauthorized: true },
  });
  expect((await failureOf(desk.open({ reviewId, kind: 'video' }, context))).outcome).toBe('not_done');
  await world.clearFaults();
  // A lost answer is made up for at once: telling twice is telling once.
  await world.fault({ provider: 'review_desk', op: 'review_open', fault: { http: 500, commit: 'after' } });
  await desk.open({ reviewId: idOf(4), kind: 'video' }, context);
  expect(await desk.verdict(idOf(4))).toEqual({ state: 'waiting' });
});
