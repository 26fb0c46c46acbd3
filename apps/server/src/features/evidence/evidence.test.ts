import { addDays, businessDate } from '@mohlat/money';
import { machineClock } from '#platform/clock/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noonOf } from '#test/lending-lab.ts';
import { ENDINGS, HELD_TABLES } from '#features/all.ts';
import { carryOutRetention } from '#features/privacy/retention.jobs.ts';
import { type EvidenceLab, openEvidenceLab } from './evidence.testing.ts';
import { anchorNextDay, leaveRecords } from './index.ts';

const FIRST = businessDate('2026-02-01');
const NOTHING = { left: [], back: [] };

/** Two loans on two days, some audited acts, both days closed and anchored. */
async function anchoredLab(): Promise<EvidenceLab> {
  const lab = (await openEvidenceLab()) as EvidenceLab;
  await lab.lend('asha one', { billPaise: 900_000, instalments: 3, disbursedOn: FIRST });
  await lab.audit('books.proven', 'the first day');
  await lab.closeThrough(FIRST);
  await lab.anchor();
  await lab.lend('ravi one', { billPaise: 300_000, instalments: 3, disbursedOn: addDays(FIRST, 1) });
  await lab.audit('books.proven', 'the second day');
  await lab.closeThrough(addDays(FIRST, 1));
  await lab.anchor();
  return lab;
}

describe('the anchors of closed days', () => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await anchoredLab();
  });
  afterAll(() => lab.close());

  const anchors = async () =>
    (
      await lab.owner.query<{ number: number; day_on: string; journal_count: number; audit_count: number }>(
        'select number, day_on::text as day_on, journal_count, audit_count from anchors order by number',
      )
    ).rows;

  test('LEND-17: each closed day has one, over its journals and the audit log since the last', async () => {
    const { rows } = await lab.owner.query<{ day: string; count: number }>(
      'select posting_on::text as day, count(*)::integer as count from journals group by 1 order by 1',
    );
    const seen = await anchors();
    expect(seen.map((one) => one.number)).toEqual(seen.map((_, index) => index + 1));
    for (const { day_on: day, journal_count: count } of seen)
      expect(count).toBe(rows.find((row) => row.day === day)?.count ?? 0);
    expect(seen.reduce((sum, one) => sum + one.audit_count, 0)).toBe(2);
    expect((await lab.prove()).findings).toEqual([]);
  });

  test('LEND-17: two workers at once make each anchor once', async () => {
    const day = addDays((await anchors()).at(-1)!.day_on as typeof FIRST, 1);
    await lab.lend('meera one', { billPaise: 200_000, instalments: 3, disbursedOn: day });
    await lab.closeThrough(day);
    const made = await Promise.all([
      anchorNextDay(lab.deps()),
      anchorNextDay(lab.deps()),
      anchorNextDay(lab.deps()),
    ]);
    expect(made.filter((one) => one !== undefined)).toHaveLength(1);
    await Promise.all([lab.anchor(), lab.anchor()]);
    expect((await anchors()).filter((one) => one.day_on === day)).toHaveLength(1);
    expect((await lab.prove()).findings).toEqual([]);
  });

  test('LEND-17: a row that comes after its day was anchored is in the next anchor, and is named as late', async () => {
    const { rows } = await lab.owner.query<{ day_on: string }>(
      'select day_on::text as day_on from anchors order by number desc limit 1',
    );
    const last = rows[0]!.day_on as typeof FIRST;
    const { rows: late } = await lab.client.query<{ id: string }>(
      `with j as (
         insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
         select user_id, 'float', new_id(), $1, $1, $2 from journals limit 1 returning user_id, id)
       , p as (insert into postings (user_id, journal_id, line, account, amount_paise)
         select user_id, id, line, account, amount from j, (values (1, 'A105', 500), (2, 'A100', -500)) v(line, account, amount))
       select id from j`,
      [last, noonOf(last)],
    );
    expect((await lab.prove()).findings).toEqual([
      { day: last, what: 'a journal is in no anchor of its day: it came later', row: late[0]!.id },
    ]);
    const next = addDays(last, 1);
    await lab.lend('nila one', { billPaise: 200_000, instalments: 3, disbursedOn: next });
    await lab.closeThrough(next);
    await lab.anchor();
    const report = await lab.prove();
    expect(report.findings).toEqual([]);
    expect(report.late).toEqual([{ journal: late[0]!.id, postingOn: last, anchoredOn: next }]);
  });

  test('LEND-17: with a new key old anchors are still proven, and without the old one they are not', async () => {
    lab.rotate();
    const day = addDays((await anchors()).at(-1)!.day_on as typeof FIRST, 1);
    await lab.lend('omar one', { billPaise: 200_000, instalments: 3, disbursedOn: day });
    await lab.closeThrough(day);
    await lab.anchor();
    const report = await lab.prove();
    expect(report.findings).toEqual([]);
    lab.rotate(false);
    expect((await lab.prove()).findings[0]!.what).toMatch(
      /^the anchor is signed by the key \w+, which is none of ours$/,
    );
  });
});

