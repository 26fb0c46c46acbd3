import type { TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { clearFaults } from './steps.ts';
import { until } from './waiting.ts';

/** Rows that code under test locks; held here, they are the place where two at once come together. */
const LOCKS = {
  profile: 'select 1 from profiles where user_id = $1 for update',
  credit: 'select 1 from credit_accounts where user_id = $1 for update',
} as const;

export async function idOf(person: Person): Promise<string> {
  return (await person.ok<{ id: string }>('GET', '/me')).id;
}

/**
 * Holds a lock of a person, begins everything, and lets go once as many transactions wait for a lock: what they read
 * before it they have all read by then. Answers what each came to.
 */
export async function meet<T>(
  server: TestServer,
  userId: string,
  lock: keyof typeof LOCKS,
  begin: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const client = await server.sql.connect();
  let all: Promise<T[]> | undefined;
  try {
    await client.query('begin');
    await client.query(LOCKS[lock], [userId]);
    all = Promise.all(begin.map((one) => one()));
    all.catch(() => {});
    await untilWaiting(server, begin.length);
  } finally {
    await client.query('commit');
    client.release();
  }
  return all;
}

/** Waits until so many transactions wait for a lock. */
export async function untilWaiting(server: TestServer, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await server.sql.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting >= count ? true : undefined;
  });
}

/**
 * Begins everything while the fault `held` keeps one provider's answer back, waits until only one call is left, and lets the
 * answer go. Tells what each came to, in the order in which they ended.
 */
export async function meetAtProvider<T>(
  server: TestServer,
  begin: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const ended: T[] = [];
  const all = Promise.all(begin.map(async (one) => void ended.push(await one())));
  all.catch(() => {});
  await until(async () => (ended.length >= begin.length - 1 ? true : undefined));
  await clearFaults(server);
  await all;
  return ended;
}
