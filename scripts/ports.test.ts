import { expect, test } from 'vitest';
import { reachable } from './ports.ts';

test.each([
  [undefined, '127.0.0.1'],
  ['', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['192.168.1.20', '192.168.1.20'],
  ['::1', '[::1]'],
])('given a server that listens on %s, then its own machine reaches it at %s', (host, reached) => {
  expect(reachable(host)).toBe(reached);
});
