import { expect, test } from 'vitest';
import { judgeVideo, nextVideoLook } from './kyc.video-provider.rules.ts';

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