describe('the records of anchors in the file store', () => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await anchoredLab();
  });
  afterAll(() => lab.close());

  const isKept = async () =>
    (
      await lab.owner.query<{ is_kept: boolean }>(
        'select kept_at is not null as is_kept from anchors order by number',
      )
    ).rows.map((row) => row.is_kept);

  test.each([
    ['half', (whole: string) => whole.slice(0, whole.length / 2)],
    ['nothing', () => ''],
    ['its length in zeros', (whole: string) => '\0'.repeat(whole.length)],
  ])(
    'given a record of which a crash left %s, when it is kept again, it is written anew',
    async (_what, left) => {
      const name = 'anchors/2026-02-01.json';
      const whole = await lab.disk.get(name);
      await lab.disk.put(name, left(whole));
      await lab.asOwner('update anchors set kept_at = null where number = 1');
      await lab.anchor();
      expect(await lab.disk.get(name)).toBe(whole);
      expect(lab.logText()).not.toContain('the file store holds another anchor of this day');
      expect(await isKept()).not.toContain(false);
    },
  );

  test('given another record of a day, it is not overwritten and not told as kept, and later days are kept', async () => {
    const name = 'anchors/2026-02-01.json';
    const before = await lab.disk.get(name);
    await lab.asOwner('update anchors set kept_at = null');
    await lab.asOwner('update anchors set signature = previous_hash where number = 1');
    await expect(lab.anchor()).rejects.toThrow('the file store holds another anchor of 2026-02-01');
    expect(await lab.disk.get(name)).toBe(before);
    expect(lab.logText()).toContain('the file store holds another anchor of this day');
    expect(await isKept()).toEqual([false, true]);
  });
});

describe('the records of a day that was signed after the instant of a restore', () => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await anchoredLab();
  });
  afterAll(() => lab.close());

  test('LEND-17: lie aside once the restore is noted, and the day is signed anew in their place', async () => {
    const [one, two] = ['anchors/2026-02-01.json', 'anchors/2026-02-02.json'];
    const [first, second] = [await lab.disk.get(one), await lab.disk.get(two)];
    // Put back to an instant between the two.
    await lab.asOwner('delete from journal_leaves where anchor = 2');
    await lab.asOwner('delete from audit_leaves where anchor = 2');
    await lab.asOwner('delete from anchors where number = 2');
    const at = new Date('2026-03-01T10:00:00.000Z');
    expect(await leaveRecords(lab.disk, lab.owner, at)).toEqual({ left: ['2026-02-02'], back: [] });
    expect(await lab.disk.get('anchors/left-20260301T100000Z/2026-02-02.json')).toBe(second);
    await lab.anchor();
    expect(await lab.disk.get(one)).toBe(first);
    expect(await lab.disk.get(two)).not.toBe(second);
    expect((await lab.prove()).findings).toEqual([]);
    expect(await leaveRecords(lab.disk, lab.owner, at)).toEqual(NOTHING);
  });

  test.each([
    ['before its day is signed anew', false],
    ['after its day was signed anew', true],
  ])(
    'LEND-17: come back where a restore went back too far and is corrected %s',
    async (_what, isSignedAnew) => {
      const two = 'anchors/2026-02-02.json';
      const signed = await lab.disk.get(two);
      await lab.client.query('create table kept_anchors as select * from anchors where number = 2');
      await lab.asOwner('delete from anchors where number = 2');
      await leaveRecords(lab.disk, lab.owner, new Date('2026-03-02T10:00:00.000Z'));
      const anew = signed.replace(/"signature": "./, '"signature": "-');
      if (isSignedAnew) await lab.disk.put(two, anew);
      // A later instant, on the timeline that was left.
      await lab.asOwner('insert into anchors select * from kept_anchors');
      await lab.client.query('drop table kept_anchors');
      const at = new Date('2026-03-03T10:00:00.000Z');
      expect(await leaveRecords(lab.disk, lab.owner, at)).toEqual({ left: [], back: ['2026-02-02'] });
      expect(await lab.disk.get(two)).toBe(signed);
      expect((await lab.prove()).findings).toEqual([]);
      const aside = 'anchors/left-20260303T100000Z/2026-02-02.json';
      if (isSignedAnew) expect(await lab.disk.get(aside)).toBe(anew);
      else expect(await lab.disk.exists(aside)).toBe(false);
      expect(await leaveRecords(lab.disk, lab.owner, at)).toEqual(NOTHING);
    },
  );
});

