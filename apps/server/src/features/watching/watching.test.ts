import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIGURES } from '#features/all.ts';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLookAtFigures, figure } from '#platform/figures/figures.ts';
import { createLog } from '#platform/log/log.ts';
import { movableMachine } from '#test/control.ts';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { patientPool } from '#test/database.ts';
import { drained } from '#test/waiting.ts';

let server: LocalServer;
let worker: Database;
let lookAhead = 0;
beforeAll(async () => {
  server = await startTestServer();
  const log = createLog('silent');
  worker = createDatabase(patientPool(server.databaseUrl, 'mohlat_worker', 2), createClock(log), { log });
});
afterAll(async () => {
  await worker.close();
  await server.stop();
});

async function metrics(): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text();
}

/** Values of a figure as it is shown, by its label; the empty name where it has none. */
async function shown(name: string): Promise<Record<string, number>> {
  const lines = [...(await metrics()).matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]));
}

/** Reads the figures, as the server's own worker does every fifteen seconds. */
async function look(): Promise<void> {
  const log = createLog('silent');
  const clock = { ...createClock(log), now: () => new Date(server.now()) };
  const machineClock = movableMachine();
  const lookAtFigures = createLookAtFigures(FIGURES, { worker, clock, machineClock, log });
  // Later than every look of the server's.
  lookAhead += 1000;
  machineClock.passSeconds(lookAhead);
  await lookAtFigures();
}

test('given a server, when a quarter of a minute has passed, it reads the figures by itself', async () => {
  expect(await shown('mohlat_jobs_dead')).toEqual({});
  server.machine.passSeconds(16);
  const dead = await until(async () => (await shown('mohlat_jobs_dead'))[''] ?? undefined);
  expect(dead).toBe(0);
});

test('given a figure that only a newer release reads, when it grows old, the age of the figures does not', async () => {
  const { sql } = server;
  await sql.query(`insert into figures (name, label, value, read_at)
    values ('mohlat_of_a_newer_release', '', 1, now() - interval '1 day')`);
  const age = (await shown('mohlat_figures_age_seconds'))[''];
  expect(age).toBeLessThan(3600);
  await sql.query("delete from figures where name = 'mohlat_of_a_newer_release'");
});

test('given a bill that was paid, when the figures are read, the metrics count it', async () => {
  const asha = await new Person(server).ready();
  const { id } = await asha.pay((await asha.addCard()).id, 150_000);
  await asha.untilBill(id, 'paid');
  // A webhook may pay a bill before the call is written down that it answers.
  await drained();
  await look();
  expect(await shown('mohlat_payments_accepted')).toEqual({ '': 1 });
  expect(await shown('mohlat_payments_paid')).toEqual({ '': 1 });
  expect(await shown('mohlat_payments_paid_paise')).toEqual({ '': 150_000 });
  expect(await shown('mohlat_payments_unknown')).toEqual({ '': 0 });
  expect((await shown('mohlat_provider_calls'))['setu_billpay']).toBeGreaterThan(0);
  const silence = await shown('mohlat_webhook_silence_seconds');
  expect(silence['setu_billpay']).toBeLessThan(3600);
  // It was never heard: that is silence, too.
  expect(silence['razorpay']).toBe(86_400);
  expect(await shown('mohlat_orders_paid')).toEqual({ '': 0 });
});

