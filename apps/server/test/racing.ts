import type { TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { clearFaults } from './steps.ts';
import { until } from './waiting.ts';

/** A statement that takes what code under test locks; held here, it is the place where two at once come together. */
export interface Lock {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection inside a transaction that holds a lock. */
interface Holder {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
}

const row = (table: string, column: string) => (value: string) => ({
  text: `select 1 from ${table} where ${column} = $1 for update`,
  values: [value],
});
export const lockOf = {
  profile: row('profiles', 'user_id'),
  credit: row('credit_accounts', 'user_id'),
  creditOffer: row('credit_offers', 'id'),
  proposal: row('approvals', 'id'),
  review: row('reviews', 'id'),
  advisory: (name: string) => ({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  }),
} satisfies Readonly<Record<string, (value: string) => Lock>>;

export async function idOf(person: Person): Promise<string> {
  return (await person.ok<{ id: string }>('GET', '/me')).id;
}

/** Meets at a lock of a person: see `meetAt`. */
export function meet<T>(
  server: Pick<TestServer, 'sql'>,
  userId: string,
  lock: 'profile' | 'credit',
  begin: readonly (() => Promise<T>)[],
): Promise<T[]> {
  return meetAt(server, lockOf[lock](userId), begin);
}

/**
 * Holds what is contested, begins one after another, each once the one before waits for a lock, and lets go: what they read
 * before it they have all read by then, and the lock goes round in the order given. Answers what each came to.
 */
export async function meetAt<T>(
  server: Pick<TestServer, 'sql'>,
  { text, values }: Lock,
  begin: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const client = await server.sql.connect();
  const begun: Promise<T>[] = [];
  try {
    await client.query('begin');
    await client.query(text, [...values]);
    for (const one of begin) {
      const call = one();
      call.catch(() => {});
      begun.push(call);
      await untilWaiting(client, begun.length);
    }
  } finally {
    await client.query('commit');
    client.release();
  }
  return Promise.all(begun);
}

/**
 * Holds what is contested, begins, has something come to pass once the call waits for the lock, and lets go: such as midnight,
 * for code that may not decide by the time before its lock. Answers what the call came to.
 */
export async function passWhileWaiting<T>(
  server: Pick<TestServer, 'sql'>,
  { text, values }: Lock,
  begin: () => Promise<T>,
  pass: () => unknown,
): Promise<T> {
  const client = await server.sql.connect();
  let call: Promise<T>;
  try {
    await client.query('begin');
    await client.query(text, [...values]);
    call = begin();
    call.catch(() => {});
    await untilWaiting(client);
    await pass();
  } finally {
    await client.query('commit');
    client.release();
  }
  return call;
}

/** Counts the connections that wait for what this one holds, each by itself or in line behind another that does. */
export async function waitersFor(holder: Holder): Promise<number> {
  const { rows } = await holder.query(
    `with recursive waiting as (select distinct pid from pg_locks where not granted),
     behind as (
       select pid from waiting where pg_backend_pid() = any(pg_blocking_pids(pid))
       union
       select w.pid from waiting w join behind b on b.pid = any(pg_blocking_pids(w.pid))
     )
     select count(*)::int as count from behind`,
  );
  return (rows[0] as { count: number }).count;
}

/** Waits until so many stand behind what this connection holds; due work is done meanwhile, since a job may be among them. */
export async function untilWaiting(holder: Holder, count = 1): Promise<void> {
  await until(async () => (await waitersFor(holder)) >= count || undefined);
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