describe('the proof finds', () => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await anchoredLab();
  });
  afterAll(() => lab.close());

  const BOOKED = `(select id from journals where source_kind = 'loan_booked' order by posted_at limit 1)`;
  const idOfBooked = async () =>
    (await lab.client.query<{ id: string }>(`select ${BOOKED} as id`)).rows[0]!.id;

  /** The findings of the proof after the owner ran some SQL, which is undone afterwards. */
  async function after(sql: string): Promise<readonly { day: string | null; what: string; row?: string }[]> {
    const tables = ['journals', 'postings', 'audit_log', 'anchors', 'journal_leaves', 'audit_leaves'];
    for (const table of tables)
      await lab.client.query(`create table kept_${table} as select * from ${table}`);
    try {
      await lab.asOwner(sql);
      return (await lab.prove()).findings;
    } finally {
      for (const table of tables) {
        await lab.asOwner(`delete from ${table}`);
        await lab.asOwner(`insert into ${table} select * from kept_${table}`);
        await lab.client.query(`drop table kept_${table}`);
      }
    }
  }

  test('LEND-17: a changed amount, by day and journal', async () => {
    const row = await idOfBooked();
    const found = await after(
      `update postings set amount_paise = amount_paise + sign(amount_paise) * 100 where journal_id = ${BOOKED} and account in ('A200', 'A110')`,
    );
    expect(found).toEqual([{ day: FIRST, what: 'a journal was changed', row }]);
  });

  test('LEND-17: a removed journal, with or without its leaf', async () => {
    const row = await idOfBooked();
    const GONE = `delete from postings where journal_id = '${row}'; delete from journals where id = '${row}';`;
    expect(await after(GONE)).toEqual([{ day: FIRST, what: 'a journal was removed', row }]);
    const [found] = await after(`${GONE} delete from journal_leaves where journal_id = '${row}'`);
    expect(found).toMatchObject({
      day: FIRST,
      what: expect.stringMatching(/^the anchor has \d+ journals, the database \d+$/),
    });
  });

  test('LEND-17: a journal added to an anchored day', async () => {
    const found = await after(
      `insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
       select user_id, 'float', new_id(), posting_on, posting_on, posted_at from journals where id = ${BOOKED}`,
    );
    expect(found).toEqual([
      { day: FIRST, what: 'a journal is in no anchor of its day: it came later', row: expect.any(String) },
    ]);
  });

  test('LEND-17: a row that was changed together with its leaf, by its day', async () => {
    const found = await after(`update journal_leaves set hash = sha256(hash) where journal_id = ${BOOKED}`);
    expect(found).toContainEqual({
      day: FIRST,
      what: 'the journals of the day are not those that were signed',
    });
  });

  test('LEND-17: a salt that was taken away while the books are still kept', async () => {
    const row = await idOfBooked();
    expect(await after(`update journal_leaves set salt = null where journal_id = ${BOOKED}`)).toEqual([
      { day: FIRST, what: 'the salt of a journal was removed', row },
    ]);
  });

  test('LEND-24: a changed, removed or added row of the audit log', async () => {
    expect(await after(`update audit_log set action = 'nothing' where seq = 1`)).toContainEqual({
      day: FIRST,
      what: 'a row of the audit log was changed',
      row: '1',
    });
    expect(await after(`update audit_log set reason = 'another' where seq = 1`)).toContainEqual({
      day: null,
      what: 'the audit log is torn: it was changed, or the one before it',
      row: '1',
    });
    // The whole chain written again, so that it fits again.
    const rechained = await after(
      `do $$ declare r audit_log; p bytea := ''; begin
         update audit_log set reason = 'another' where seq = 1;
         for r in select * from audit_log order by seq loop
           update audit_log set hash = audit_hash(p, r) where seq = r.seq returning hash into p;
         end loop; end $$`,
    );
    expect(rechained.map((one) => [one.what, one.row])).toEqual([
      ['a row of the audit log was changed', '1'],
      ['a row of the audit log was changed', '2'],
    ]);
    expect(await after('delete from audit_log where seq = 2')).toContainEqual({
      day: addDays(FIRST, 1),
      what: 'a row of the audit log was removed',
      row: '2',
    });
    const added = await after(
      `insert into audit_log select 0, at, actor_kind, actor_id, action, object_kind, object_id, subject_id, details, reason, ip, request_id, hash
       from audit_log where seq = 1`,
    );
    expect(added).toContainEqual({
      day: null,
      what: 'a row of the audit log is in no anchor: it came later',
      row: '0',
    });
  });

  test('LEND-17: a changed anchor, a wrong signature, a missing anchor', async () => {
    const changed = await after(
      'update anchors set journal_root_hash = sha256(journal_root_hash) where number = 1',
    );
    expect(changed.map((one) => one.what)).toEqual(
      expect.arrayContaining([
        'the signature of the anchor is wrong',
        'the anchor is another one than the file store has',
        'the anchor does not name the one before it',
        'the journals of the day are not those that were signed',
      ]),
    );
    const signed = await after(
      'update anchors a set signature = b.signature from anchors b where a.number = 1 and b.number = 2',
    );
    expect(signed).toEqual([
      { day: FIRST, what: 'the signature of the anchor is wrong' },
      { day: FIRST, what: 'the anchor is another one than the file store has' },
    ]);
    const last = await after('delete from anchors where number = (select max(number) from anchors)');
    expect(last.map((one) => one.what)).toContain('the file store has an anchor that the database lost');
  });
});

