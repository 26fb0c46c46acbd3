import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf, meet, untilWaiting } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';
import { afterClosing, closeAccount } from './privacy.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Does something under the lock of an account while another request waits for it. */
async function under(userId: string, work: (client: pg.PoolClient) => Promise<unknown>, wait: () => void) {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from credit_accounts where user_id = $1 for update', [userId]);
    await work(client);
    wait();
    await untilWaiting(client);
  } finally {
    await client.query('commit');
    client.release();
  }
}

test('LEND-24: a copy of the data asked for while the account closes is none, never half of one', async () => {
  const person = await somebody(server).signUp();
  await person.onboard();
  const userId = await idOf(person);
  let copy: ReturnType<Person['call']> | undefined;
  await under(
    userId,
    (client) => closeAccount(client, userId),
    () => {
      copy = person.call('GET', '/me/export');
    },
  );
  expect(await copy).toMatchObject({ status: 401, body: { code: 'session_ended' } });
});

test.each([
  ['paying', 202],
  ['taking it back', 409],
])(
  'LEND-24: a consent taken back at the moment of paying: the first of the two counts (%s)',
  async (first, status) => {
    const person = await somebody(server).ready();
    const card = await person.addCard();
    const userId = await idOf(person);
    const quote = await person.quote(card.id, 100_000);
    const withdraw = () =>
      person.call('PUT', '/me/consents', { consents: [{ purpose: 'bureau_pull', given: false }] });
    const both: (() => Promise<{ status: number; body: unknown }>)[] = [
      () => person.accept(quote.quoteId, randomUUID()),
      withdraw,
    ];
    if (first !== 'paying') both.reverse();
    const replies = await meet(server, userId, 'credit', both);
    const [paid, withdrawn] = first === 'paying' ? replies : replies.toReversed();
    expect([paid!.status, withdrawn!.status]).toEqual([status, 200]);
    if (status === 409) expect((paid!.body as Problem).code).toBe('consent_withdrawn');
    // From now on nothing new is lent, whichever of the two came first.
    const next = await person.call('POST', '/payments/quote', {
      cardId: card.id,
      amountPaise: 100_000,
      plan: { kind: 'single' },
    });
    const after =
      next.status === 200 ? await person.accept((next.body as { quoteId: string }).quoteId) : next;
    expect(after.body).toMatchObject({ code: 'consent_withdrawn' });
  },
);

/** Holds the row of the sign-in, where every closing ends, until so many wait; then lets go. */
async function heldAtEnd<T>(userId: string, begin: readonly (() => Promise<T>)[]): Promise<T[]> {
  const client = await server.sql.connect();
  let all: Promise<T[]> | undefined;
  try {
    await client.query('begin');
    await client.query('select 1 from auth.users where id = $1 for update', [userId]);
    all = Promise.all(begin.map((one) => one()));
    await untilWaiting(client, begin.length);
  } finally {
    await client.query('commit');
    client.release();
  }
  return all;
}

test.each([
  ['with a profile', true],
  ['without one', false],
])(
  'LEND-24: a person %s who closes the account twice at once gets the same answer twice',
  async (_, isOnboarded) => {
    const person = await somebody(server).signUp();
    if (isOnboarded) await person.onboard();
    const close = () => person.call('DELETE', '/me', { confirm: 'DELETE' });
    const [one, other] = await heldAtEnd(await idOf(person), [close, close]);
    expect([one!.status, other!.status]).toEqual([200, 200]);
    expect(other!.body).toEqual(one!.body);
  },
);

const PROFILE = {
  fullName: 'Asha Rao',
  dateOfBirth: '1990-04-12',
  address: '12, Lake Road, Pune 411001',
  monthlyIncomePaise: 8_000_000,
};
test.each([
  ['profiles', 'PUT', '/me/onboarding', { ...PROFILE, pan: 'ABXPR0610A' }],
  ['profiles', 'PATCH', '/me/profile', { name: 'Asha Rao' }],
  ['consents', 'PUT', '/me/consents', { consents: [{ purpose: 'marketing_messages', given: true }] }],
  ['preferences', 'PUT', '/me/preferences', { theme: 'dark' }],
] as const)(
  'LEND-24: %s: %s %s of a request that began before the closing leaves nothing after it',
  async (table, method, path, body) => {
    const person = await somebody(server).signUp();
    const userId = await idOf(person);
    const late = await afterClosing(server, userId, table, () => person.call(method, path, body));
    expect(late).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    const { rowCount } = await server.sql.query(`select 1 from ${table} where user_id = $1`, [userId]);
    expect(rowCount).toBe(0);
  },
);
