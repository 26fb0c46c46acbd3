// @vitest-environment jsdom
import { VIDEO_LIMITS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { partsOf } from './video-upload.ts';

const video = (bytes: number) => new Blob([new Uint8Array(bytes)]);
const MB = 1024 * 1024;

test.each([
  [1, 1],
  [64 * 1024, 1],
  [64 * 1024 + 1, 2],
  [2 * MB, 32],
  [VIDEO_LIMITS.sizeBytesMax, 64],
])('a recording of %i bytes is cut into %i parts, none lost and none too large', (bytes, count) => {
  const parts = partsOf(video(bytes));
  expect(parts.length).toBe(count);
  expect(parts.reduce((sum, part) => sum + part.size, 0)).toBe(bytes);
  expect(Math.max(...parts.map((part) => part.size))).toBeLessThanOrEqual(VIDEO_LIMITS.partBytesMax);
});
