import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { advance, breaksOf, drained, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const acceptedLater = (id: string, days: number) =>
  server.sql.query(
    'update payments set accepted_at = accepted_at + make_interval(days => $2) where id = $1',
    [id, days],
  );

test('LEND-X9: a success that the rail dates days before the acceptance is not booked, and staff look', async () => {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('1004')).id, 200_000);
  await person.untilBill(id, 'submitted');
  // The rail has it: a request that has not left by then is not sent any more.
  await drained();
  // As if the rail's clock were days behind ours.
  await acceptedLater(id, 5);
  await advance(server, 'PT10M1S');
  await signInAgain(person);
  await until(async () => ((await breaksOf(server, id)).includes('contradiction') ? true : undefined));
  expect(await person.payment(id)).toMatchObject({ billStatus: 'unknown', needsReview: true });
  await acceptedLater(id, -5);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
