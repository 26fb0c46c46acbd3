import type { ClosurePreview } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, idOf } from '#test/erasing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { signInAgain } from '#test/steps.ts';

let server: TestServer;
const { w2, onDay } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
});
afterAll(() => server.stop());

test('LEND-24: given nothing owed and rewards unused, when the account is closed, then they end and it was said before', async () => {
  const loan = await w2(2027);
  const { person, id } = loan;
  await onDay(loan, '2027-02-10');
  await person.repay(id, 520_000);
  await onDay(loan, '2027-02-16');
  await until(async () => {
    const { items } = await person.ok<{ items: unknown[] }>('GET', '/rewards');
    return items.length > 0 ? items : undefined;
  });
  const { totalPaise } = await person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
  await person.repay(id, totalPaise);
  await signInAgain(person);
  const preview = await person.ok<ClosurePreview>('GET', '/me/closure');
  expect(preview).toMatchObject({ blockers: [], forfeits: { rewardsPaise: 1300, remainderPaise: 0 } });
  const said = 'rewards that you have not used (₹13.00)';
  expect(preview.erased).toContain(said);
  const userId = await idOf(person);

  expect((await close(person)).erased).toContain(said);
  const { rows } = await server.sql.query('select state, is_used from rewards where user_id = $1', [userId]);
  expect(rows).toEqual([{ state: 'expired', is_used: false }]);
  const { rows: books } = await server.sql.query<{ sum: number }>(
    "select coalesce(sum(amount_paise), 0)::integer as sum from postings where user_id = $1 and account = 'L340'",
    [userId],
  );
  expect(books).toEqual([{ sum: 0 }]);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
