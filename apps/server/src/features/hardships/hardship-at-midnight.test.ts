import type { HardshipState } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';

let server: TestServer;
const { w2, onDay } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
});
afterAll(() => server.stop());

test('LEND-23: given a hardship told after midnight, when the day before is closed later, then no charge follows', async () => {
  const loan = await w2(2027);
  const isClosedThrough = (day: string) =>
    until(async () => {
      const { rowCount } = await server.sql.query(
        'select 1 from loan_days where loan_id = $1 and loan_closed_through(closed_through_on, next_on) = $2::date',
        [loan.id, day],
      );
      return rowCount === 0 ? undefined : true;
    });
  // Ten minutes into the day in India: the close of the day before begins at half past.
  await onDay(loan, '2027-02-18', '18:40:00Z');
  await isClosedThrough('2027-02-17');
  const told = await loan.person.ok<HardshipState>('POST', `/payments/${loan.id}/hardship`, {
    reason: 'illness',
  });
  expect(told.hardship).toMatchObject({ untilDate: '2027-03-20' });
  await onDay(loan, '2027-02-20');
  await isClosedThrough('2027-02-19');
  const { rows } = await server.sql.query(
    'select kind, levied_on::text as on from charges where loan_id = $1',
    [loan.id],
  );
  expect(rows).toEqual([]);
});
