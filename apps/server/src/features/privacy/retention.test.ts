import { MINUTE_MS } from '@mohlat/money';
import { type MachineClock, machineClock } from '#platform/clock/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDINGS, HELD_TABLES } from '#features/all.ts';
import { openEvidenceLab } from '#features/evidence/evidence.testing.ts';
import { idOf } from '#test/lending-lab.ts';
import { isOfApplication } from './erasure.rules.ts';
import { isMark } from './export.rules.ts';
import { carryOutRetention } from './retention.jobs.ts';
import { RETENTION } from './retention.rules.ts';

let lab: Awaited<ReturnType<typeof openEvidenceLab>>;
beforeAll(async () => {
  lab = await openEvidenceLab();
  lab.set(new Date('2026-06-01T06:30:00Z'));
});
afterAll(() => lab.close());

const retain = (machine: MachineClock = machineClock) =>
  carryOutRetention({ ...lab.deps(), machineClock: machine, held: HELD_TABLES, endings: ENDINGS });
const count = async (table: string, userId: string) =>
  (await lab.owner.query(`select 1 from ${table} where user_id = $1`, [userId])).rowCount;

/** A person who was refused long ago, whose account is open. */
async function refused(name: string): Promise<string> {
  const userId = idOf(name);
  await lab.owner.query(
    `insert into profiles (user_id, created_at, updated_at) values ($1, '2024-01-01', '2024-01-01')`,
    [userId],
  );
  await lab.owner.query(
    `insert into credit_accounts (user_id, state, updated_at) values ($1, 'declined', '2024-01-01')`,
    [userId],
  );
  return userId;
}

const PAPER = `insert into stored_files (user_id, id, purpose, type, size_bytes, content_hash, key_sealed, created_at, kept_at)
  values ($1, $1, 'income', 'image/png', 1, '\\x00', '\\x00', '2026-05-31', '2026-05-31')`;
const REVIEW = `insert into reviews (user_id, id, kind, subject_id, created_at) values ($1, $1, 'income', $1, '2024-05-31')`;
const CONSENT = `insert into consents (user_id, id, purpose, version, wording, given_at)
  values ($1, $1, 'video_kyc', '1', 'x', '2024-01-01')`;

/** Each with the rows of what was asked for, and the words that end the wait for it. */
const SINCE = [
  {
    asked: 'a document that staff are still to look at',
    rows: [
      PAPER,
      `insert into income_evidence (user_id, id, kind, file_id, declared_income_paise, created_at)
       values ($1, $1, 'salary_slip', $1, 1, '2024-05-31')`,
    ],
    over: `update income_evidence set status = 'rejected', decided_at = '2024-06-01' where user_id = $1`,
  },
  {
    asked: 'a document that was verified this year',
    rows: [
      PAPER,
      `insert into income_evidence (user_id, id, kind, file_id, declared_income_paise, status, verified_income_paise, created_at,
         decided_at, valid_until)
       values ($1, $1, 'salary_slip', $1, 1, 'verified', 1, '2024-05-31', '2026-05-31', '2026-08-31')`,
    ],
    over: `update income_evidence set decided_at = '2025-05-31' where user_id = $1`,
  },
  {
    asked: 'a review that is open',
    rows: [REVIEW],
    over: `update reviews set status = 'rejected', decided_at = '2024-06-01', applied_at = '2024-06-01' where user_id = $1`,
  },
  {
    asked: 'a verdict that has not taken effect',
    rows: [REVIEW, `update reviews set status = 'approved', decided_at = '2024-06-01' where user_id = $1`],
    over: `update reviews set applied_at = '2024-06-01' where user_id = $1`,
  },
  {
    asked: 'a video call that is open',
    rows: [
      CONSENT,
      `insert into video_sessions (user_id, id, consent_id, status, created_at, updated_at)
       values ($1, $1, $1, 'open', '2024-05-31', '2024-05-31')`,
    ],
    over: `update video_sessions set status = 'closed' where user_id = $1`,
  },
  {
    asked: 'a recording of this year',
    rows: [
      PAPER,
      `insert into video_challenges (user_id, id, phrase, created_at, expires_at) values ($1, $1, 'x', '2024-01-01', '2024-01-02')`,
      `insert into video_recordings (user_id, id, challenge_id, file_id, location_sealed, created_at)
       values ($1, $1, $1, $1, '\\x00', '2026-05-31')`,
    ],
    over: `update video_recordings set created_at = '2025-05-31' where user_id = $1`,
  },
  {
    asked: 'a visit to DigiLocker that is under way',
    rows: [
      `insert into aadhaar_sessions (user_id, id, provider_ref, last4, status, expires_at, created_at)
       values ($1, $1, 'dl', '1234', 'waiting', '2026-06-01T07:00:00Z', '2026-06-01')`,
    ],
    over: `update aadhaar_sessions set status = 'expired' where user_id = $1`,
  },
  {
    asked: 'a question about their identity this year',
    rows: [
      `insert into kyc_attempts (user_id, kind, outcome, at) values ($1, 'pan', 'verified', '2026-05-31')`,
    ],
    over: `update kyc_attempts set at = '2025-05-31' where user_id = $1`,
  },
] as const;