test('given trouble of each kind, when the figures are read, the metrics show it', async () => {
  const { sql } = server;
  await sql.query(
    `insert into circuit_states (process, name, state, since, seen_at)
     select gen_random_uuid(), name, state, $1, $1
     from (values ('decentro:pullReport', 'open'), ('decentro:other', 'closed')) as c(name, state)`,
    [new Date(server.now())],
  );
  await sql.query(`insert into unidentified_receipts
      (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status, return_on, created_at)
    values ('razorpay', 'pay_nobody', 4200, false, now() - interval '3 days', current_date, 'held', '2099-01-01', now())`);
  await sql.query(
    `select graphile_worker.add_job('books_prove', run_at => now() + interval '1 day', max_attempts => 1)`,
  );
  await sql.query(`update graphile_worker._private_jobs set attempts = max_attempts
    where run_at > now() + interval '20 hours' and max_attempts = 1`);
  await sql.query(
    `insert into business_days (day_on, opened_at, closed_at) values ('2020-01-01', now(), now())`,
  );
  await sql.query('delete from anchors');
  await sql.query(
    `insert into deliveries (user_id, id, channel, template, status, reason, tries, queued_at, settled_at)
    select gen_random_uuid(), gen_random_uuid(), 'sms', 'mandate.active', 'failed', reason, 8, $1, $1
    from unnest(array['given_up', 'given_up', 'refused', 'address_refused', 'too_late']) as reason`,
    [new Date(server.now())],
  );
  await sql.query(
    `insert into deliveries (user_id, id, channel, template, status, reason, tries, queued_at, put_off_at)
    select gen_random_uuid(), gen_random_uuid(), 'email', 'mandate.active', 'queued', 'put_off', 8, $1, $1::timestamptz - age
    from unnest(array['30 minutes', '2 hours']::interval[]) as age`,
    [new Date(server.now())],
  );
  await sql.query(
    `insert into capability_pauses (id, capability, started_at, started_by, reason, ended_at, ended_by, end_reason)
     select gen_random_uuid(), capability, $1::timestamptz - interval '2 hours', gen_random_uuid(), 'rail pays wrongly', ended,
       case when ended is not null then gen_random_uuid() end, case when ended is not null then 'mended' end
     from (values ('debits', null), ('bill_payments', $1::timestamptz)) as p(capability, ended)`,
    [new Date(server.now())],
  );
  const today = istDate(new Date(server.now()).getTime());
  await sql.query(
    `insert into bureau_reports (as_on, after_on, due_on, is_full, begun_at, made_at, submitted_at)
     select date '2020-01-01' + n, '2019-12-31', $2::date + due, true, $1, case when n > 1 then $1::timestamptz end,
       case when n = 4 then $1::timestamptz end
     from (values (1, -1), (2, 0), (3, 1), (4, -1)) as r (n, due)`,
    [new Date(server.now()), today],
  );
  await look();
  expect(await shown('mohlat_bureau_reports_due')).toEqual({ '': 2 });
  expect((await shown('mohlat_paused_seconds'))['debits']).toBeGreaterThanOrEqual(7200);
  expect((await shown('mohlat_paused_seconds'))['bill_payments']).toBe(0);
  expect(await shown('mohlat_provider_circuit')).toMatchObject({ decentro: 2 });
  expect(await shown('mohlat_unmatched_paise')).toEqual({ '': 4200 });
  expect((await shown('mohlat_unmatched_oldest_seconds'))['']).toBeGreaterThan(2 * 86_400);
  expect(await shown('mohlat_jobs_dead')).toEqual({ '': 1 });
  expect((await shown('mohlat_anchors_missing'))['']).toBeGreaterThan(0);
  expect(await shown('mohlat_messages_given_up')).toEqual({ sms: 5, email: 1 });
});

test('given a sum that is no longer there, when the figures are read, its label is gone', async () => {
  await server.sql.query("delete from circuit_states where name like 'decentro:%'");
  await look();
  expect(Object.keys(await shown('mohlat_provider_circuit'))).not.toContain('decentro');
});

test('given two workers, when both look, one reads, and a broken figure stops no other', async () => {
  const log = createLog('silent');
  const machine = movableMachine();
  // Beyond what the server's own worker has looked at.
  machine.passSeconds(100_000);
  let reads = 0;
  const figures = [
    figure({ name: 'broken', help: 'Broken', sql: 'select nothing from nowhere' }),
    { name: 'counted', help: 'Counted', read: () => Promise.resolve([{ value: (reads += 1) }]) },
  ];
  const deps = { worker, clock: createClock(log), machineClock: machine, log };
  const looks = [createLookAtFigures(figures, deps), createLookAtFigures(figures, deps)];
  machine.passSeconds(16);
  await Promise.all(looks.map((one) => one()));
  expect(reads).toBe(1);
  const { rows } = await server.sql.query(
    "select name, value from figures where name in ('broken', 'counted')",
  );
  expect(rows).toEqual([{ name: 'counted', value: 1 }]);
});

test('given a clock that is set back for hours, when a worker looks, then it reads the figures again', async () => {
  const log = createLog('silent');
  const machine = movableMachine();
  machine.passSeconds(200_000);
  let reads = 0;
  const figures = [
    {
      name: 'counted',
      help: 'Counted',
      read: () => Promise.resolve([{ value: (reads += 1) }]),
    },
  ];
  const once = createLookAtFigures(figures, { worker, clock: createClock(log), machineClock: machine, log });
  machine.passSeconds(16);
  await once();
  machine.passSeconds(-5 * 3600);
  await once();
  expect(reads).toBe(2);
});
