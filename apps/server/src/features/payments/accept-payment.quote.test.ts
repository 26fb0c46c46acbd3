import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '@mohlat/money';
import { amongLaid, lay, layLike } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('anna one', EMI3);
});
afterAll(() => lab.close());

const TODAY = addDays(EMI3.disbursedOn, 10);
const NOW = noonOf(TODAY);
const QUOTE = idOf('the quote');
const ROUTE = 'POST /payments';
const HASH = Buffer.from('hash');

async function layQuote(client: pg.PoolClient): Promise<void> {
  // A session is live for its own person alone.
  await client.query(
    `create or replace function auth.session_state(p_user uuid, p_session uuid, p_now timestamptz) returns text language sql as $$
       select case when p_user = p_session then 'live' else 'ended' end $$`,
  );
  const old = idOf(`quote ${like.loanId}`);
  for (const name of ['the quote', 'another quote'])
    await layLike(client, 'quotes', ['id', old], {
      id: idOf(name),
      payment_id: null,
      key_facts: { version: '1' },
      expires_at: new Date(NOW.getTime() + 1),
    });
  await layLike(client, 'cards', ['id', idOf(`card ${like.loanId}`)], {
    id: idOf('another card'),
    fingerprint: '\\x01',
    last4: '9999',
  });
  await client.query(
    `update credit_accounts set state = 'active', report_on = $2, limit_paise = $3, used_paise = 500000, reserved_paise = 400000
     where user_id = $1`,
    [like.userId, addDays(TODAY, -90), EMI3.billPaise + 900_000],
  );
}

interface Answer {
  readonly outcome: string;
  readonly replayed: boolean;
  readonly facts: unknown;
  readonly has_job: boolean;
}

async function accept(client: pg.PoolClient, { session = like.userId, quote = QUOTE } = {}): Promise<Answer> {
  const { rows } = await client.query<Answer>(
    "select * from accept_quote($1, $2, $3, 'the key', $4, $5, null, null, null, null, $3)",
    [like.userId, session, NOW, HASH, quote],
  );
  return rows[0]!;
}

const layKey = (client: pg.PoolClient, fields: object) =>
  lay(client, 'idempotency_keys', {
    user_id: like.userId,
    route: ROUTE,
    key: 'the key',
    request_hash: HASH,
    state: 'done',
    outcome: 'quote_used',
    facts: { known: true },
    created_at: NOW,
    ...fields,
  });

/** The answers that are stored under the key. */
const stored = async (client: pg.PoolClient) =>
  (
    await client.query<{ outcome: string }>(
      "select outcome from idempotency_keys where user_id = $1 and route = $2 and key = 'the key'",
      [like.userId, ROUTE],
    )
  ).rows.map(({ outcome }) => outcome);

const credit = (fields: string) => `update credit_accounts set ${fields}`;
const quote = (fields: string) => `update quotes set ${fields} where id = '${QUOTE}'`;
/** The state in which a quote is accepted, and how it is answered; an outcome that ends by itself is not stored. */
const OUTCOMES: Readonly<Record<string, readonly [before: string, outcome: string]>> = {
  'nothing in the way': ['select 1', 'accepted'],
  'an account that waits for its owner': ['update auth.users set guarded_at = now()', 'account_guarded'],
  'a suspended credit': [credit("state = 'suspended', state_reason = 'overdue'"), 'credit_not_active'],
  'a report that was late a minute ago': [
    credit("state = 'suspended', state_reason = 'report_stale'"),
    'accepted',
  ],
  'a reason of before': [credit("state = 'declined', state_reason = 'report_stale'"), 'credit_not_active'],
  'no credit': ['delete from credit_accounts', 'credit_not_active'],
  'a report of the day before': [credit('report_on = report_on - 1'), 'credit_report_stale'],
  'a used quote': [quote('payment_id = id'), 'quote_used'],
  'another quote that was used': [
    "update quotes set payment_id = id where payment_id is null and id <> '" + QUOTE + "'",
    'accepted',
  ],
  'an expired quote': [quote(`expires_at = '${NOW.toISOString()}'`), 'quote_expired'],
  'a removed card': [`update cards set removed_at = now() where last4 = '4021'`, 'card_removed'],
  'another card that was removed': [`update cards set removed_at = now() where last4 = '9999'`, 'accepted'],
  'a paisa too little': [credit('limit_paise = limit_paise - 1'), 'amount_exceeds_limit'],
  'a paisa used': [credit('used_paise = used_paise + 1'), 'amount_exceeds_limit'],
  'a paisa reserved': [credit('reserved_paise = reserved_paise + 1'), 'amount_exceeds_limit'],
  'a short float': ['update float_state set is_short = true', 'payments_paused'],
};

