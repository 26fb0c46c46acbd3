// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { sampleDue } from '../../test/samples.ts';
import { createQueryClient } from './query-client.ts';
import { scheduleQuery } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

test('given a schedule of two pages, when it is read, then it holds both', async () => {
  const [first, second] = [sampleDue(1, '2026-12-20'), sampleDue(2, '2027-01-20')];
  const { sent } = stubNetwork({
    'GET /schedule': [
      [200, { items: [first], nextCursor: 'next' }],
      [200, { items: [second], nextCursor: null }],
    ],
  });
  const { items } = await createQueryClient().query(scheduleQuery);
  expect(items).toEqual([first, second]);
  expect(sent.map(({ path }) => path)).toEqual(['/schedule', '/schedule?cursor=next']);
});
