import { expect, test } from 'vitest';
import { judgeSession, judgeVideo, nextVideoLook } from './provider.rules.ts';

test.each([
  [{ phase: 'link' }, { kind: 'open', status: 'pending' }],
  [
    { phase: 'precheck', trouble: 'device' },
    { kind: 'open', status: 'not_started', code: 'video_device' },
  ],
  [
    { phase: 'queued', trouble: 'no_agent' },
    { kind: 'open', status: 'not_started', code: 'video_no_agent' },
  ],
  [{ phase: 'call' }, { kind: 'open', status: 'pending' }],
  [
    { phase: 'call', trouble: 'dropped_off' },
    { kind: 'closed', code: 'video_dropped_off' },
  ],
  [{ phase: 'review' }, { kind: 'open', status: 'pending' }],
  [
    { phase: 'review', trouble: 'dropped_off' },
    { kind: 'open', status: 'pending' },
  ],
  [{ phase: 'approved' }, { kind: 'approved' }],
  [
    { phase: 'rejected', remarks: 'Blurred' },
    { kind: 'rejected', code: 'video_rejected', remarks: 'Blurred' },
  ],
  [{ phase: 'expired' }, { kind: 'closed', code: 'video_link_expired' }],
  [
    { phase: 'expired', trouble: 'at_provider' },
    { kind: 'closed', code: 'video_at_provider_failed' },
  ],
] as const)('LEND-24: of a video session at %j follows %j', (state, step) => {
  expect(judgeVideo(state)).toEqual(step);
});

test('an open session is looked at ever more rarely, once an hour at last', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const minutes = Array.from(
    { length: 9 },
    (_, count) => (nextVideoLook(count, now).getTime() - now.getTime()) / 60_000,
  );
  expect(minutes).toEqual([0.5, 1, 2, 5, 10, 30, 60, 60, 60]);
});

test.each([
  ['2026-11-22T09:59:59Z', { phase: 'call' }, { kind: 'open', status: 'pending' }],
  ['2026-11-22T10:00:00Z', { phase: 'call' }, { kind: 'closed', code: 'video_link_expired' }],
  [
    '2026-11-22T10:00:00Z',
    { phase: 'queued', trouble: 'no_agent' },
    { kind: 'closed', code: 'video_no_agent' },
  ],
  ['2026-12-22T10:00:00Z', { phase: 'review' }, { kind: 'open', status: 'pending' }],
  ['2026-12-22T10:00:00Z', { phase: 'approved' }, { kind: 'approved' }],
] as const)('at %s, a day after its link, a session at %j is %j', (at, state, step) => {
  const [createdAt, expiresAt] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T10:00:00Z')];
  expect(judgeSession({ ...state, expiresAt }, { createdAt, now: new Date(at) })).toEqual(step);
});

test('a session whose link names no last day counts as one of three days', () => {
  const createdAt = new Date('2026-11-20T10:00:00Z');
  const after = (days: number) =>
    judgeSession({ phase: 'call' }, { createdAt, now: new Date(createdAt.getTime() + days * 86_400_000) })
      .kind;
  expect([after(3.9), after(4)]).toEqual(['open', 'closed']);
});
