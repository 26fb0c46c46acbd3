import { randomInt } from 'node:crypto';
import type { Card } from '@mohlat/contract';
import { Person } from '../../../apps/server/test/person.ts';
import { alterSystem } from '../outage/trouble.ts';
import { LATE_CAUSES } from './late-causes.ts';
import { type Cause, letTimePass, proveBooks, type Scene } from './scene.ts';
import { waitUntil } from './waiting.ts';

const SLOT = 'rehearsal';
const dropSlot = ({ sql }: Scene) => sql.query('select pg_drop_replication_slot($1)', [SLOT]);
const keepSlot = ({ sql }: Scene) =>
  sql.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
/** So many files of the log are more than the bound that the cause sets. */
const LOG_FILES = 6;

/** More than the alerts' five. */
const PAYMENTS = 7;
const NEVER_ANSWERS = '1006';
const PAID_IN_SILENCE = '1007';
const PAISE = 1000;

async function payEach({ payer }: Scene, card: Card, count = PAYMENTS): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await payer.pay(card.id, PAISE + nth);
}

/** Lets the rail pay what it has in process, and waits until each call-back of it was heard: one that is late would end a silence. */
async function succeedAll({ sql, control }: Scene): Promise<void> {
  const { rows } = await sql.query<{ ours: string; theirs: string | null }>(
    `select a.our_reference as ours, a.provider_ref as theirs from payment_attempts a join payments p using (user_id)
     where a.payment_id = p.id and p.bill_status not in ('paid', 'failed')`,
  );
  for (const { ours } of rows)
    await control('POST', '/act', { what: 'bill_payment', paymentRefId: ours, step: 'succeed' });
  // A call-back names the bill as the rail does.
  const references = rows.flatMap(({ theirs }) => theirs ?? []);
  const heard =
    "select distinct subject_ref from webhook_inbox where provider = 'setu_billpay' and subject_ref = any($1)";
  await waitUntil(
    'the call-backs of the rail',
    async () => (await sql.query(heard, [references])).rowCount === references.length,
  );
}

/** Keeps asking until it is told to stop: a rate needs requests. */
function keepAsking(ask: () => Promise<unknown>): () => void {
  let isOn = true;
  void (async () => {
    while (isOn) await ask().catch(() => {});
  })();
  return () => {
    isOn = false;
  };
}

let stopAsking = () => {};

