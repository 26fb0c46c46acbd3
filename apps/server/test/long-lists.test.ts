import { randomUUID } from 'node:crypto';
import type { AdminPayment, AnswerOf, listSessions, Payment, UserDetail } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let ashaId: string;
let staff: Person;
let payment: Payment;

beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  ashaId = (await asha.ok<{ id: string }>('GET', '/me')).id;
  payment = await asha.pay((await asha.addCard()).id, 300_000);
  await asha.untilBill(payment.id, 'paid');
  staff = await promote(server, await somebody(server).signUp(), { roles: ['support', 'risk'] });
});
afterAll(() => server.stop());

/** Writes one row of a table so many times more, each with the columns that `changed` gives for `n` = 1, 2, … */
async function repeat(table: string, owner: string, count: number, changed: string): Promise<void> {
  await server.sql.query(
    `insert into ${table}
     select (jsonb_populate_record(null::${table}, to_jsonb(old) || ${changed})).*
     from (select * from ${table} where ${owner} limit 1) old, generate_series(1, ${count}) n`,
  );
}
const older = (column: string) =>
  `jsonb_build_object('id', gen_random_uuid(), '${column}', now() - interval '1 year' - n * interval '1 minute')`;

describe('a list that is longer than a page shows', () => {
  const read = () => staff.ok<UserDetail>('GET', `/admin/users/${ashaId}`);
  const own = () => `user_id = '${ashaId}'`;

  test('an account’s lists say how many older entries they leave out', async () => {
    const before = await read();
    expect(before.leftOut).toEqual({
      attempts: 0,
      limitChanges: 0,
      consents: 0,
      sessions: 0,
      reviews: 0,
      friends: 0,
    });
    await repeat('kyc_attempts', own(), 60, older('at'));
    await repeat('credit_account_log', own(), 61, older('at'));
    await repeat('consents', own(), 62, older('given_at'));
    await repeat('auth.sessions', own(), 63, older('refreshed_at'));
    await server.sql.query(
      `insert into referrals (user_id, referred_id, created_at)
       select $1, gen_random_uuid(), now() - n * interval '1 minute' from generate_series(1, 65) n`,
      [ashaId],
    );
    const { checks, creditDetail, consents, sessions, referrals, leftOut } = await read();
    const shown = [checks.attempts, creditDetail!.history, consents, sessions, referrals.friends];
    expect(shown.map((list) => list.length)).toEqual([50, 50, 50, 50, 50]);
    expect(leftOut).toEqual({
      attempts: before.checks.attempts.length + 10,
      limitChanges: before.creditDetail!.history.length + 11,
      consents: before.consents.length + 12,
      sessions: before.sessions.length + 13,
      reviews: 0,
      friends: 15,
    });
    expect(creditDetail!.history[0]).toEqual(before.creditDetail!.history[0]);
  });

  test('a review that waits is shown although fifty newer ones are decided', async () => {
    const waiting = randomUUID();
    await server.sql.query(
      `insert into reviews (user_id, id, kind, subject_id, status, decided_at, created_at)
       select $1, case n when 0 then $2::uuid else gen_random_uuid() end, 'income', gen_random_uuid(),
         case n when 0 then 'open' else 'approved' end, case n when 0 then null else now() end, now() + n * interval '1 second'
       from generate_series(0, 54) n`,
      [ashaId, waiting],
    );
    const { reviews, leftOut } = await read();
    expect(reviews[0]).toMatchObject({ id: waiting, status: 'open' });
    expect([reviews.length, leftOut.reviews]).toEqual([50, expect.any(Number)]);
    expect(leftOut.reviews).toBeGreaterThanOrEqual(5);
  });

  test('a person’s devices begin with this one and say how many more are logged in', async () => {
    const { items, leftOutCount } = await asha.ok<AnswerOf<typeof listSessions>>(
      'GET',
      '/me/sessions?limit=50',
    );
    expect(items[0]!.isCurrent).toBe(true);
    expect([items.length, leftOutCount]).toEqual([50, 14]);
  });

  test('the story of a payment keeps the newest calls and words of providers', async () => {
    const path = `/admin/payments/${payment.id}`;
    // A webhook may pay a bill before the call is written down that it answers.
    await drained();
    const before = await staff.ok<AdminPayment>('GET', path);
    expect(before.leftOut).toEqual({ calls: 0, webhooks: 0 });
    const reference = before.payment.ourReference;
    await server.sql.query(
      `insert into provider_calls (at, provider, op, result, attempt, duration_ms, request_id)
       select now() - interval '1 year' - n * interval '1 minute', 'rail', 'enquire', 'ok', 1, 10, $1 from generate_series(1, 1000) n`,
      [payment.id],
    );
    await server.sql.query(
      `insert into webhook_inbox (provider, event_id, type, trust, subject_ref, received_at)
       select 'rail', 'w' || n, 'payment.told', 'verified', $1, now() - interval '1 year' - n * interval '1 minute'
       from generate_series(1, 505) n`,
      [reference],
    );
    const after = await staff.ok<AdminPayment>('GET', path);
    const from = (look: AdminPayment, source: string) => look.timeline.filter((one) => one.source === source);
    expect(after.leftOut).toEqual({
      calls: from(before, 'rail_call').length,
      webhooks: from(before, 'webhook').length + 5,
    });
    expect([from(after, 'rail_call').length, from(after, 'webhook').length]).toEqual([1000, 500]);
    expect(from(after, 'rail_call').at(-1)).toEqual(from(before, 'rail_call').at(-1));
    expect(after.timeline.map(({ at }) => at)).toEqual(after.timeline.map(({ at }) => at).toSorted());
  });

  test('the file of a person’s payments holds every one of them', async () => {
    // More than any page holds; that ten thousand and more are in it was seen once, which takes a minute to write.
    const quote = `md5('quote' || n)::uuid`;
    await repeat('quotes', own(), 150, `jsonb_build_object('id', ${quote})`);
    await repeat(
      'payments',
      own(),
      150,
      `${older('accepted_at')} || jsonb_build_object('quote_id', ${quote})`,
    );
    const response = await fetch(`${server.url}/api/v1/transactions?format=csv`, {
      headers: { authorization: `Bearer ${asha.token}` },
    });
    expect((await response.text()).trim().split('\n')).toHaveLength(152);
  });
});
