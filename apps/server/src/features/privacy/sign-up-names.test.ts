import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ENDINGS, HELD_TABLES } from '#features/all.ts';
import { openEvidenceLab } from '#features/evidence/evidence.testing.ts';
import { machineClock } from '#platform/clock/clock.ts';
import { carryOutRetention } from './retention.jobs.ts';

// Decision 189: the name of a browser stood among the data of accounts, and goes out of them a batch at a time.
const lab = await openEvidenceLab();
afterAll(() => lab.close());
beforeEach(() => lab.owner.query('delete from auth.users'));

const MARK = `sha256(convert_to('sign-up device ' || $1, 'UTF8'))`;
const retain = () => carryOutRetention({ ...lab.deps(), machineClock, held: HELD_TABLES, endings: ENDINGS });

async function anAccount(data: object, mark: Buffer | null = null): Promise<string> {
  const id = randomUUID();
  await lab.owner.query(
    `insert into auth.users (id, email, created_at, updated_at, last_sign_in_at, user_metadata, sign_up_device_hash)
     values ($1::uuid, $1::text || '@example.in', now(), now(), now(), $2, $3)`,
    [id, data, mark],
  );
  await lab.owner.query(
    `insert into auth.identities (id, user_id, provider, provider_subject, identity_data, created_at, updated_at)
     values ($1::uuid, $1::uuid, 'email', $1::text, $2, now(), now())`,
    [id, { ...data, email: 'x' }],
  );
  return id;
}

async function found(id: string) {
  const { rows } = await lab.owner.query<{ data: object; identity: object; mark: Buffer | null }>(
    `select u.user_metadata as data, i.identity_data as identity, u.sign_up_device_hash as mark
     from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
    [id],
  );
  return rows[0]!;
}

async function markOf(device: string): Promise<Buffer> {
  const { rows } = await lab.owner.query<{ mark: Buffer }>(`select ${MARK} as mark`, [device]);
  return rows[0]!.mark;
}

test('given accounts with the name of a browser, when the night comes, then its mark stands in its place', async () => {
  const device = randomUUID();
  const named = await anAccount({ device, city: 'Pune' });
  const nameless = await anAccount({ device: '' });
  await retain();
  expect(await found(named)).toEqual({
    data: { city: 'Pune' },
    identity: { city: 'Pune', email: 'x' },
    mark: await markOf(device),
  });
  expect(await found(nameless)).toEqual({ data: {}, identity: { email: 'x' }, mark: null });
});

test('given an account that has its mark, when its data name another browser, then the mark stays', async () => {
  const mark = await markOf('proven');
  const id = await anAccount({ device: randomUUID() }, mark);
  await retain();
  expect(await found(id)).toEqual({ data: {}, identity: { email: 'x' }, mark });
});

test('given a log-in that holds an account, when the night comes, then neither waits, and the next takes it', async () => {
  const [held, free] = [await anAccount({ device: 'a' }), await anAccount({ device: 'b' })];
  const login = await lab.owner.connect();
  try {
    await login.query('begin');
    await login.query('select 1 from auth.users where id = $1 for update', [held]);
    await retain();
    expect([(await found(held)).data, (await found(free)).data]).toEqual([{ device: 'a' }, {}]);
    await login.query('commit');
  } finally {
    login.release();
  }
  await retain();
  expect(await found(held)).toEqual({ data: {}, identity: { email: 'x' }, mark: await markOf('a') });
});

test('given a database with names, when the migrations come, then no account is written and the index stays', async () => {
  const id = await anAccount({ device: 'a' });
  const sql = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../../db/migrations', name), 'utf8');
  const client = await lab.owner.connect();
  const hasIndex = async () =>
    (await client.query(`select 1 from pg_indexes where indexname = 'users_by_device'`)).rowCount;
  try {
    await client.query('begin');
    await client.query(
      `create index if not exists users_by_device on auth.users ((user_metadata ->> 'device')) where user_metadata ->> 'device' is not null`,
    );
    await client.query(sql('0894_sign_up_devices.sql'));
    await client.query(sql('0896_drop_users_by_device.sql'));
    expect(await hasIndex()).toBe(1);
    const { rows } = await client.query('select user_metadata as data from auth.users where id = $1', [id]);
    expect(rows).toEqual([{ data: { device: 'a' } }]);
    await client.query(`update auth.users set user_metadata = '{}'`);
    await client.query(sql('0896_drop_users_by_device.sql'));
    expect(await hasIndex()).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
