import { expect, test } from 'vitest';
import { reviewsContract } from './reviews.ts';

const { body } = reviewsContract.endpoints.decideReview;
const pathsOf = (verdict: object) => body.safeParse(verdict).error?.issues.map(({ path }) => path.join('.'));

test.each([
  ['approve', undefined],
  ['approve', ''],
  ['approve', ' '],
  ['approve', 'ok'],
  ['reject', 'too dark'],
] as const)('given a verdict to %s with the reason "%s", then it is taken', (decision, reason) => {
  const read = body.parse({ decision, reason });
  expect(read.reason).toBe(reason?.trim() || undefined);
});

test.each([
  ['no reason', {}],
  ['an empty one', { reason: ' ' }],
  ['one that says nothing', { reason: 'no' }],
  ['a short one beside its code', { reason: 'no', reasonCode: 'video_face_unclear' }],
] as const)('given a verdict to reject with %s, then three characters are asked for', (_, given) => {
  expect(pathsOf({ decision: 'reject', ...given })).toEqual(['reason']);
});

test('given a verdict to reject with a code and an empty reason, then the code says why', () => {
  const verdict = { decision: 'reject', reason: '', reasonCode: 'video_face_unclear' };
  expect(body.parse(verdict)).toEqual({ ...verdict, reason: undefined });
});
