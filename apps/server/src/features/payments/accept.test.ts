import { randomUUID } from 'node:crypto';
import type { Payment, Problem } from '@mohlat/contract';
import { addDays, type BusinessDate, paymentRefusal } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { idOf, meet } from '#test/racing.ts';
import { advance, clearFaults, fault, signInAgain, somebody } from '#test/steps.ts';

const LIMIT = 2_500_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

async function creditOf(person: Person) {
  const { rows } = await server.sql.query<{ limit: string; used: string; reserved: string; held: string }>(
    `select limit_paise as limit, used_paise as used, reserved_paise as reserved,
       (select coalesce(sum(amount_paise), 0) from reservations r where r.user_id = c.user_id and state = 'held') as held
     from credit_accounts c where c.user_id = $1`,
    [await idOf(person)],
  );
  const [row] = rows;
  return {
    limit: Number(row!.limit),
    used: Number(row!.used),
    reserved: Number(row!.reserved),
    held: Number(row!.held),
  };
}

function codeOf(reply: Reply<unknown>): string {
  return (reply.body as Problem).code;
}

const isReplay = (reply: Reply<unknown>) => reply.headers.get('idempotency-replayed') === 'true';

async function countPayments(person: Person): Promise<number> {
  const { rows } = await server.sql.query<{ n: string }>(
    'select count(*) as n from payments where user_id = $1',
    [await idOf(person)],
  );
  return Number(rows[0]!.n);
}

async function untilAllPaid(person: Person, count: number): Promise<Payment[]> {
  return until(async () => {
    const { items } = await person.ok<{ items: Payment[] }>('GET', '/payments?limit=100');
    return items.length === count && items.every((one) => one.billStatus === 'paid') ? items : undefined;
  });
}

test('LEND-14: two hundred accepts at once of ₹3,500 on ₹25,000: seven are taken, the rest refused, none lost', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const quotes = await Promise.all(Array.from({ length: 200 }, () => person.quote(card.id, 350_000)));
  const replies = await Promise.all(quotes.map((quote) => person.accept(quote.quoteId)));

  const taken = replies.filter((reply) => reply.status === 202);
  const refused = replies.filter((reply) => reply.status === 422);
  expect(replies.filter((reply) => reply.status !== 202 && reply.status !== 422)).toEqual([]);
  expect(taken).toHaveLength(7);
  expect(refused.map(codeOf)).toEqual(Array.from({ length: 193 }, () => 'amount_exceeds_limit'));
  expect(await countPayments(person)).toBe(7);
  const credit = await creditOf(person);
  expect(credit).toMatchObject({ limit: LIMIT, held: credit.reserved });
  expect(credit.used + credit.reserved).toBe(7 * 350_000);

  const paid = await untilAllPaid(person, 7);
  expect(new Set(paid.map((one) => one.id))).toEqual(new Set(taken.map((reply) => reply.body.id)));
  expect(await creditOf(person)).toMatchObject({ used: 7 * 350_000, reserved: 0 });
  const executed = await server.control<{ paymentRefId: string; amountPaise: number }[]>(
    'GET',
    '/truth/bill-payments',
  );
  const ours = new Set(paid.map((one) => one.ourReference));
  expect(executed.filter((one) => ours.has(one.paymentRefId))).toHaveLength(7);
});

test('LEND-C2: one key twenty times at once makes one payment, and every other call is told the same', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { quoteId } = await person.quote(card.id, 350_000);
  const key = randomUUID();
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.accept(quoteId, key)));

  const answered = replies.filter((reply) => reply.status === 202);
  expect(answered.filter((reply) => !isReplay(reply))).toHaveLength(1);
  expect(new Set(answered.map((reply) => reply.body.id)).size).toBe(1);
  for (const reply of replies.filter((one) => one.status !== 202)) {
    expect(reply.status).toBe(409);
    expect(codeOf(reply)).toBe('idempotency_in_progress');
  }
  expect(await countPayments(person)).toBe(1);
  await person.untilBill(answered[0]!.body.id, 'paid');
});

