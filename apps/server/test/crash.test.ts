import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Card } from '@mohlat/contract';
import { seeded } from '@mohlat/lending/simulate';
import { isLuhnValid } from '@mohlat/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/src/app.ts';
import { FOLLOWED_WITHIN_MS, remoteControl } from './control.ts';
import { createVictim, type Victim } from './crash/processes.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { type Intent, Payer, pause } from './crash/payer.ts';
import { cloneDatabase } from './database.ts';
import { type TestServer } from './harness.ts';
import { Person, until } from './person.ts';
import { UNHURRIED_SETTINGS } from './silence.ts';

/** The number of kills; each may take one process, the other or both. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4);
/** The same seed kills at the same moments and pays the same amounts; what the machine does in between it cannot repeat. */
const SEED = Number(process.env.CRASH_SEED ?? 20_261_201);
const PEOPLE = 4;
/** Each person pays no more bills than this: a quick machine must not have three times the work of a slow one. */
const PAYMENTS_MAX = 20 * ROUNDS;
/** Plain; refused by the biller; executed without an answer; executed and a 500; three webhooks; no webhook. */
const ENDINGS = ['4021', '1002', '1007', '1009', '1016', '1017'] as const;
const REFUSED = '1002';
/** Payments of one bill wait for each other; several banks keep the lines short. */
const BANKS = ['HDFC Bank', 'ICICI Bank', 'Axis Bank'] as const;
/** So often in a row the product is seen at rest before time goes on: between two looks a job may put in the next. */
const RESTS = 3;
const LOOK_MS = 200;
/** So many looks without a rest, and the product goes round. */
const LOOKS_MAX = 1500;
/** So many minutes one by one; then hours, up to the rail's list of the third day. */
const SMALL_STEPS = 60;
const STEPS_MAX = SMALL_STEPS + 3 * 24;
/** No payment fails unsent before it waited in line for so long. */
const UNSENT_MINUTES = 15;
/** The sandbox cuts a call that it leaves without an answer; none is given up because the machine is slow. */
const HOLD_MS = 900;
const CALL_MAX_MS = '40000';
const INVARIANTS = join(import.meta.dirname, '../../../db/invariants');

