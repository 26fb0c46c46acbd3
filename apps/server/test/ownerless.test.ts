import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/src/app.ts';
import { remoteControl } from './control.ts';
import { COMPILED, createVictim, type Victim } from './crash/processes.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { cloneDatabase } from './database.ts';
import { brokenInvariants, type TestServer } from './harness.ts';
import { Person, until } from './person.ts';
import { makeRealLogins } from './real-logins.ts';
import { UNHURRIED_SETTINGS } from './silence.ts';

const STEP = join(import.meta.dirname, '../src/migrate.ts');
const NEWEST = '(select max(name) from schema_migrations)';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A laid database without a key ring, logins of the roles, and the environment of processes that know these alone. */
async function openWorld() {
  const database = await cloneDatabase();
  const logins = await makeRealLogins(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-ownerless-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, webhookTarget: `${url}/api/v1/webhooks` });
  const env = {
    PATH: process.env.PATH,
    ...logins.urls,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    PORT: String(port),
    SHUTDOWN_WAIT_SECONDS: '0',
    ...UNHURRIED_SETTINGS,
  };
  const victims: Record<'api' | 'worker' | 'all', Victim> = {
    api: createVictim('api', { ...env, ROLE: 'api' }),
    worker: createVictim('worker', { ...env, ROLE: 'worker' }),
    all: createVictim('all', { ...env, ROLE: 'all' }),
  };
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  const server: TestServer = {
    url,
    sandboxUrl: sandbox.url,
    databaseUrl: database.url,
    dataDir,
    sql,
    logText: () =>
      Object.values(victims)
        .map((one) => one.errors())
        .join(''),
    ...remoteControl(sandbox.url),
    stop: () => Promise.resolve(),
  };
  return {
    server,
    victims,
    /** `npm run migrate`, the one command that is given the owner's address. */
    step: () =>
      spawnSync(process.execPath, [STEP], {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          NODE_COMPILE_CACHE: COMPILED,
        },
      }),
    async close() {
      await Promise.all(Object.values(victims).map((one) => one.kill()));
      await sql.end();
      await sandbox.close();
      // A killed process's connections go a moment after it.
      await until(async () => ((await connections(database.url)).length === 0 ? true : undefined));
      await logins.drop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The logins under which the product's connections to a database stand, with the roles that they work under. */
async function connections(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ is: string }>(
    `select distinct regexp_replace(usename, '_[0-9a-f]{24}$', '') || ' ' || application_name as is
     from pg_stat_activity where datname = current_database() and application_name like 'mohlat%' order by 1`,
  );
  await client.end();
  return rows.map((row) => row.is);
}

/** Lives a bill from its card to the mail that tells of it, and hears of it meanwhile. */
async function payOne(): Promise<void> {
  const { server } = world;
  const person = await new Person(server).ready();
  const card = await person.addCard();
  const abort = new AbortController();
  const stream = await fetch(`${server.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: abort.signal,
  });
  let heard = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body!) heard += decoder.decode(chunk as Uint8Array);
  })().catch(() => {});
  const quote = await person.quote(card.id, 500_000, 1);
  const accepted = await person.accept(quote.quoteId);
  expect(accepted.status).toBe(202);
  expect((await person.untilBill(accepted.body.id, 'paid')).status).toBe('pending');
  await until(async () => (heard.includes('event: payment') ? true : undefined));
  abort.abort();
  // The address of the mail waited in the queue, sealed.
  await until(async () => {
    const mails = await server.control<{ links: readonly string[] }[]>(
      'GET',
      `/outbox?to=${encodeURIComponent(person.email)}`,
    );
    return mails.some(({ links }) => links.some((link) => link.endsWith(accepted.body.id)))
      ? true
      : undefined;
  });
}

async function refusalOf(victim: Victim): Promise<string> {
  const before = victim.errors().length;
  await expect(victim.start()).rejects.toThrow(/ended \(1\) while starting/);
  return victim.errors().slice(before);
}

describe("LEND-24: processes without the owner's address", () => {
  test('given no key ring, then a process says that the step makes it, and ends', async () => {
    expect(await refusalOf(world.victims.worker)).toContain(
      'the database has no key ring yet: run `npm run migrate`',
    );
    const { status, stdout, stderr } = world.step();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('The schema is laid, and the key ring is there. Start the processes.\n');
  });

  test('given an API and a worker, then a bill is paid, heard of and told by mail under the logins of the roles alone', async () => {
    const { api, worker } = world.victims;
    await Promise.all([api.start(), worker.start()]);
    await payOne();
    const seen = await connections(world.server.databaseUrl);
    expect(seen).toEqual(
      expect.arrayContaining([
        'mohlat_worker mohlat_events',
        'mohlat_worker mohlat_queue',
        'mohlat_worker mohlat_liveness',
      ]),
    );
    expect(seen.filter((one) => !/^mohlat_(api|worker|auth|staff) /.test(one))).toEqual([]);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  });

  test('given one process for all of it, then it does the same, and the books are in order', async () => {
    await world.victims.all.start();
    await payOne();
    expect(await world.victims.all.stop()).toBe(0);
    expect(await brokenInvariants(world.server.databaseUrl)).toEqual([]);
  });

  test('given an older schema, then a process says what it lacks and what is to be done, and ends', async () => {
    const { sql } = world.server;
    const { rows } = await sql.query<{ name: string }>(
      `delete from schema_migrations where name = ${NEWEST} returning name`,
    );
    expect(await refusalOf(world.victims.api)).toContain(
      `it lacks 1 migrations, the first ${rows[0]!.name}): run \`npm run migrate\` with the owner's address first`,
    );
  });
});
