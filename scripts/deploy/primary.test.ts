import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openYard } from './leader.testing.ts';

/** Less than the disk that a database of this kind is given; more than a night's log. */
const BYTES_MAX = 64 * 2 ** 30;

async function slotsOf(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    'select slot_name as name from pg_replication_slots where restart_lsn is not null order by 1',
  );
  return rows.map(({ name }) => name);
}

test('given the leader of a deployment, the log kept for a follower that stays away is bounded, and so is each statement behind a pooler', async () => {
  const yard = openYard();
  const { sql } = await yard.lead(join(yard.make('data'), 'postgres'));
  const { rows } = await sql.query<{ bytes: string }>(
    "select setting::bigint * 2 ^ 20 as bytes from pg_settings where name = 'max_slot_wal_keep_size'",
  );
  const { rows: roles } = await sql.query(
    "select rolname as name, rolconfig as bounds from pg_roles where rolname like 'mohlat\\_%' order by 1",
  );
  const bounds = ['statement_timeout=30s', 'idle_in_transaction_session_timeout=15s'];
  expect(roles).toEqual(
    ['api', 'auth', 'staff', 'worker'].map((name) => ({ name: `mohlat_${name}`, bounds })),
  );
  expect(Number(rows[0]!.bytes)).toBeGreaterThan(0);
  expect(Number(rows[0]!.bytes)).toBeLessThan(BYTES_MAX);
});

test('given a database that came without slots, when it leads, replica and backup have theirs', async () => {
  const yard = openYard();
  const data = join(yard.make('data'), 'postgres');
  const first = await yard.lead(data);
  expect(await slotsOf(first.sql)).toEqual(['backup', 'replica']);
  await first.stop();
  const slots = join(data, 'pg_replslot');
  for (const name of readdirSync(slots)) rmSync(join(slots, name), { recursive: true });

  const second = await yard.lead(data);
  expect(await slotsOf(second.sql)).toEqual(['backup', 'replica']);
  const { rows } = await second.sql.query('show synchronous_standby_names');
  expect(rows).toEqual([{ synchronous_standby_names: 'FIRST 1 (replica, backup)' }]);
});

test('given an empty WAITS_FOR, when the primary leads without a standby, it commits at once', async () => {
  const yard = openYard();
  const { sql } = await yard.lead(join(yard.make('data'), 'postgres'), { WAITS_FOR: '' });
  const { rows } = await sql.query('show synchronous_standby_names');
  expect(rows).toEqual([{ synchronous_standby_names: '' }]);
  await sql.query('create table kept ()');
});

test('given the timeline of a promotion, a folder of before it does not lead, nor is a database made in an empty one', async () => {
  const yard = openYard();
  const disk = yard.make('disk');
  const data = join(disk, 'data');
  const leadFrom = (PRIMARY_TIMELINE: string) =>
    yard.run('primary.sh', { PGDATA: data, PGPORT: '1', LISTEN: '', PEERS: '', PRIMARY_TIMELINE });
  const refused = { status: 1, said: expect.stringContaining('timeline 2 leads') };
  expect(leadFrom('2')).toEqual(refused);
  expect(readdirSync(disk)).toEqual(['data.lock']);
  await (await yard.lead(data)).stop();
  expect(leadFrom('2')).toEqual(refused);
});

test.each([
  ['primary.sh', 'standby.signal'],
  ['primary.sh', 'recovery.signal'],
  ['replica.sh', 'backup_label.old'],
])('given the folder of another kind of database, %s refuses it by %s', (script, file) => {
  const yard = openYard();
  yard.make('disk');
  const data = yard.make('disk/data');
  for (const name of ['PG_VERSION', file]) writeFileSync(join(data, name), '18');
  const places = { PGDATA: data, PGPORT: '1', LISTEN: '', PEERS: '', LEADER_HOST: '', LEADER_PORT: '' };
  const { status, said } = yard.run(script, places);
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(data) });
});
