import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepPostgres } from '../../../scripts/keep-postgres.ts';
import { startPostgres } from '../../../scripts/postgres.ts';
import { until } from './waiting.ts';

const SETTINGS = { shared_buffers: '16MB', data_sync_retry: 'on' };

let dataDir: string;
let started: Awaited<ReturnType<typeof startPostgres>>;
const start = async (port?: number) => {
  started = await startPostgres({ dataDir, isDurable: true, settings: SETTINGS, ...(port ? { port } : {}) });
  return started;
};
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mohlat-local-'));
});
afterEach(() => started.discard());

async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The database's own folder, and the number of the process that leads it. */
async function whereabouts(url: string): Promise<{ data: string; leader: number; file: string }> {
  const [{ data } = { data: '' }] = await ask<{ data: string }>(
    url,
    `select current_setting('data_directory') as data`,
  );
  const file = join(data, 'postmaster.pid');
  return { data, file, leader: Number(readFileSync(file, 'utf8').split('\n')[0]) };
}

describe('the local database starts again at once', () => {
  test('after its leader was killed and a child of it hangs on, with everything that was committed', async () => {
    const { url } = await start();
    await ask(url, 'create table kept as select 1 as one');
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => {});
    await holder.connect();
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { leader } = await whereabouts(url);
    // A child that is stopped does not notice: it keeps the shared memory.
    process.kill(rows[0]!.pid, 'SIGSTOP');
    process.kill(leader, 'SIGKILL');
    const { url: again } = await start();
    expect(await ask(again, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  test('after its note was left behind and names a process that is another program by now', async () => {
    const { url, stop } = await start();
    const { file } = await whereabouts(url);
    const note = readFileSync(file, 'utf8').split('\n');
    await stop();
    writeFileSync(file, [process.ppid, ...note.slice(1)].join('\n'));
    const { url: again } = await start();
    expect(await ask(again, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

const MODULE = join(import.meta.dirname, '../../../scripts/postgres.ts');
const DATABASE = join(import.meta.dirname, '../../../scripts/database.ts');

test('a kept database that dies is there again, at the same address', async () => {
  const options = { dataDir, isDurable: true, settings: SETTINGS };
  const lines: string[] = [];
  const kept = await keepPostgres(options, (line) => lines.push(line));
  const { leader } = await whereabouts(kept.url);
  process.kill(leader, 'SIGKILL');
  await until(async () =>
    lines.length > 0
      ? ask(kept.url, 'select 1').then(
          () => true,
          () => undefined,
        )
      : undefined,
  );
  expect((await whereabouts(kept.url)).leader).not.toBe(leader);
  await kept.stop();
  await expect(ask(kept.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(lines).toHaveLength(1);
  await start();
});

test('who joins a database that another process started leaves it running; when that one is dead, it is theirs', async () => {
  const text = `import(${JSON.stringify(MODULE)}).then(async ({ startPostgres }) => {
    await startPostgres(${JSON.stringify({ dataDir, isDurable: true, settings: SETTINGS })});
    process.stdout.write('started');
    setInterval(() => {}, 1000);
  });`;
  const starter = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(starter.stdout, 'data');
  const joined = await keepPostgres({ dataDir, isDurable: true, settings: SETTINGS }, () => {});
  await joined.stop();
  expect(await ask(joined.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  expect(await start()).toMatchObject({ wasRunning: true, isShared: false });
});

test('a command that joins a database that runs ends when its work is done', async () => {
  await start();
  const text = `import(${JSON.stringify(DATABASE)}).then(async ({ openConfiguredDatabase }) => {
    const database = await openConfiguredDatabase();
    await database.close();
  });`;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const command = spawn(process.execPath, ['-e', text], { env, stdio: 'inherit' });
  expect(await once(command, 'exit')).toEqual([0, null]);
});