describe('a closed account', () => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await anchoredLab();
  });
  afterAll(() => lab.close());

  test('LEND-24: when the books of a closed account are archived the salts go, the hashes stay and all is proven', async () => {
    const { rows } = await lab.owner.query<{ user_id: string; posted_at: Date }>(
      "select user_id, posted_at from journals where source_kind = 'loan_booked' order by posted_at limit 1",
    );
    const { user_id: userId, posted_at: closedAt } = rows[0]!;
    await lab.owner.query(
      "insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', $2, $2)",
      [userId, closedAt],
    );
    const leaves = async () =>
      (
        await lab.owner.query<{ salt: Buffer | null; hash: Buffer }>(
          'select salt, hash from journal_leaves where user_id = $1 order by journal_id',
          [userId],
        )
      ).rows;
    const before = await leaves();
    const { worker, files, log, clock } = lab.deps();
    const later = {
      ...clock,
      now: () => new Date('2036-04-02T00:00:00Z'),
      today: () => businessDate('2036-04-02'),
    };
    await carryOutRetention({
      worker,
      files,
      log,
      clock: later,
      machineClock,
      held: HELD_TABLES,
      endings: ENDINGS,
    });
    expect(await leaves()).toEqual(before.map(({ hash }) => ({ salt: null, hash })));
    expect(await lab.prove()).toMatchObject({ findings: [], erasedCount: before.length });
  });
});