test.each(Object.entries(OUTCOMES))(
  'LEND-14: given %s, when a quote is accepted, then accept_quote answers what it comes to',
  async (_, [before, outcome]) => {
    const said = await amongLaid(lab, async (client) => {
      await layQuote(client);
      await client.query(before);
      return { ...(await accept(client)), stored: await stored(client) };
    });
    expect(said).toMatchObject({ outcome, replayed: false, has_job: true });
    expect(said.stored).toEqual(outcome === 'payments_paused' ? [] : [outcome]);
  },
);

test('PAY-23: given pauses, when a quote is accepted, then only an open one of bill payments holds it up', async () => {
  const outcomes: string[] = [];
  for (const [capability, ended] of [
    ['bill_payments', null],
    ['bill_payments', NOW],
    ['debits', null],
  ] as const)
    outcomes.push(
      await amongLaid(lab, async (client) => {
        await layQuote(client);
        await lay(client, 'capability_pauses', {
          id: idOf('pause'),
          capability,
          started_at: NOW,
          started_by: idOf('staff'),
          reason: 'a',
          ended_at: ended,
          ended_by: ended && idOf('staff'),
          end_reason: ended && 'a',
        });
        return (await accept(client)).outcome;
      }),
    );
  expect(outcomes).toEqual(['payments_paused', 'accepted', 'accepted']);
});

test('LEND-C1: given a session that ended or a quote that is not there, when it is accepted, then nothing is stored', async () => {
  const said = await amongLaid(lab, async (client) => {
    await layQuote(client);
    const ended = await accept(client, { session: idOf('another session') });
    const unknown = await accept(client, { quote: idOf('no quote') });
    return [ended.outcome, unknown.outcome, await stored(client)];
  });
  expect(said).toEqual(['ended', 'not_found', []]);
});

test.each<readonly [string, object, object]>([
  ['the same call', {}, { outcome: 'quote_used', replayed: true, facts: { known: true } }],
  ['the same call under way', { state: 'running' }, { outcome: 'idempotency_in_progress', replayed: false }],
  [
    'another request',
    { request_hash: Buffer.from('other') },
    { outcome: 'idempotency_key_reused', replayed: false },
  ],
  ['another route', { route: 'POST /elsewhere' }, { outcome: 'accepted', replayed: false }],
  ['another key', { key: 'another' }, { outcome: 'accepted', replayed: false }],
])(
  'LEND-C1: given a key of %s, when a quote is accepted, then accept_quote answers by what is known of it',
  async (_, fields, answer) => {
    const said = await amongLaid(lab, async (client) => {
      await layQuote(client);
      await layKey(client, fields);
      return accept(client);
    });
    expect(said).toMatchObject(answer);
  },
);

test('LEND-18: given a quote, when it is accepted, then its payment is held, written down, and sent by a job', async () => {
  const said = await amongLaid(lab, async (client) => {
    await layQuote(client);
    await accept(client);
    const { rows } = await client.query(
      `select p.bill_status as status, extract(epoch from p.next_enquiry_at - $2)::integer as next, p.card_id as card,
         (select c.reserved_paise::integer from credit_accounts c where c.user_id = p.user_id) as reserved,
         (select array_agg(q.id) from quotes q where q.payment_id = p.id) as quotes,
         (select array_agg(l.seq) from bill_status_log l where l.payment_id = p.id) as log,
         (select array_agg(j.source_kind) from journals j where j.source_id = p.id) as journals,
         (select count(*)::integer from graphile_worker._private_jobs b where b.payload ->> 'paymentId' = p.id::text) as jobs
       from payments p where p.quote_id = $1`,
      [QUOTE, NOW],
    );
    return rows;
  });
  expect(said).toEqual([
    {
      status: 'accepted',
      next: 15,
      card: idOf(`card ${like.loanId}`),
      reserved: EMI3.billPaise + 400_000,
      quotes: [QUOTE],
      log: [1],
      journals: ['reserve'],
      jobs: 1,
    },
  ]);
});
