import type { ClosurePreview } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, idOf, retain } from '#test/erasing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { untilWaiting } from '#test/racing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { signInAgain } from '#test/steps.ts';

let server: TestServer;
const { w2, onDay } = repaying(() => server);
let people: Rewarded[];
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  people = await reward(3);
});
afterAll(() => server.stop());

interface Rewarded {
  readonly person: Person;
  readonly userId: string;
}

/** People whose loans are repaid whole, each with a reward of 13 rupees that is not used. */
async function reward(count: number): Promise<Rewarded[]> {
  const loans: Loan[] = [];
  for (let each = 0; each < count; each += 1) loans.push(await w2(2027));
  for (const loan of loans) {
    await onDay(loan, '2027-02-10');
    await loan.person.repay(loan.id, 520_000);
  }
  const rewarded: Rewarded[] = [];
  for (const loan of loans) {
    const { person, id } = loan;
    await onDay(loan, '2027-02-16');
    await until(async () => {
      const { items } = await person.ok<{ items: unknown[] }>('GET', '/rewards');
      return items.length > 0 ? items : undefined;
    });
    const { totalPaise } = await person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
    await person.repay(id, totalPaise);
    rewarded.push({ person, userId: await idOf(person) });
  }
  return rewarded;
}

async function rewardsOf(userId: string) {
  const { rows } = await server.sql.query<{ state: string }>('select state from rewards where user_id = $1', [
    userId,
  ]);
  const { rows: books } = await server.sql.query<{ paise: number }>(
    "select coalesce(-sum(amount_paise), 0)::integer as paise from postings where user_id = $1 and account = 'L340'",
    [userId],
  );
  return { states: rows.map(({ state }) => state), owedPaise: books[0]!.paise };
}
const ENDED = { states: ['expired'], owedPaise: 0 };

/** Closes the account of a customer as the database knows it, and nothing else. */
const closed = (userId: string, erasedAt: Date | null) =>
  server.sql.query(
    `insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', now(), $2)`,
    [userId, erasedAt],
  );

test('LEND-24: given nothing owed and rewards unused, when the account is closed, then they end and it was said before', async () => {
  const { person, userId } = people[0]!;
  await signInAgain(person);
  const preview = await person.ok<ClosurePreview>('GET', '/me/closure');
  expect(preview).toMatchObject({ blockers: [], forfeits: { rewardsPaise: 1300, remainderPaise: 0 } });
  const said = 'rewards that you have not used (₹13.00)';
  expect(preview.erased).toContain(said);

  expect((await close(person)).erased).toContain(said);
  expect(await rewardsOf(userId)).toEqual(ENDED);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: given an account erased by the version before, when the night comes, then its unused rewards end', async () => {
  const { userId } = people[1]!;
  await closed(userId, new Date());
  expect(await rewardsOf(userId)).toEqual({ states: ['available'], owedPaise: 1300 });
  await retain(server);
  expect(await rewardsOf(userId)).toEqual(ENDED);
  await retain(server);
  expect(await rewardsOf(userId)).toEqual(ENDED);
});

test('LEND-C5: given a held account, when it is erased, then nothing of it is locked before the account itself', async () => {
  const { userId } = people[2]!;
  await closed(userId, null);
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from credit_accounts where user_id = $1 for update', [userId]);
    await server.sql.query("select enqueue_job('privacy.erase', $1)", [JSON.stringify({ userId })]);
    await untilWaiting(client);
    const { rowCount } = await server.sql.query(
      'select 1 from rewards where user_id = $1 for update skip locked',
      [userId],
    );
    expect(rowCount).toBe(1);
  } finally {
    await client.query('commit');
    client.release();
  }
  await until(async () => ((await rewardsOf(userId)).states[0] === 'expired' ? true : undefined));
});