test('LEND-C2: the same key with another body is refused, and the first answer stands', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const first = await person.quote(card.id, 350_000);
  const second = await person.quote(card.id, 200_000);
  const key = randomUUID();
  const taken = await person.accept(first.quoteId, key);
  expect(taken.status).toBe(202);
  const other = await person.accept(second.quoteId, key);
  expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
  const body = { quoteId: first.quoteId, acceptKeyFacts: true, billDate: '2026-01-02' };
  const dated = await person.call('POST', '/payments', body, { 'idempotency-key': key });
  expect([dated.status, codeOf(dated)]).toEqual([422, 'idempotency_key_reused']);
  const again = await person.accept(first.quoteId, key);
  expect(isReplay(again)).toBe(true);
  expect(again.body).toEqual(taken.body);
  const used = await person.accept(first.quoteId);
  expect([used.status, codeOf(used)]).toEqual([409, 'quote_used']);
  await person.untilBill(taken.body.id, 'paid');
});

test('LEND-C2: a replay answers as the first time, though the payment and the clock have moved on', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { quoteId } = await person.quote(card.id, 350_000);
  const key = randomUUID();
  const first = await person.accept(quoteId, key);
  expect(first.body.billStatus).toBe('accepted');
  await person.untilBill(first.body.id, 'paid');
  await advance(server, 'P2D');
  await signInAgain(person);
  const again = await person.accept(quoteId, key);
  expect(again.status).toBe(202);
  expect(isReplay(again)).toBe(true);
  expect(again.body).toEqual(first.body);
  expect(await countPayments(person)).toBe(1);
});

test('LEND-C3: a refusal is stored and replayed, though the limit is free again', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const big = await person.quote(card.id, 2_000_000);
  const small = await person.quote(card.id, 1_000_000);
  const { body } = await person.accept(big.quoteId);
  const key = randomUUID();
  const refused = await person.accept(small.quoteId, key);
  expect([refused.status, codeOf(refused)]).toEqual([422, 'amount_exceeds_limit']);
  const paid = await person.untilBill(body.id, 'paid');
  await person.repay(body.id, paid.outstandingPaise);
  const again = await person.accept(small.quoteId, key);
  expect([again.status, codeOf(again)]).toEqual([422, 'amount_exceeds_limit']);
  expect(isReplay(again)).toBe(true);
  // Another key is another intent.
  const retried = await person.accept(small.quoteId);
  expect(retried.status).toBe(202);
  await person.untilBill(retried.body.id, 'paid');
});

test('a session that has ended accepts nothing, and leaves no trace', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { quoteId } = await person.quote(card.id, 350_000);
  const userId = await idOf(person);
  const out = await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(out.status).toBe(204);
  const key = randomUUID();
  const reply = await person.accept(quoteId, key);
  expect([reply.status, codeOf(reply)]).toEqual([401, 'session_ended']);
  const { rows } = await server.sql.query('select 1 from payments where user_id = $1', [userId]);
  expect(rows).toEqual([]);
  await signInAgain(person);
  const fresh = await person.accept(quoteId, key);
  expect([fresh.status, isReplay(fresh)]).toEqual([202, false]);
  await person.untilBill(fresh.body.id, 'paid');
});

test('LEND-14: accepts that race with a settlement never take the limit twice', async () => {
  // The settlement takes its turn before the two, between them, and after them.
  for (const turn of [0, 1, 2]) {
    const person = await somebody(server).ready();
    const [first, second] = [await person.addCard('4021'), await person.addCard('5032')];
    const running = await person.quote(first.id, 900_000);
    const rivals = await Promise.all([
      person.quote(second.id, 1_000_000),
      person.quote(second.id, 1_000_000),
    ]);
    await fault(server, 'setu_billpay', 'pay_start', { held: true });
    const taken = await person.accept(running.quoteId);
    const replies: number[] = [];
    const begin: (() => Promise<void>)[] = rivals.map((quote, nth) => async () => {
      replies[nth] = (await person.accept(quote.quoteId)).status;
    });
    await meet(
      server,
      await idOf(person),
      'credit',
      begin.toSpliced(turn, 0, () => clearFaults(server)),
    );
    // The settlement has several transactions, between which either of the two may come first.
    expect(replies.toSorted((one, other) => one - other)).toEqual([202, 422]);
    const credit = await creditOf(person);
    expect(credit.used + credit.reserved).toBe(1_900_000);
    await person.untilBill(taken.body.id, 'paid');
    await untilAllPaid(person, 2);
    expect(await creditOf(person)).toMatchObject({ used: 1_900_000, reserved: 0 });
  }
});

