import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveYear } from '../../../bench/year/live.ts';
import { TEMPERAMENTS } from '../../../bench/year/temperaments.ts';
import { startTestServer, type TestServer } from './harness.ts';

const DAYS = 36;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'warn', env: { AUTH_RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => server.stop());

// `npm run bench -- year` lives a year of a thousand people in the same way.
test('LEND-17: one person of every temperament for five weeks, with faults on: the books end as the world has it', async () => {
  const { said, loans } = await liveYear(server, {
    people: TEMPERAMENTS.length,
    days: DAYS,
    seed: 7,
    hasFaults: true,
    width: 4,
    say: () => {},
  });
  expect(loans.length).toBeGreaterThanOrEqual(TEMPERAMENTS.length / 2);
  expect([...said.keys()]).toEqual(
    expect.arrayContaining(['bill', 'bill paid', 'repaid by success', 'autopay by upi', 'autopay by enach']),
  );
});
