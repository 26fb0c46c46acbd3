import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openYard, type Yard } from './leader.testing.ts';

/** The copy bears this time, so that an instant after it is before everything that was written since. */
const [COPIED, SOON_AFTER] = ['20200101T000000Z', '2020-01-02T00:00:00Z'];
/** A page less than a file has. */
const CUT_SHORT_BYTES = 16_773_120;
/** A copy has none of these. */
const LEFT_OUT = ['pg_wal', 'pg_replslot'];

interface Places {
  readonly yard: Yard;
  readonly disk: string;
  readonly data: string;
  readonly backups: string;
}

function openPlaces(): Places {
  const yard = openYard();
  const disk = yard.make('disk');
  return { yard, disk, data: join(disk, 'data'), backups: yard.make('backups') };
}

function restore({ yard, data, backups }: Places, args: readonly string[] = [], PATH = '') {
  const places = { PGDATA: data, BACKUPS: backups, LEADER_HOST: '127.0.0.1', LEADER_PORT: '1', PATH };
  return yard.run('restore.sh', places, ...args);
}

/** Starts the database, has it written to, or read, and stops it. */
async function during<T>(
  { yard, data }: Places,
  work: (sql: pg.Client) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { sql, stop } = await yard.lead(data, env);
  // It has no follower to wait for.
  await sql.query("set synchronous_commit = 'local'");
  const answer = await work(sql);
  await stop();
  return answer;
}

async function note(sql: pg.Client, text: string): Promise<void> {
  await sql.query('insert into notes values ($1)', [text]);
}

async function listNotes(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>('select text from notes');
  return rows.map(({ text }) => text);
}

async function listSlots(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>('select slot_name as name from pg_replication_slots');
  return rows.map(({ name }) => name).toSorted();
}

async function copyBase({ disk, data, backups }: Places, sql: pg.Client): Promise<void> {
  await sql.query("select pg_backup_start('test', true)");
  const copy = join(backups, `base-${COPIED}`);
  cpSync(data, copy, { recursive: true });
  const { rows } = await sql.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  writeFileSync(join(copy, 'backup_label'), rows[0]!.label);
  // Patroni leaves these, and PostgreSQL takes one target alone.
  for (const target of ['', '_lsn', '_name', '_time', '_xid'])
    appendFileSync(join(copy, 'postgresql.conf'), `recovery_target${target} = ''\n`);
  rmSync(join(copy, 'postmaster.pid'));
  for (const name of LEFT_OUT) {
    rmSync(join(copy, name), { recursive: true });
    mkdirSync(join(copy, name));
  }
  handOver(disk, backups);
}

function keepLog({ disk, data, backups }: Places): void {
  const log = join(backups, 'log');
  cpSync(join(data, 'pg_wal'), log, { recursive: true });
  // The last file is the one that was being written, cut short by a full disk.
  const last = readdirSync(log)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .toSorted((a, b) => (a.slice(8) < b.slice(8) ? -1 : 1))
    .at(-1)!;
  renameSync(join(log, last), join(log, `${last}.partial`));
  truncateSync(join(log, `${last}.partial`), CUT_SHORT_BYTES);
  handOver(disk, backups);
}

/** To the account that the scripts run as. */
function handOver(disk: string, backups: string): void {
  spawnSync('chown', ['-R', '--reference', disk, backups]);
}

test('given a backup, when restored to its end, an instant and an older timeline, each leads with what it had', async () => {
  const places = openPlaces();
  await during(places, async (sql) => {
    await sql.query('create table notes (text text)');
    await note(sql, 'copied');
    await copyBase(places, sql);
    await note(sql, 'since');
  });
  keepLog(places);

  const newest = restore(places);
  expect(newest).toEqual({ status: 0, said: expect.stringContaining(`from base-${COPIED}`) });
  // It leads where a promotion to the second timeline is noted: that is its own.
  expect(await during(places, listNotes, { PRIMARY_TIMELINE: '2' })).toEqual(['copied', 'since']);
  expect(await during(places, listSlots)).toEqual(['backup', 'replica']);
  expect(readdirSync(places.disk).filter((name) => name.startsWith('data.left-'))).toHaveLength(1);

  expect(restore(places, [SOON_AFTER]).status).toBe(0);
  // A replica of it would stop at the same instant, and lead.
  const settings = readFileSync(join(places.data, 'postgresql.auto.conf'), 'utf8');
  expect(settings).not.toMatch(/recovery_target|restore_command/);
  await during(places, async (sql) => {
    expect(await listNotes(sql)).toEqual(['copied']);
    await note(sql, 'on the second timeline');
  });
  keepLog(places);

  expect(restore(places, ['', '1']).status).toBe(0);
  expect(await during(places, listNotes)).toEqual(['copied', 'since']);

  // Cut off before it was put in its place, it is no place for an empty database, and is put there by the next.
  renameSync(places.data, `${places.data}.restored`);
  const { status, said } = places.yard.run('primary.sh', {
    PGDATA: places.data,
    PGPORT: '1',
    LISTEN: '',
    PEERS: '',
  });
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('is another database') });
  expect(restore(places).said).toContain('is put in its place');
  expect(await during(places, listNotes)).toEqual(['copied', 'since']);
});

test('given a log that cannot be read, when a backup is restored, restore.sh fails and leaves what is there', async () => {
  const places = openPlaces();
  await during(places, async (sql) => {
    await sql.query('create table notes (text text)');
    await copyBase(places, sql);
    await note(sql, 'since');
  });
  keepLog(places);
  for (const name of readdirSync(join(places.backups, 'log'))) {
    rmSync(join(places.backups, 'log', name), { recursive: true });
    mkdirSync(join(places.backups, 'log', name));
  }
  expect(restore(places).status).toBe(1);
  expect(await during(places, listNotes)).toEqual(['since']);
});

test.each([
  ['2019-12-31T00:00:00Z', 'no copy'],
  ['yesterday', 'not written like'],
])('given %s, when restored to it, restore.sh says "%s" and touches nothing', (at, words) => {
  const places = openPlaces();
  mkdirSync(join(places.backups, `base-${COPIED}`));
  writeFileSync(join(places.backups, `base-${COPIED}`, 'backup_label'), 'START TIMELINE: 1\n');
  expect(restore(places, [at])).toEqual({ status: 1, said: expect.stringContaining(words) });
  expect(readdirSync(places.disk)).toEqual([]);
});

test('given a database that answers, when another is restored, restore.sh refuses', () => {
  const places = openPlaces();
  const tools = places.yard.make('tools');
  writeFileSync(join(tools, 'pg_isready'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  expect(restore(places, [], tools)).toEqual({ status: 1, said: expect.stringContaining('stop it first') });
});
