// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { ID, sampleBill, sampleDue } from '../../test/samples.ts';
import { createQueryClient } from './query-client.ts';
import { allPaymentsQuery, billQuery, lookAtBill, mandatesQuery, scheduleQuery } from './queries.ts';

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
  expect(sent.map(({ path }) => path)).toEqual(['/schedule?limit=100', '/schedule?limit=100&cursor=next']);
});

test('given the page of the app, then it asks early for the first page of what the dashboard reads to the end', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../app.html'), 'utf8');
  const [, asks = ''] = /name="dashboard-asks"\s+content="([^"]*)"/.exec(page) ?? [];
  const { sent } = stubNetwork({
    'GET /schedule': [200, { items: [], nextCursor: null }],
    'GET /payments': [200, { items: [], nextCursor: null }],
    'GET /mandates': [200, { items: [], nextCursor: null }],
  });
  for (const query of [scheduleQuery, allPaymentsQuery, mandatesQuery])
    await createQueryClient().query(query as typeof scheduleQuery);
  expect(sent.length).toBe(3);
  expect(asks.split(' ')).toEqual(expect.arrayContaining(sent.map(({ path }) => `/api/v1${path}`)));
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

test('given a question about a bill under way, when it is looked at, then one more answer ends the look', async () => {
  vi.useFakeTimers();
  const { sent } = stubNetwork({ [`POST /cards/${ID.card}/bill`]: [503, refusal('bill_not_ready')] });
  const client = createQueryClient();
  const before = client.query(billQuery(ID.card)).catch(() => 'given up');
  await vi.advanceTimersByTimeAsync(0);
  await lookAtBill(client, ID.card);
  expect(sent).toHaveLength(2);
  expect(await before).toBe('given up');
});

test('given a device without a network, when a bill is looked at, then the look ends', async () => {
  stubNetwork({ [`POST /cards/${ID.card}/bill`]: new TypeError('fetch failed') });
  onlineManager.setOnline(false);
  try {
    expect(await lookAtBill(createQueryClient(), ID.card)).toBeUndefined();
  } finally {
    onlineManager.setOnline(true);
  }
});