/** Whether a quote counts so long after it was made; nothing is kept. */
async function acceptAfter(person: Person, quoteId: string, after: string): Promise<string> {
  const userId = await idOf(person);
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.user_id', $1, true)", [userId]);
    const { rows } = await client.query<{ outcome: string }>(
      `select outcome from quotes q join auth.sessions s on s.user_id = q.user_id
       cross join lateral accept_quote(q.user_id, s.id, q.created_at + $3::interval, 'last', '\\x00', q.id, null, null, null)
       where q.user_id = $1 and q.id = $2`,
      [userId, quoteId, after],
    );
    return rows[0]!.outcome;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('LEND-F8: a quote counts until just before fifteen minutes, and not at fifteen', async () => {
  const person = await somebody(server).ready();
  const { quoteId } = await person.quote((await person.addCard()).id, 100_000);
  expect(await acceptAfter(person, quoteId, '15 minutes -1 microseconds')).toBe('accepted');
  expect(await acceptAfter(person, quoteId, '15 minutes')).toBe('quote_expired');
});

test('LEND-C3: the first answer of an acceptance is what every later look says of the payment in that moment', async () => {
  const person = await somebody(server).ready();
  const { quoteId } = await person.quote((await person.addCard()).id, 100_000);
  const userId = await idOf(person);
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.user_id', $1, true)", [userId]);
    const first = await client.query<{ facts: object }>(
      `select a.facts from quotes q join auth.sessions s on s.user_id = q.user_id
       cross join lateral accept_quote(q.user_id, s.id, q.created_at, 'first', '\\x00', q.id, null, null, null) a
       where q.user_id = $1 and q.id = $2`,
      [userId, quoteId],
    );
    const { rows } = await client.query<{ facts: object }>(
      'select payment_facts(user_id, id) as facts from payments where user_id = $1 and quote_id = $2',
      [userId, quoteId],
    );
    expect(first.rows).toEqual(rows);
    expect(rows[0]?.facts).toMatchObject({ billStatus: 'accepted', amountPaise: 100_000 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const STATES = ['none', 'declined', 'active', 'blocked_due', 'suspended', 'revoked', 'closed'];
const HOLDS = [
  null,
  'overdue',
  'arrears',
  'dispute',
  'kyc_lapse',
  'report_stale',
  'npa',
  'written_off',
] as const;

test('LEND-P3: in every state, with a report of 90 or 91 days, a price and its acceptance are refused alike', async () => {
  const person = await somebody(server).ready();
  const { quoteId } = await person.quote((await person.addCard()).id, 100_000);
  const userId = await idOf(person);
  const { rows } = await server.sql.query<{ today: BusinessDate }>(
    'select ist_date(created_at)::text as today from quotes where user_id = $1',
    [userId],
  );
  const { today } = rows[0]!;
  const asked = STATES.flatMap((state) =>
    HOLDS.flatMap((hold) =>
      [90, 91, null].map((age) => ({ state, hold, reportOn: age === null ? null : addDays(today, -age) })),
    ),
  );
  const client = await server.sql.connect();
  try {
    for (const { state, hold, reportOn } of asked) {
      await client.query('begin');
      await client.query("select set_config('app.user_id', $1, true)", [userId]);
      await client.query(
        'update credit_accounts set state = $2, state_reason = $3, report_on = $4 where user_id = $1',
        [userId, state, hold, reportOn],
      );
      const answer = await client.query<{ outcome: string }>(
        `select outcome from quotes q join auth.sessions s on s.user_id = q.user_id
         cross join lateral accept_quote(q.user_id, s.id, q.created_at, 'states', '\\x00', q.id, null, null, null)
         where q.user_id = $1 and q.id = $2`,
        [userId, quoteId],
      );
      await client.query('rollback');
      const refusal = paymentRefusal({ state, hold, reportOn }, today);
      expect([state, hold, reportOn, answer.rows[0]!.outcome]).toEqual([
        state,
        hold,
        reportOn,
        refusal ?? 'accepted',
      ]);
    }
  } finally {
    client.release();
  }
});
