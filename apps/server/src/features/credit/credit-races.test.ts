import { randomUUID } from 'node:crypto';
import type { Credit } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { idOf, meet, lockOf, meetAt, untilWaiting } from '#test/racing.ts';
import { advance, clearFaults, fault, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => clearFaults(server));

interface Said {
  readonly code?: string;
  readonly status?: string;
  readonly limitPaise?: number;
  readonly offer?: { readonly id: string; readonly limitPaise: number } | null;
}
type Asked = Reply<Said>;

const assess = (person: Person, acceptLimit = true) =>
  person.call<Said>('POST', '/credit/assessment', { consent: true, acceptLimit });
const said = ({ status, body }: Asked) => [status, body.code ?? body.status ?? ''];

async function applicant(): Promise<{ person: Person; userId: string }> {
  const person = await somebody(server).signUp();
  await person.onboard();
  await person.passKyc();
  return { person, userId: await idOf(person) };
}

async function pullOf(userId: string) {
  const { rows } = await server.sql.query<{ pull_id: string | null; pull_started_at: Date | null }>(
    'select pull_id, pull_started_at from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0]!;
}

const bureau = (what: object, times = 1) => fault(server, 'decentro', 'credit_report', what, times);

describe('the key of a pull whose outcome is not known', () => {
  test('outlives an assessment made from a report that was there already', async () => {
    const { person, userId } = await applicant();
    await assess(person);
    // A pull under way for longer than its time: its process may still be waiting for the answer.
    const pullId = randomUUID();
    await server.sql.query(
      `update credit_accounts set pull_id = $2, pull_key_at = updated_at, pull_started_at = updated_at - interval '5 minutes'
       where user_id = $1`,
      [userId, pullId],
    );
    expect(said(await assess(person))).toEqual([200, 'approved']);
    expect((await pullOf(userId)).pull_id).toBe(pullId);
  });

  test('outlives a second try that the bureau never saw', async () => {
    const { person, userId } = await applicant();
    await bureau({ timeout: true, commit: 'before' }, 1);
    await bureau({ http: 400 }, 1);
    expect(said(await assess(person))).toEqual([503, 'credit_unavailable']);
    const first = await pullOf(userId);
    expect(first).toMatchObject({ pull_id: expect.any(String) as string, pull_started_at: null });

    await bureau({ http: 400 }, 1);
    expect(said(await assess(person))).toEqual([503, 'credit_unavailable']);
    expect((await pullOf(userId)).pull_id).toBe(first.pull_id);
  });
});

describe('a second pull', () => {
  const callsDuring = async (work: () => Promise<unknown>) => {
    const count = () => server.logText().split('"op":"pullReport"').length - 1;
    const before = count();
    await work();
    return count() - before;
  };

  test('is made where the first may have arrived, and not where it surely did not', async () => {
    const { person } = await applicant();
    await bureau({ unauthorized: true }, 2);
    const refused = async () => expect(said(await assess(person))).toEqual([503, 'credit_unavailable']);
    expect(await callsDuring(refused)).toBe(1);
    await clearFaults(server);
    await bureau({ timeout: true, commit: 'before' }, 1);
    const repeated = async () => expect(said(await assess(person))).toEqual([200, 'approved']);
    expect(await callsDuring(repeated)).toBe(2);
  });
});

test('a report that comes after the account was closed decides nothing', async () => {
  const { person, userId } = await applicant();
  const client = await server.sql.connect();
  await bureau({ held: true });
  const assessing = assess(person);
  await until(async () => ((await pullOf(userId)).pull_started_at ? true : undefined));
  await client.query('begin');
  await client.query("update credit_accounts set state = 'closed' where user_id = $1", [userId]);
  await clearFaults(server);
  await untilWaiting(client);
  await client.query('commit');
  client.release();
  expect(said(await assessing)).toEqual([401, 'session_ended']);
  const { rows } = await server.sql.query('select 1 from credit_assessments where user_id = $1', [userId]);
  expect(rows).toEqual([]);
});

test.each(['bureau_pull', 'pan_verification'])(
  'LEND-24: %s taken back while the bureau answers raises no limit; the limit is offered, and waits for it',
  async (purpose) => {
    const { person, userId } = await applicant();
    await bureau({ held: true });
    const assessing = assess(person);
    await until(async () => ((await pullOf(userId)).pull_started_at ? true : undefined));
    const change = (given: boolean) => person.ok('PUT', '/me/consents', { consents: [{ purpose, given }] });
    await change(false);
    await clearFaults(server);
    const reply = await assessing;
    expect(said(reply)).toEqual([200, 'approved']);
    const { rows } = await server.sql.query(
      'select state, limit_paise::int from credit_accounts where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ state: 'none', limit_paise: 0 }]);
    const accept = () => person.call<Said>('POST', `/credit/offers/${reply.body.offer!.id}/accept`);
    expect(said(await accept())).toEqual([409, 'consent_withdrawn']);
    await change(true);
    expect((await accept()).status).toBe(200);
  },
);

test('LEND-24: the yes to a limit taken back while the bureau answers is not given again', async () => {
  const { person, userId } = await applicant();
  await assess(person);
  await server.sql.query(
    `update credit_accounts set limit_paise = limit_paise / 2, updated_at = updated_at where user_id = $1`,
    [userId],
  );
  await advance(server, 'P31D');
  await signInAgain(person);
  await bureau({ held: true });
  const assessing = assess(person);
  await until(async () => ((await pullOf(userId)).pull_started_at ? true : undefined));
  await person.ok('PUT', '/me/consents', { consents: [{ purpose: 'credit_limit', given: false }] });
  await clearFaults(server);
  expect((await assessing).body.offer).toMatchObject({ limitPaise: expect.any(Number) as number });
  const { items } = await person.ok<{ items: { purpose: string; status: string }[] }>('GET', '/me/consents');
  expect(items.find((one) => one.purpose === 'credit_limit')?.status).toBe('withdrawn');
  // Asked for again, it is a new yes.
  expect((await assess(person)).body.offer).toBeNull();
});

describe('an offer', () => {
  async function offered() {
    const { person, userId } = await applicant();
    const { offer } = (await assess(person, false)).body;
    return { person, userId, offer: offer! };
  }
  const decide = (person: Person, id: string, what: 'accept' | 'decline') =>
    person.call<Said>('POST', `/credit/offers/${id}/${what}`);
  async function facts(userId: string) {
    const { rows } = await server.sql.query<{ limits: number; open: number; raised: number }>(
      `select (select count(*)::int from consents where user_id = $1 and purpose = 'credit_limit') as limits,
              (select count(*)::int from credit_offers where user_id = $1 and status = 'open') as open,
              (select count(*)::int from credit_account_log where user_id = $1 and to_limit_paise > from_limit_paise) as raised`,
      [userId],
    );
    return rows[0]!;
  }

  test('accepted twice at once raises the limit once, under one consent', async () => {
    const { person, userId, offer } = await offered();
    const accept = () => decide(person, offer.id, 'accept');
    const replies = await meet(server, userId, 'credit', [accept, accept]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(await facts(userId)).toEqual({ limits: 1, open: 0, raised: 1 });
    expect(await person.ok<Credit>('GET', '/credit')).toMatchObject({ limitPaise: offer.limitPaise });
  });

  test.each([
    ['accept', 1],
    ['decline', 0],
  ] as const)('accepted and declined at once is the first of the two: %s', async (first, raised) => {
    const { person, userId, offer } = await offered();
    const ways = ['accept', 'decline'] as const;
    const replies = await meet(
      server,
      userId,
      'credit',
      (first === 'accept' ? ways : ways.toReversed()).map((what) => () => decide(person, offer.id, what)),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 409]);
    expect(replies[1]!.body.code).toBe('offer_closed');
    expect((await facts(userId)).raised).toBe(raised);
  });

  test.each([
    ['the acceptance', 200, { open: 0, raised: 1 }],
    ['the assessment', 409, { open: 1, raised: 0 }],
  ])(
    'accepted while a new assessment replaces it never leaves two that count: %s first',
    async (first, status, counted) => {
      const { person, userId, offer } = await offered();
      const both = [() => decide(person, offer.id, 'accept'), () => assess(person, false)];
      if (first === 'the assessment') both.reverse();
      // The first has the account by then, and waits for the offer; the second waits for the account.
      const replies = await meetAt(server, lockOf.creditOffer(offer.id), both);
      const [accepted, assessed] = first === 'the assessment' ? replies.toReversed() : replies;
      expect([accepted!.status, assessed!.status]).toEqual([status, 200]);
      expect(accepted!.body.code).toBe(status === 409 ? 'offer_closed' : undefined);
      expect(await facts(userId)).toMatchObject(counted);
    },
  );
});

test('LEND-14: more accounts that cannot be settled than one look holds keep no later account waiting', async () => {
  const { person, userId } = await applicant();
  await assess(person);
  await server.sql.query(`
    create function refuse_some() returns trigger language plpgsql as $$
    begin
      if new.user_id::text like '00000000%' and new.state is distinct from old.state then raise exception 'not this one'; end if;
      return new;
    end $$;
    create trigger refuse_some before update on credit_accounts for each row execute function refuse_some();
    with made as (
      insert into profiles (user_id, created_at, updated_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), now() from generate_series(1, 205) n
      returning user_id
    ), records as (
      insert into kyc_records (user_id, pan_status, aadhaar_status, updated_at)
      select user_id, 'verified', 'verified', now() from made
    )
    insert into credit_accounts (user_id, state, report_on, updated_at)
    select user_id, 'active', date '2020-01-01', now() from made`);
  await advance(server, 'P91D');
  await signInAgain(person);
  const reason = await until(async () => {
    const { rows } = await server.sql.query<{ state_reason: string | null }>(
      'select state_reason from credit_accounts where user_id = $1',
      [userId],
    );
    return rows[0]!.state_reason ?? undefined;
  });
  expect(reason).toBe('report_stale');
});
