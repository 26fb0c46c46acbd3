// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { ID, sampleBill, sampleDue } from '../../test/samples.ts';
import { createQueryClient } from './query-client.ts';
import { billQuery, scheduleQuery } from './queries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

const refusal = (code: string) => ({ code, status: 503, detail: 'Not yet.', requestId: 'r' });

test('given a bank that still looks for a bill, when it is asked for, then it is asked again by itself', async () => {
  vi.useFakeTimers();
  const { sent } = stubNetwork({
    [`POST /cards/${ID.card}/bill`]: [
      [503, refusal('bill_not_ready')],
      [503, refusal('bill_not_ready')],
      [200, sampleBill()],
    ],
  });
  const bill = createQueryClient().query(billQuery(ID.card));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await bill).toEqual(sampleBill());
  expect(sent).toHaveLength(3);
});

test('given a bank that is away, when a bill is asked for, then it is asked once', async () => {
  const { sent } = stubNetwork({ [`POST /cards/${ID.card}/bill`]: [503, refusal('biller_unavailable')] });
  await expect(createQueryClient().query(billQuery(ID.card))).rejects.toThrow();
  expect(sent).toHaveLength(1);
});