describe('LEND-24: an application refused a year ago', () => {
  test('goes with the parts of a recording that was never put together', async () => {
    const userId = await refused('with parts');
    const [challenge, file] = [idOf('challenge'), idOf('file')];
    await lab.owner.query(
      `insert into video_challenges (user_id, id, phrase, created_at, expires_at) values ($1, $2, 'x', '2024-01-01', '2024-01-02')`,
      [userId, challenge],
    );
    await lab.owner.query(
      `insert into stored_files (user_id, id, purpose, type, size_bytes, content_hash, key_sealed, created_at, kept_at)
       values ($1, $2, 'video_part', 'video/mp4', 1, '\\x00', '\\x00', '2024-01-01', '2024-01-01')`,
      [userId, file],
    );
    await lab.owner.query(
      `insert into video_parts (user_id, challenge_id, part_index, file_id, size_bytes, received_at)
       values ($1, $2, 0, $3, 1, '2024-01-01')`,
      [userId, challenge, file],
    );
    await retain();
    expect([await count('profiles', userId), await count('video_parts', userId)]).toEqual([0, 0]);
  });

  test('leaves the agreement to a linked bank account, and to messages', async () => {
    const userId = await refused('with a bank account');
    for (const purpose of ['bank_verification', 'marketing_messages', 'bureau_pull'])
      await lab.owner.query(
        `insert into consents (user_id, purpose, version, wording, given_at) values ($1, $2, '1', 'x', '2024-01-01')`,
        [userId, purpose],
      );
    await retain();
    const { rows } = await lab.owner.query('select purpose from consents where user_id = $1 order by 1', [
      userId,
    ]);
    expect(rows).toEqual([{ purpose: 'bank_verification' }, { purpose: 'marketing_messages' }]);
  });

  test('given a verified bank account, when it goes, then the account is to be compared anew', async () => {
    const userId = await refused('with a verified bank account');
    await lab.owner.query(
      `insert into bank_accounts (user_id, id, account_name, number_sealed, fingerprint, masked_number, ifsc, bank_name, branch, city,
         status, round_started_at, created_at)
       values ($1, $1, 'x', '\\x00', '\\x00', 'XXXX1234', 'x', 'x', 'x', 'x', 'verified', '2024-01-01', '2024-01-01')`,
      [userId],
    );
    await retain();
    expect(await count('profiles', userId)).toBe(0);
    const { rows } = await lab.owner.query<{ payload: object }>(
      'delete from graphile_worker._private_jobs where key = $1 returning payload',
      [`name_lost:${userId}`],
    );
    expect(rows).toEqual([{ payload: { userId, lostAt: lab.clock.now().toISOString() } }]);
  });

  test('waits while a bank account of the person is being looked at by one of the staff', async () => {
    const userId = await refused('in review');
    const account = idOf('account in review');
    await lab.owner.query(
      `insert into bank_accounts (user_id, id, account_name, number_sealed, fingerprint,
         masked_number, ifsc, bank_name, branch, city,
         status, round_started_at, created_at)
       values ($1, $2, 'x', '\\x00', '\\x00', 'XXXX1234', 'x', 'x', 'x', 'x', 'review', '2024-01-01', '2024-01-01')`,
      [userId, account],
    );
    await lab.owner.query(
      `insert into reviews (user_id, id, kind, subject_id, created_at) values ($1, $2, 'bank_account', $2, '2024-01-01')`,
      [userId, account],
    );
    await retain();
    expect([await count('reviews', userId), await count('profiles', userId)]).toEqual([1, 1]);
    await lab.owner.query(`update bank_accounts set status = 'rejected' where user_id = $1`, [userId]);
    await lab.owner.query(
      `update reviews set status = 'rejected', decided_at = created_at, applied_at = created_at where user_id = $1`,
      [userId],
    );
    await retain();
    expect([await count('bank_accounts', userId), await count('profiles', userId)]).toEqual([1, 0]);
  });

  test.each(SINCE)('waits for whatever the person asked for since: $asked', async ({ asked, rows, over }) => {
    const userId = await refused(`with ${asked}`);
    for (const row of rows) await lab.owner.query(row, [userId]);
    await retain();
    expect(await count('profiles', userId)).toBe(1);
    await lab.owner.query(over, [userId]);
    await retain();
    expect(await count('profiles', userId)).toBe(0);
  });

  test('takes with it whatever hangs on its rows, as the database knows it', async () => {
    const { rows } = await lab.owner.query<{ child: string; parent: string }>(
      `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
    );
    const goes = new Set(HELD_TABLES.filter(isOfApplication).map(({ table }) => table));
    const left = rows.filter(({ child, parent }) => goes.has(parent) && !goes.has(child));
    expect(left).toEqual([]);
  });
});

test('LEND-24: a rule that fails is told of, and those after it are carried out all the same', async () => {
  const userId = idOf('whose application cannot go');
  await refused('whose application cannot go');
  await lab.owner.query(`create table hook (user_id uuid references profiles)`);
  await lab.owner.query('insert into hook values ($1)', [userId]);
  await lab.owner.query(
    `insert into access_log (user_id, id, what, actor, at) values ($1, $1, 'export_json', 'self', '2024-01-01')`,
    [userId],
  );
  await expect(retain()).rejects.toThrow();
  expect(await count('access_log', userId)).toBe(0);
  expect(lab.logText()).toContain('"rule":"refused_application"');
  await lab.owner.query('drop table hook');
});

test('LEND-24: given a rule with more than its half hour allows, then it is told of, and the next try goes on', async () => {
  await lab.owner.query(
    `insert into provider_calls (provider, op, result, duration_ms, attempt, at)
     select 'msg91', 'send', 'ok', 1, 1, '2024-01-01' from generate_series(1, 1200)`,
  );
  await lab.owner.query(
    `insert into call_counters (user_id, kind, window_start, count) values ($1, 'old', '2024-01-01', 1)`,
    [idOf('counted')],
  );
  const left = async (table: string) => (await lab.owner.query(`select 1 from ${table}`)).rowCount;
  let looks = 0;
  const slow: MachineClock = {
    follows: 'machine',
    now: () => new Date(machineClock.now().getTime() + (looks += 1) * 31 * MINUTE_MS),
  };
  await expect(retain(slow)).rejects.toThrow('provider_calls has more to erase');
  expect(lab.logText()).toMatch(/"rule":"provider_calls".*RetentionUnfinished/);
  expect([await left('provider_calls'), await left('call_counters')]).toEqual([700, 0]);
  await retain();
  expect(await left('provider_calls')).toBe(0);
});

test('LEND-24: given DigiLocker sessions of long ago, then abandoned ones are erased too', async () => {
  const userId = await refused('away');
  const session = (status: string, expiresAt: string) =>
    lab.owner.query(
      `insert into aadhaar_sessions (user_id, id, provider_ref, last4, status, expires_at, created_at)
       values ($1, new_id(), 'dl', '1234', $2, $3, '2024-01-01')`,
      [userId, status, expiresAt],
    );
  await session('waiting', '2024-01-02');
  await session('expired', '2024-01-02');
  await session('waiting', '2999-01-02');
  await retain();
  const { rows } = await lab.owner.query(
    'select status, expires_at > now() as is_open from aadhaar_sessions where user_id = $1',
    [userId],
  );
  expect(rows).toEqual([{ status: 'waiting', is_open: true }]);
});

test('LEND-24: given a rule by age, it deletes rows by the primary key of their table, as the database knows it', async () => {
  const { rows } = await lab.owner.query<{ table: string; keys: string[] }>(
    `select i.indrelid::regclass::text as table, array_agg(a.attname::text order by a.attname) as keys
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisprimary group by 1`,
  );
  const known = new Map(rows.map(({ table, keys }) => [table, keys]));
  const named = RETENTION.flatMap((rule) => {
    const sql = rule.by === 'age' ? rule.sql : '';
    const table = /delete from (\w+) using due where/.exec(sql)?.[1];
    if (table === undefined) return [];
    return [
      [
        table,
        [...sql.matchAll(/= due\.due_(\w+)/g)]
          .map(([, key = '']) => key)
          .toSorted((a, b) => (a < b ? -1 : 1)),
      ] as const,
    ];
  });
  expect(named.length).toBeGreaterThan(8);
  expect(named).toEqual(named.map(([table]) => [table, known.get(table)]));
});

test('LEND-24: work that failed at every try leaves the queue after a while, and other work stays', async () => {
  await lab.owner.query(
    `select enqueue_job('notifications.send', json_build_object('id', name), now() + interval '1 year', name, 2)
     from unnest(array['old', 'young', 'waiting']) name`,
  );
  await lab.owner.query(
    `update graphile_worker._private_jobs set attempts = case key when 'waiting' then 1 else 2 end,
       updated_at = now() - case key when 'young' then interval '80 days' else interval '100 days' end`,
  );
  await retain();
  const { rows } = await lab.owner.query('select key from graphile_worker._private_jobs order by key');
  expect(rows).toEqual([{ key: 'waiting' }, { key: 'young' }]);
});

test('LEND-24: no column that names another account goes into the copy of one’s data', async () => {
  const shown = HELD_TABLES.filter(({ leftOut }) => !leftOut).map(({ table }) => table);
  const { rows } = await lab.owner.query<{ at: string; name: string }>(
    `select table_name || '.' || column_name as at, column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid' and table_name = any ($1)
       and (column_name like '%\\_by' or column_name in ('referred_id', 'referrer_id', 'owner_id', 'actor_id', 'assigned_to'))`,
    [shown],
  );
  // These two name a repayment of the person's own.
  const isOwn = (at: string) => /^(allocations|instalments)\.released_by$/.test(at);
  expect(rows.filter(({ at, name }) => !isMark(name) && !isOwn(at)).map(({ at }) => at)).toEqual([]);
});

test('LEND-24: what staff wrote in a proposal is emptied with the books of its account, and not a day before', async () => {
  const [closed, open] = [idOf('closed long ago'), idOf('still here')];
  await lab.owner.query(
    `insert into account_closures (user_id, standing, answer, closed_at, erased_at)
     values ($1, 'customer', '{}', '2027-03-31T12:00:00+05:30', '2027-03-31T12:00:00+05:30')`,
    [closed],
  );
  for (const subject of [closed, open])
    await lab.asOwner(
      `insert into approvals (kind, object_id, subject_id, payload, reason, status, proposed_by, proposed_at, expires_at,
         decided_by, decided_at, note)
       values ('waiver', new_id(), $1, '{"paise": 1}', 'Was ill', 'rejected', new_id(), now(), now(), new_id(), now(), 'No')`,
      [subject],
    );
  const about = async (subject: string) =>
    (await lab.client.query('select reason, note, payload from approvals where subject_id = $1', [subject]))
      .rows;
  const whole = [{ reason: 'Was ill', note: 'No', payload: { paise: 1 } }];
  lab.set(new Date('2035-03-31T18:00:00Z'));
  await retain();
  expect(await about(closed)).toEqual(whole);
  lab.set(new Date('2035-03-31T19:00:00Z'));
  await retain();
  expect(await about(closed)).toEqual([{ reason: '', note: null, payload: null }]);
  expect(await about(open)).toEqual(whole);
});

test('LEND-24: given a closing whose erasing used up its tries, when a night comes, then it is asked for once more', async () => {
  lab.set(new Date('2026-06-01T06:30:00Z'));
  const [old, fresh] = [idOf('closed and not erased'), idOf('closed a moment ago')];
  const close = (userId: string, closedAt: string) =>
    lab.owner.query(
      "insert into account_closures (user_id, standing, answer, closed_at) values ($1, 'visitor', '{}', $2)",
      [userId, closedAt],
    );
  await close(old, '2026-06-01T04:00:00Z');
  await close(fresh, '2026-06-01T06:00:00Z');
  await retain();
  const asked = () =>
    lab.owner.query<{ key: string; attempts: number }>(
      'select key, attempts from graphile_worker._private_jobs where key = any ($1)',
      [[old, fresh].map((userId) => `erase:${userId}`)],
    );
  expect((await asked()).rows).toEqual([{ key: `erase:${old}`, attempts: 0 }]);
  await lab.owner.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '2 days' where key like 'erase:%'",
  );
  await retain();
  expect((await asked()).rows).toEqual([{ key: `erase:${old}`, attempts: 24 }]);
  await lab.owner.query('delete from account_closures where user_id = any ($1)', [[old, fresh]]);
});