/** In this order: a cause that is not put right, or moves the clock, comes late. */
export const CAUSES: readonly Cause[] = [
  {
    alerts: ['ProcessDown'],
    what: 'a process of the API is stopped',
    madeBy: 'the world',
    // While it is drained, and for longer than a sixtieth of two minutes.
    beside: ['NotReady'],
    begin: (scene) => scene.stop('api 2'),
    end: (scene) => scene.start('api 2'),
  },
  {
    alerts: ['FollowerAway'],
    what: 'a place is kept for a follower that is not there',
    madeBy: 'the world',
    begin: keepSlot,
    end: dropSlot,
  },
  {
    alerts: ['LogHeldBack'],
    what: 'a follower is so far behind that its place is lost',
    madeBy: 'the world',
    beside: ['FollowerAway'],
    async begin(scene) {
      await alterSystem(scene.sql, "set max_slot_wal_keep_size = '16MB'");
      await keepSlot(scene);
      for (let file = 0; file < LOG_FILES; file += 1)
        await scene.sql.query("select pg_switch_wal(), pg_logical_emit_message(false, 'rehearsal', 'more')");
      await scene.sql.query('checkpoint');
    },
    async end(scene) {
      await dropSlot(scene);
      await alterSystem(scene.sql, 'reset max_slot_wal_keep_size');
    },
  },
  {
    alerts: ['CommitsWait'],
    what: 'commits wait for a follower that is not there',
    madeBy: 'the world',
    beside: ['JobsLate', 'ErrorBudgetBurns', 'ErrorBudgetLeaks'],
    begin: (scene) => alterSystem(scene.sql, "set synchronous_standby_names = 'nobody'"),
    end: (scene) => alterSystem(scene.sql, 'reset synchronous_standby_names'),
  },
  {
    alerts: ['NotReady'],
    what: 'the database only reads',
    madeBy: 'the world',
    beside: ['JobsLate', 'JobsDead', 'FiguresOld', 'ErrorBudgetBurns', 'ErrorBudgetLeaks'],
    begin: (scene) => alterSystem(scene.sql, 'set default_transaction_read_only = on'),
    end: (scene) => alterSystem(scene.sql, 'reset default_transaction_read_only'),
  },
  {
    alerts: ['ErrorBudgetBurns', 'ErrorBudgetLeaks'],
    what: 'a table that people need is away',
    madeBy: 'SQL',
    beside: ['JobsLate', 'JobsDead'],
    async begin({ sql, payer, card }) {
      await sql.query('alter table quotes rename to quotes_away');
      stopAsking = keepAsking(() =>
        payer.call('POST', '/payments/quote', {
          cardId: card.id,
          amountPaise: PAISE,
          plan: { kind: 'single' },
        }),
      );
    },
    async end({ sql }) {
      stopAsking();
      await sql.query('alter table quotes_away rename to quotes');
    },
  },
  {
    alerts: ['Probing'],
    what: 'a stranger tries tokens',
    madeBy: 'the world',
    begin({ url }) {
      const headers = { authorization: 'Bearer nobody' };
      stopAsking = keepAsking(() => fetch(`${url}/api/v1/payments`, { headers }).then((one) => one.text()));
      return Promise.resolve();
    },
    end: () => Promise.resolve(stopAsking()),
  },
  {
    alerts: ['JobsDead'],
    what: 'a job fails at its only try',
    madeBy: 'the world',
    begin: ({ sql }) =>
      sql.query("select graphile_worker.add_job('payments.submit', '{}', max_attempts => 1)"),
    end: ({ sql }) =>
      sql.query(
        'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where attempts >= max_attempts',
      ),
  },
  {
    alerts: ['JobsLate'],
    what: 'a job that no worker takes has been due for ten minutes',
    madeBy: 'SQL',
    begin: ({ sql }) =>
      sql.query("select graphile_worker.add_job('rehearsal', '{}', run_at => now() - interval '10 minutes')"),
    end: ({ sql }) =>
      sql.query(
        "select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'rehearsal'",
      ),
  },
  {
    alerts: ['BooksBroken'],
    what: 'a posting is changed by the owner of the database, and the books are proven',
    madeBy: 'SQL',
    begin: (scene) => changePosting(scene, 1),
    end: (scene) => changePosting(scene, -1),
  },
  {
    alerts: ['MoneyUnmatched'],
    what: 'money came three days ago from nobody known',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into unidentified_receipts
           (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status, return_on, created_at)
         values ('razorpay', 'pay_rehearsal', 4200, false, $1::timestamptz - interval '3 days', current_date, 'held',
           '2099-01-01', $1)`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from unidentified_receipts where payment_ref = 'pay_rehearsal'"),
  },
  {
    alerts: ['BreakOpen'],
    what: 'a difference with the rail was found two days ago',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into reconciliation_breaks (user_id, kind, rail, reference, business_on, theirs_paise, detail, opened_at)
         values ('00000000-0000-0000-0000-000000000000', 'not_ours', 'billpay', 'rehearsal', $1::timestamptz::date, 4200, '{}',
           $1::timestamptz - interval '2 days')`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from reconciliation_breaks where reference = 'rehearsal'"),
  },
  {
    alerts: ['LoanParked'],
    what: 'a loan was set aside by the close of the day',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into parked_loans (user_id, id, business_on, reason, parked_at)
         select user_id, id, $1::timestamptz::date, 'Error', $1 from loans limit 1`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from parked_loans where reason = 'Error'"),
  },
  {
    alerts: ['FilesLost'],
    what: 'a file was found lost',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into stored_files (user_id, id, purpose, type, size_bytes, content_hash, key_sealed, created_at, kept_at, lost_at)
         select user_id, new_id(), 'income', 'application/pdf', 1, '\\x00', '\\x00', $1, $1, $1 from profiles limit 1`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query('update stored_files set lost_at = null where lost_at is not null'),
  },
  {
    alerts: ['PauseForgotten'],
    what: 'staff paused debits the day before yesterday',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into capability_pauses (id, capability, started_at, started_by, reason)
         values (gen_random_uuid(), 'debits', $1, gen_random_uuid(), 'forgotten')`,
        [new Date(now() - 2 * 86_400_000)],
      ),
    end: ({ sql }) => sql.query("delete from capability_pauses where reason = 'forgotten'"),
  },
  {
    alerts: ['MessagesGivenUp'],
    what: 'a dozen SMS were given up',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into deliveries (user_id, id, channel, template, status, reason, tries, queued_at, settled_at)
         select gen_random_uuid(), gen_random_uuid(), 'sms', 'mandate.active', 'failed', 'given_up', 8, $1, $1
         from generate_series(1, 12)`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from deliveries where reason = 'given_up'"),
  },
  {
    alerts: ['WebhooksWait'],
    what: 'a call-back has lain for twenty minutes',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into webhook_inbox (provider, event_id, type, trust, received_at)
         values ('razorpay', 'rehearsal', 'order.paid', 'hint', $1::timestamptz - interval '20 minutes')`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from webhook_inbox where event_id = 'rehearsal'"),
  },
  {
    alerts: ['FloatShort'],
    what: 'the mark of the float is set above what it holds',
    madeBy: 'SQL',
    begin: (scene) => setLowWater(scene, 10 ** 12),
    end: (scene) => setLowWater(scene, 0),
  },
  {
    alerts: ['NothingPaid'],
    what: 'the rail leaves every bill in process',
    madeBy: 'the world',
    async begin(scene) {
      await letTimePass(scene, 'PT11M');
      await payEach(scene, await scene.payer.addCard(NEVER_ANSWERS));
    },
  },
  {
    alerts: ['PaymentStuck'],
    what: 'half an hour later they are in process still',
    madeBy: 'the world',
    beside: ['NothingPaid'],
    begin: (scene) => letTimePass(scene, 'PT31M'),
    async end(scene) {
      await succeedAll(scene);
      // Each is asked about again after a while.
      await letTimePass(scene, 'PT1M');
    },
  },
  {
    alerts: ['WebhookSilent'],
    what: 'the rail pays and does not call back',
    madeBy: 'the world',
    beside: ['PaymentStuck'],
    async begin(scene) {
      await scene.control('POST', '/webhooks/policy', { provider: 'setu_billpay', drop: true });
      await letTimePass(scene, 'PT61M');
      await payEach(scene, scene.card);
    },
    async end(scene) {
      await scene.control('POST', '/webhooks/policy', { provider: 'setu_billpay' });
      await payEach(scene, scene.card, 1);
    },
  },
  {
    alerts: ['ProviderFails', 'CircuitOpen'],
    what: 'the directory of branches answers nobody',
    madeBy: 'the world',
    beside: ['ErrorBudgetBurns', 'ErrorBudgetLeaks'],
    async begin({ control, payer }) {
      await control('POST', '/faults', {
        provider: 'ifsc',
        op: 'lookup',
        times: 'always',
        fault: { http: 500 },
      });
      // Branches that were found once are remembered: each is another one.
      stopAsking = keepAsking(() => payer.call('GET', `/ifsc/HDFC0${randomInt(100_000, 999_999)}`));
    },
    async end(scene) {
      stopAsking();
      await scene.control('DELETE', '/faults');
      await letTimePass(scene, 'PT11M');
    },
  },
  {
    alerts: ['OutcomeUnknown'],
    what: 'the rail paid without an answer, and tells nobody for an hour',
    madeBy: 'the world',
    beside: ['WebhookSilent', 'PaymentStuck', 'NothingPaid', 'CircuitOpen', 'ProviderFails'],
    async begin(scene) {
      const { control } = scene;
      await control('POST', '/webhooks/policy', { provider: 'setu_billpay', drop: true });
      const rule = { provider: 'setu_billpay', times: 'always', fault: { http: 500 } };
      for (const op of ['pay_result', 'list']) await control('POST', '/faults', { ...rule, op });
      await payEach(scene, await scene.payer.addCard(PAID_IN_SILENCE), 2);
      const isUnknown = "select 1 from payments where bill_status = 'unknown'";
      await waitUntil(
        'a bill whose outcome nobody knows',
        async () => (await scene.sql.query(isUnknown)).rowCount !== 0,
      );
      await letTimePass(scene, 'PT61M');
    },
    async end(scene) {
      await scene.control('DELETE', '/faults');
      await scene.control('POST', '/webhooks/policy', { provider: 'setu_billpay' });
      await letTimePass(scene, 'PT15M');
    },
  },
  {
    alerts: ['BudgetNearlySpent'],
    what: 'one more person asks for a limit',
    madeBy: 'the world',
    beside: ['BudgetSpent'],
    begin: (scene) => newcomer(scene),
  },
  {
    alerts: ['BudgetSpent'],
    what: 'the next one finds the budget spent',
    madeBy: 'the world',
    begin(scene) {
      // Answered when the budget is a new one, tomorrow.
      newcomer(scene).catch(() => {});
      return Promise.resolve();
    },
  },
  ...LATE_CAUSES,
];

function newcomer(scene: Scene): Promise<unknown> {
  return new Person({ ...scene, dataDir: '', logText: () => '', stop: () => Promise.resolve() }).ready();
}

/** Changes one line of a journal, past all that forbids it, and has the books proven before anything else happens to them. */
async function changePosting({ sql }: Scene, paise: number): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `update postings set amount_paise = amount_paise + $1
       where ctid = (select ctid from postings order by journal_id, line limit 1)`,
      [paise],
    );
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
  await proveBooks({ sql });
}

/** A new version of the settings, which staff make with two people. */
async function setLowWater({ sql, now }: Scene, paise: number): Promise<void> {
  await sql.query(
    `insert into settings (version, effective_at, content)
     select version + 1, $2, content || jsonb_build_object('floatLowWaterPaise', $1::bigint)
     from settings order by version desc limit 1`,
    [paise, new Date(now())],
  );
}