interface PaymentRow {
  readonly id: string;
  readonly card_id: string;
  readonly bill_status: string;
  readonly failure_reason: string | null;
  readonly amount_paise: string;
  readonly email: string;
  readonly next_enquiry_at: Date | null;
  /** From the acceptance to the failure; null where it has not failed. */
  readonly minutes_to_failure: number | null;
  /** Another payment of its card is on its way. */
  readonly is_in_line: boolean;
  readonly references: readonly string[];
}
interface Executed {
  readonly paymentRefId: string;
  readonly amountPaise: number;
  readonly status: string;
}
interface OutboxMessage {
  readonly channel: string;
  readonly to: string;
  readonly links: readonly string[];
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openWorld() {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-crash-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    holdMs: HOLD_MS,
    acknowledgeMs: FOLLOWED_WITHIN_MS,
    webhookTarget: `${url}/api/v1/webhooks`,
  });
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    PROVIDER_TIMEOUT_MS: CALL_MAX_MS,
    ...UNHURRIED_SETTINGS,
  };
  const api = createVictim('api', { ...env, ROLE: 'api' });
  const worker = createVictim('worker', { ...env, ROLE: 'worker' });
  await api.start();
  await worker.start();
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const server: TestServer = {
    url,
    sandboxUrl: sandbox.url,
    databaseUrl: database.url,
    dataDir,
    sql,
    logText: () => `${api.errors()}${worker.errors()}`,
    ...remoteControl(sandbox.url),
    stop: () => Promise.resolve(),
  };
  return {
    server,
    api,
    worker,
    async close() {
      await Promise.all([api.kill(), worker.kill()]);
      await sql.end();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function newPayer(): Promise<Payer> {
  const person = await new Person(world.server).ready();
  const cards = [];
  for (const [nth, bankName] of BANKS.entries())
    for (const last4 of ENDINGS) {
      const cardNumber = cardOf(nth, last4);
      const asked = { cardNumber, nameOnCard: 'ASHA RAO', expiry: '12/39', bankName };
      cards.push({ id: (await person.ok<Card>('POST', '/cards', asked)).id, last4 });
    }
  return new Payer(person, cards);
}

/** A Visa number of its own for each bank and ending. */
function cardOf(nth: number, last4: string): string {
  for (let filler = nth * 1_000; ; filler += 1) {
    const number = `4111${String(filler).padStart(8, '0')}${last4}`;
    if (isLuhnValid(number)) return number;
  }
}

/** Kills one process or both, at a random moment, and starts them again. */
async function killRounds(random: () => number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(150 + random() * 1_200);
    const choice = random();
    const chosen: Victim[] = [...(choice < 0.7 ? [world.worker] : []), ...(choice > 0.4 ? [world.api] : [])];
    await Promise.all(chosen.map((victim) => victim.kill()));
    await pause(random() * 300);
    await Promise.all(chosen.map((victim) => victim.start()));
  }
}

async function readPayments(): Promise<PaymentRow[]> {
  const { rows } = await world.server.sql.query<PaymentRow>(
    `select p.id, p.card_id, p.bill_status, p.failure_reason, p.amount_paise, u.email, p.next_enquiry_at,
            (select floor(extract(epoch from l.at - p.accepted_at) / 60)::integer from bill_status_log l
              where l.user_id = p.user_id and l.payment_id = p.id and l.to_status = 'failed') as minutes_to_failure,
            p.bill_status = 'accepted' and exists (
              select 1 from payment_attempts a where a.user_id = p.user_id and a.card_id = p.card_id
                and a.state in ('sending', 'processing', 'unknown')) as is_in_line,
            coalesce((select json_agg(a.our_reference) from payment_attempts a
                      where a.user_id = p.user_id and a.payment_id = p.id), '[]') as references
     from payments p join auth.users u on u.id = p.user_id`,
  );
  return rows;
}

/**
 * Moves the trial clock on until nothing is open: what was cut off before its first byte is sent again after ten minutes.
 * Time goes on only when the product is at rest: a bill is payable for minutes, and a busy machine must not let them pass.
 */
async function settleAll(): Promise<PaymentRow[]> {
  let rests = 0;
  let looks = 0;
  for (let steps = 0; ;) {
    const rows = await readPayments();
    const open = rows.filter((row) => row.bill_status !== 'paid' && row.bill_status !== 'failed');
    if (open.length === 0) return rows;
    looks += 1;
    if (steps > STEPS_MAX || looks > LOOKS_MAX)
      throw new Error(`seed ${SEED}: left behind after ${steps} steps ${await describeOpen()}`);
    rests = (await isAtRest(open)) ? rests + 1 : 0;
    if (rests < RESTS) {
      await pause(LOOK_MS);
      continue;
    }
    // A payment that could not be sent again in time is closed by the rail's list of the day.
    steps += 1;
    rests = 0;
    looks = 0;
    await world.server.control('POST', '/clock', { advance: steps <= SMALL_STEPS ? 'PT1M' : 'PT1H' });
    // The worker looks for what is due now.
    await pause(LOOK_MS);
  }
}

/**
 * Whether no job is due or held, by a dead worker either, and no payment is due to be looked at. A payment in line asks several
 * times a minute whether its turn has come: it moves when the one before it does, and until then there is always one that asks.
 */
async function isAtRest(open: readonly PaymentRow[]): Promise<boolean> {
  const { now } = await world.server.control<{ now: string }>('GET', '/clock');
  const isDue = ({ is_in_line: isInLine, next_enquiry_at: at }: PaymentRow) =>
    !isInLine && at !== null && at <= new Date(now);
  if (open.some(isDue)) return false;
  const inLine = open.filter((row) => row.is_in_line).map((row) => row.id);
  const { rows } = await world.server.sql.query(
    `select 1 from graphile_worker._private_jobs
     where (run_at <= now() or locked_at is not null) and attempts < max_attempts
       and (payload ->> 'paymentId' = any ($1)) is not true limit 1`,
    [inLine],
  );
  return rows.length === 0;
}

/** Describes the open payments, with the facts a person would look at first. */
async function describeOpen(): Promise<string> {
  const { rows } = await world.server.sql.query(
    `select c.last4, p.bill_status, p.review_reason, p.enquiry_count, a.state, a.provider_ref, a.absent_count, a.resent_count,
            a.bill_number, p.accepted_at, a.started_at, p.next_enquiry_at, b.detail
     from payments p join cards c on c.user_id = p.user_id and c.id = p.card_id
     left join payment_attempts a on a.user_id = p.user_id and a.payment_id = p.id
     left join reconciliation_breaks b on b.user_id = p.user_id and b.payment_id = p.id
     where p.bill_status not in ('paid', 'failed')`,
  );
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

test(
  'every accepted payment is settled exactly once, however often the API and the worker are killed',
  { timeout: 600_000 + ROUNDS * 10_000 },
  async () => {
    process.stdout.write(`crash test: seed ${SEED}, ${ROUNDS} rounds\n`);
    const random = seeded(SEED).next;
    const payers = await Promise.all(Array.from({ length: PEOPLE }, newPayer));
    const paying = Promise.all(payers.map((payer) => payer.pay(random, PAYMENTS_MAX, 250)));
    await killRounds(random);
    for (const payer of payers) payer.stop();
    await paying;

    const intents = payers.flatMap((payer) => payer.intents).filter((intent) => intent.payment);
    const rows = await settleAll();
    report(intents, rows);
    expectOnePaymentEach(intents, rows);
    await expectTruthAgrees(intents, rows);
    await expectCleanBooks();
    await expectQueueAtRest(rows);
  },
);

function report(intents: readonly Intent[], rows: readonly PaymentRow[]): void {
  const count = (matches: (row: PaymentRow) => boolean) => rows.filter(matches).length;
  process.stdout.write(
    `crash test: ${intents.length} accepted, ${intents.filter((one) => one.tries > 1).length} asked again, ` +
      `${intents.filter((one) => one.replays > 0).length} answers were lost, ` +
      `${count((row) => row.bill_status === 'paid')} paid, ${count((row) => row.bill_status === 'failed')} failed, ` +
      `${count(isUnsent)} of these unsent\n`,
  );
}

function expectOnePaymentEach(intents: readonly Intent[], rows: readonly PaymentRow[]): void {
  const promised = intents.map((intent) => intent.payment!.id).toSorted();
  expect(new Set(promised).size, `seed ${SEED}: one payment for one key`).toBe(promised.length);
  expect(rows.map((row) => row.id).toSorted(), `seed ${SEED}: accepted is what was answered`).toEqual(
    promised,
  );
}

/**
 * Whether no money left for it: it waited in line for a quarter of an hour, or was lost and could not be sent again in time. How many
 * these are depends on the machine.
 */
function isUnsent(row: PaymentRow): boolean {
  if (row.failure_reason === 'not_sent')
    return row.references.length === 0 && row.minutes_to_failure! >= UNSENT_MINUTES;
  return row.failure_reason === 'not_executed';
}

async function expectTruthAgrees(intents: readonly Intent[], rows: readonly PaymentRow[]): Promise<void> {
  const truth = await world.server.control<Executed[]>('GET', '/truth/bill-payments');
  const executed = truth.filter((one) => one.status === 'executed');
  const ending = new Map(intents.map((intent) => [intent.payment!.id, intent.last4]));
  const told = rows.map((row) => ({
    ...row,
    last4: ending.get(row.id),
    executed: executed
      .filter((one) => row.references.includes(one.paymentRefId))
      .map((one) => one.amountPaise),
  }));
  const disagreeing = told.filter((row) =>
    row.last4 === REFUSED || isUnsent(row)
      ? row.bill_status !== 'failed' || row.executed.length > 0
      : row.bill_status !== 'paid' ||
        row.executed.length !== 1 ||
        row.executed[0] !== Number(row.amount_paise),
  );
  expect(disagreeing, `seed ${SEED}: paid once at the biller, or not at all`).toEqual([]);
  const cardsOf = (all: readonly PaymentRow[]) => [...new Set(all.map((row) => row.card_id))].toSorted();
  // Behind another of its card a payment may wait for too long; before it there is always one that was sent.
  expect(
    cardsOf(rows.filter((row) => row.references.length > 0)),
    `seed ${SEED}: sent for each card`,
  ).toEqual(cardsOf(rows));
  expect(executed, `seed ${SEED}: nothing was paid that nobody asked for`).toHaveLength(
    rows.filter((row) => row.bill_status === 'paid').length,
  );
}

async function expectCleanBooks(): Promise<void> {
  for (const file of readdirSync(INVARIANTS).filter((name) => name.endsWith('.sql'))) {
    const { rows } = await world.server.sql.query<object>(readFileSync(join(INVARIANTS, file), 'utf8'));
    expect(rows, `seed ${SEED}: ${file}`).toEqual([]);
  }
}

/** No job is held by the dead, and everybody was told. */
async function expectQueueAtRest(rows: readonly PaymentRow[]): Promise<void> {
  const { sql } = world.server;
  let held: unknown[] = [];
  await until(async () => {
    ({ rows: held } = await sql.query(
      `select task_identifier, attempts, last_error, run_at, locked_at, locked_by, now() from graphile_worker.jobs
       where run_at <= now() or locked_at is not null`,
    ));
    return held.length === 0 ? true : undefined;
  }).catch(() => undefined);
  expect(held, `seed ${SEED}: held by the dead, or waiting`).toEqual([]);
  // A mail that a dead worker was sending is retried a while later: it waits in the queue, due at another time.
  await until(async () => {
    const { rows: unsent } = await sql.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'notifications.send' and attempts < max_attempts limit 1`,
    );
    return unsent.length === 0 ? true : undefined;
  });
  const { rows: givenUp } = await sql.query(
    'select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts',
  );
  expect(givenUp, `seed ${SEED}: no job was given up`).toEqual([]);
  const outbox = await world.server.control<OutboxMessage[]>('GET', '/outbox');
  const untold = rows.filter(
    (row) => !outbox.some((one) => one.to === row.email && one.links.some((link) => link.endsWith(row.id))),
  );
  expect(untold, `seed ${SEED}: a mail for every outcome`).toEqual([]);
}

test('a job is taken from a worker that died, and never from one that lives', async () => {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const living = await pool.connect();
  try {
    await living.query(`select pg_advisory_lock(715002, hashtext('the living'))`);
    for (const [holder, seconds] of [
      ['the living', 60],
      ['the dead', 60],
      ['just gone', 1],
    ] as const) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from graphile_worker.add_job('payments.hint', '{}')`,
      );
      await pool.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2 * interval '1 second' where id = $3`,
        [holder, seconds, rows[0]!.id],
      );
    }
    const release = `select release_dead_jobs(715002, array['myself'], 10) as freed`;
    expect((await pool.query(release)).rows).toEqual([{ freed: 1 }]);
    const { rows } = await pool.query('select locked_by from graphile_worker.jobs order by id');
    expect(rows.map((row: { locked_by: string | null }) => row.locked_by)).toEqual([
      'the living',
      null,
      'just gone',
    ]);
  } finally {
    living.release();
    await pool.end();
    await database.drop();
  }
});
