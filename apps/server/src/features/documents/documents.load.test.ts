import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function quoteOf(person: Person): Promise<string> {
  const { id } = await person.addCard();
  return (await person.quote(id, 1_500_000, 3)).quoteId;
}

const askForPaper = (person: Person, quoteId: string) =>
  fetch(`${server.url}/api/v1/payments/quote/${quoteId}/key-facts.pdf`, {
    headers: { authorization: `Bearer ${person.token}` },
  });

/** Keeps every reader of a person's rows of a table waiting while work goes on. */
async function whileHeld(table: string, person: Person, work: () => Promise<void>): Promise<void> {
  const client = await server.sql.connect();
  try {
    await client.query(`
      create function held_back() returns boolean language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return true; end $$;
      grant execute on function held_back to public;
      create policy held_back on ${table} as restrictive for select using (user_id <> '${await idOf(person)}' or held_back());
      select pg_advisory_lock(1)`);
    await work();
  } finally {
    await client.query('select pg_advisory_unlock(1)');
    await client.query(`drop policy held_back on ${table}; drop function held_back()`);
    client.release();
  }
}

/** So many calls at once, and the statuses of those that have ended. */
function crowdOf(count: number, ask: () => Promise<Response>) {
  const ended: Response[] = [];
  const all = Promise.all(Array.from({ length: count }, async () => void ended.push(await ask())));
  return {
    ended,
    all,
    untilEnded: (at: number) => until(async () => (ended.length >= at ? true : undefined)),
  };
}

test('one person who asks for many documents at once is told busy, and another person is served meanwhile', async () => {
  const greedy = await somebody(server).ready();
  const other = await somebody(server).ready();
  const [many, one] = [await quoteOf(greedy), await quoteOf(other)];
  let crowd = crowdOf(0, () => askForPaper(greedy, many));
  await whileHeld('quotes', greedy, async () => {
    crowd = crowdOf(30, () => askForPaper(greedy, many));
    // One is read, and four wait for their turn.
    await crowd.untilEnded(25);
    expect(crowd.ended.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 503));
    expect((await askForPaper(other, one)).status).toBe(200);
    expect(crowd.ended).toHaveLength(25);
  });
  await crowd.all;
  expect(crowd.ended.slice(25).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 200));
  const [refused] = crowd.ended;
  expect(refused!.headers.get('retry-after')).toBe('2');
  expect(await refused!.json()).toMatchObject({ code: 'busy' });
  expect((await askForPaper(greedy, many)).status).toBe(200);
});

test('one person who asks for many copies of everything at once is told busy', async () => {
  const asha = await somebody(server).ready();
  const ask = () =>
    fetch(`${server.url}/api/v1/me/export?format=pdf`, {
      headers: { authorization: `Bearer ${asha.token}` },
    });
  let crowd = crowdOf(0, ask);
  await whileHeld('profiles', asha, async () => {
    crowd = crowdOf(20, ask);
    // One is made, and one waits.
    await crowd.untilEnded(18);
    expect(crowd.ended.map(({ status }) => status)).toEqual(Array.from({ length: 18 }, () => 503));
  });
  await crowd.all;
  expect(crowd.ended.slice(18).map(({ status }) => status)).toEqual([200, 200]);
  expect(crowd.ended[0]!.headers.get('retry-after')).toBe('2');
  expect((await ask()).status).toBe(200);
});
