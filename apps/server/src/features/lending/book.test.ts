import { closeDays, type Decision } from '@mohlat/lending';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BACK_FIELDS, book, closePeople, type Decided, FIELDS, loadDays, loadForClose } from './index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockOf, meetAt } from '#test/racing.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-02-01');
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Everything about the first instalment happens as this day is closed. */
const DUE_EVE = businessDate('2026-02-28');
let round = 0;
let anna: LabLoan;
let ben: LabLoan;
/** Two people whose first instalment falls due tomorrow, closed up to the day before its eve. */
async function lendToBoth(): Promise<void> {
  round += 1;
  anna = await lab.lend(`anna${round} l`, TERMS);
  ben = await lab.lend(`ben${round} l`, TERMS);
  lab.set(noonOf(addDays(DUE_EVE, 1)));
  for (const loan of [anna, ben]) await lab.catchUp(loan, addDays(DUE_EVE, -1));
}

const now = () => lab.clock.now();
const close = (loans: readonly LabLoan[], day = DUE_EVE) =>
  lab.worker.plain((tx) =>
    closePeople(
      tx,
      loans.map(({ userId }) => userId),
      day,
      now(),
    ),
  );

/** Loads these people and decides the close of the day, without their locks. */
function decide(loans: readonly LabLoan[], day: BusinessDate = DUE_EVE): Promise<Decided[]> {
  return lab.worker.plain(async (tx) => {
    const days = await loadDays(tx, day, day);
    const ids = loans.map(({ userId }) => userId);
    return (await loadForClose(tx, ids, day)).map(({ borrower, version }) => ({
      userId: borrower.userId,
      version,
      decision: closeDays(borrower, days).decision,
    }));
  });
}

const write = (decided: readonly Decided[]) => lab.worker.plain((tx) => book(tx, decided, now()));

async function closedThrough({ loanId }: LabLoan): Promise<unknown> {
  const { rows } = await lab.owner.query('select closed_through_on from loan_days where loan_id = $1', [
    loanId,
  ]);
  return rows[0]?.closed_through_on;
}

/** Counts a loan's rows of each kind that the close of a day writes. */
async function writtenFor({ loanId }: LabLoan): Promise<unknown> {
  const { rows } = await lab.owner.query(
    `select (select count(*) from journals where loan_id = $1) as journals, (select count(*) from dpd_log where loan_id = $1) as days,
       (select count(*) from instalments where loan_id = $1 and is_demanded) as demanded`,
    [loanId],
  );
  return rows[0];
}

async function versionOf({ userId }: LabLoan): Promise<number> {
  const { rows } = await lab.owner.query<{ version: number }>(
    'select book_version as version from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0]!.version;
}

describe('what was decided by rows that have changed since', () => {
  beforeEach(lendToBoth);

  test('LEND-B1: is not written for whom a receipt came between; the others stand, and that person is decided again', async () => {
    lab.set(noonOf(DUE_EVE));
    const decided = await decide([anna, ben]);
    await lab.credit(anna, `early ${round}`, 600_000, now());
    lab.set(noonOf(addDays(DUE_EVE, 1)));
    const before = await writtenFor(anna);
    expect([...(await write(decided))]).toEqual([anna.userId]);
    expect(await writtenFor(anna)).toEqual(before);
    expect([await closedThrough(anna), await closedThrough(ben)]).toEqual([addDays(DUE_EVE, -1), DUE_EVE]);
    // By then the receipt is known: what it holds for the instalment is applied.
    expect(await close([anna])).toBe(1);
    expect(await closedThrough(anna)).toBe(DUE_EVE);
    const { rows } = await lab.owner.query(
      'select source_kind as kind from journals where loan_id = $1 and effective_on > $2 order by 1',
      [anna.loanId, DUE_EVE],
    );
    expect(rows).toEqual([{ kind: 'demand' }, { kind: 'earmark' }]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-B1: two who decided the same day of the same people: one of them writes it', async () => {
    const both = [await decide([anna, ben]), await decide([anna, ben])];
    const stale = await meetAt(
      { sql: lab.owner },
      lockOf.credit(anna.userId),
      both.map((decided) => () => write(decided)),
    );
    expect(stale.map(({ size }) => size)).toEqual([0, 2]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-C9: two who close the same people at once close each loan once', async () => {
    const locked = (loans: readonly LabLoan[]) =>
      lab.worker.plain(async (tx) => {
        const ids = loans.map(({ userId }) => userId);
        await tx.call(
          'select 1 from credit_accounts where user_id = any ($1::uuid[]) order by user_id for update',
          [ids],
        );
        return closePeople(tx, ids, DUE_EVE, now());
      });
    const counts = await Promise.all([locked([anna, ben]), locked([ben, anna])]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-14: a bill that is accepted meanwhile makes nothing stale, and stays reserved', async () => {
    const decided = await decide([anna]);
    lab.set(noonOf(addDays(DUE_EVE, 1)));
    await lab.lend(`anna${round} other`, {
      ...TERMS,
      disbursedOn: addDays(DUE_EVE, 1),
      isUnanswered: true,
    });
    expect(await write(decided)).toEqual(new Set());
    const { rows } = await lab.owner.query(
      'select used_paise, reserved_paise from credit_accounts where user_id = $1',
      [anna.userId],
    );
    expect(rows).toEqual([{ used_paise: 1_500_000, reserved_paise: 1_500_000 }]);
    expect(await lab.broken()).toEqual([]);
  });

  test.each([
    ['a loan', `update loans set status = status where id = $1`],
    ['the schedule', `update instalments set is_demanded = is_demanded where loan_id = $1 and number = 3`],
    [
      'a charge',
      `insert into charges (user_id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
       select user_id, id, 'bounce', 1, 0, '2026-02-27', '2026-03-20', 100 from loans where id = $1`,
    ],
  ])('LEND-B1: a change of %s raises the version of its borrower alone', async (_, change) => {
    const before = [await versionOf(anna), await versionOf(ben)];
    await lab.worker.plain((tx) => tx.call(change, [anna.loanId]));
    expect([await versionOf(anna), await versionOf(ben)]).toEqual([before[0]! + 1, before[1]]);
  });
});

/** Counts the rows of any table that this connection wrote in this transaction and those just before. */
async function rowsWritten(tx: Tx): Promise<number> {
  const [written] = await tx.call<{ rows: number }>(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_xact_user_tables',
  );
  return written!.rows;
}

describe('LEND-B1: a row of each kind', () => {
  beforeAll(async () => {
    await lendToBoth();
    // Her other loan has instalments of the same numbers: a row names its own alone.
    await lab.lend(`anna${round} other`, TERMS);
    lab.set(noonOf(DUE_EVE));
    await lab.credit(anna, `early ${round}`, 600_000, now());
    lab.set(noonOf(addDays(DUE_EVE, 1)));
  });

  /** Writes a row of the kind about the first instalment; answers who is stale, and how many rows of any table were written. */
  const bookRow = (kind: string, version: number) =>
    undone(async (tx) => {
      const before = await rowsWritten(tx);
      const [answer] = await tx.call<{ stale: string[] }>(
        `select book(array[($2, $3)::book_known], $1, '{}',
           p_${kind} => array[jsonb_populate_record(null::${kind}, to_jsonb(d) || to_jsonb(r) || $4)]) as stale
         from (select user_id, loan_id, closed_through_on as after_on, closed_through_on + 1 as through_on, next_on as known_next_on,
           closed_through_on + 2 as next_on from loan_days where loan_id = $5) d,
           (select id as repayment_id from repayments where loan_id = $5) r`,
        [
          now(),
          anna.userId,
          version,
          { number: 1, component: 'principal', amount_paise: 100, charge_id: newId() },
          anna.loanId,
        ],
      );
      return { stale: answer!.stale, rows: (await rowsWritten(tx)) - before };
    });

  test.each(Object.keys(FIELDS))('%s: given a stale person, then it is not written', async (kind) => {
    expect(await bookRow(kind, -1)).toEqual({ stale: [anna.userId], rows: 0 });
  });

  /** The row lacks a column of these. */
  const LACKING = [
    'charge_levied',
    'standing_recorded',
    'status_changed',
    'share_waived',
    'loan_ended',
    'allocation_written',
    'instalment_paid',
    'schedule_replaced',
    'credit_settled',
  ];
  /** There is no row to change for these, or none that may be as the row says. */
  const NOT_FOUND = [
    'allowance_set',
    'hardship_ended',
    'balance_waived',
    'waiver_applied',
    'interest_forgone',
    'loan_written_off',
    'write_off_void',
    'repayment_settled',
    'charge_paid',
    'charge_waived',
  ];
  const refusalOf = (kind: string) =>
    LACKING.includes(kind) ? '23502' : NOT_FOUND.includes(kind) ? '23514' : undefined;

  test.each(Object.keys(FIELDS))(
    '%s: given the version that was known, then it is written, or refused as a whole',
    async (kind) => {
      const booked = bookRow(kind, await versionOf(anna));
      const code = refusalOf(kind);
      if (code !== undefined) return expect(booked).rejects.toMatchObject({ code });
      const { stale, rows } = await booked;
      expect(stale).toEqual([]);
      expect(rows).toBeGreaterThan(0);
    },
  );
});

/** Works in a transaction that is rolled back, so that the next one finds the same rows. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: { readonly of: T } | undefined;
  const undo = new Error('undone');
  const done = lab.worker.plain(async (tx) => {
    answer = { of: await work(tx) };
    throw undo;
  });
  await done.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return answer!.of;
}

describe('LEND-W6: taking a loan back', () => {
  beforeAll(lendToBoth);

  const LISTS: Readonly<Record<keyof typeof BACK_FIELDS, string>> = {
    loan_taken_back: 'loans',
    repayment_taken_back: 'repayments',
    instalment_put_back: 'instalments',
    share_put_back: 'shares',
    charge_put_back: 'charges',
    waiver_taken_back: 'waivers',
    write_off_taken_back: 'write_offs',
  };
  /** Takes nothing back but the row of a kind, and makes 700 paise of the limit used again. */
  const takeBack = (version: number, kind?: keyof typeof LISTS, of: Readonly<Record<string, string>> = {}) =>
    undone(async (tx) => {
      const lists = Object.entries(LISTS).map(([name, list]) => {
        const row = `jsonb_populate_record(null::${name}, $4)`;
        return `p_${list} => ${name === kind ? `array[${row}]` : "'{}'"}`;
      });
      const missing = { loan_id: newId(), id: newId(), repayment_id: newId(), waiver_id: newId() };
      const [answer] = await tx.call<{ version: number | null }>(
        `select take_back(p_user_id => $1, p_version => $2, p_used_again_paise => 700, p_now => $3, p_journals => '{}',
           ${lists.join(', ')}) as version from (select $4::jsonb) as missing`,
        [anna.userId, version, now(), { ...missing, write_off_id: newId(), ...of }],
      );
      const [account] = await tx.call<{ used: number }>(
        'select used_paise::integer as used from credit_accounts where user_id = $1',
        [anna.userId],
      );
      return { version: answer!.version, used: account!.used };
    });

  test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
    '%s: given a row that is not there, then all is refused',
    async (kind) => {
      await expect(takeBack(await versionOf(anna), kind)).rejects.toMatchObject({ code: '23514' });
    },
  );

  test.each([
    ['repayment_taken_back', 'repayment_id', 'repayments'],
    ['instalment_put_back', 'id', 'instalments'],
    ['share_put_back', 'id', 'allocations'],
  ] as const)('%s: given a row of another loan, then all is refused', async (kind, name, table) => {
    lab.set(noonOf(DUE_EVE));
    await lab.credit(anna, `early ${round} ${kind}`, 100, now());
    const { rows } = await lab.owner.query<{ id: string }>(
      `select id from ${table} where loan_id = $1 order by id limit 1`,
      [anna.loanId],
    );
    await expect(takeBack(await versionOf(anna), kind, { [name]: rows[0]!.id })).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('given another version than was known, then nothing is written', async () => {
    const version = await versionOf(anna);
    expect(await takeBack(version - 1)).toEqual({ version: null, used: 1_500_000 });
    expect(await takeBack(version)).toMatchObject({ used: 1_500_700 });
  });
});

test('LEND-B1: what does not find its row is written in no part', async () => {
  await lendToBoth();
  const [decided] = await decide([anna]);
  const before = await writtenFor(anna);
  const twice = (decision: Decision): Decision => ({
    ...decision,
    changes: [...decision.changes, ...decision.changes.filter(({ change }) => change === 'days_closed')],
  });
  await expect(write([{ ...decided!, decision: twice(decided!.decision) }])).rejects.toThrow(
    'book: 0 of 2 rows of days_closed',
  );
  expect(await writtenFor(anna)).toEqual(before);
});

test('LEND-B3: given two changes of the same thing in one decision, then the last counts', async () => {
  await lendToBoth();
  const [decided] = await decide([anna]);
  const { loanId } = anna;
  const said = (status: 'npa' | 'active') => ({ change: 'status_changed', loanId, status }) as const;
  const { decision } = decided!;
  const changes = [...decision.changes, said('active'), said('npa')];
  expect(await write([{ ...decided!, decision: { ...decision, changes } }])).toEqual(new Set());
  const { rows } = await lab.owner.query('select status from loans where id = $1', [loanId]);
  expect(rows).toEqual([{ status: 'npa' }]);
});

test('each kind of change has a composite type of its name and fields', async () => {
  const { rows } = await lab.owner.query<{ name: string; fields: string[] }>(
    `select t.typname as name, array_agg(a.attname::text order by a.attnum) as fields
     from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid
     where t.typname = any ($1) group by 1`,
    [Object.keys({ ...FIELDS, ...BACK_FIELDS })],
  );
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(Object.fromEntries(rows.map(({ name, fields }) => [name, fields]))).toEqual(
    Object.fromEntries(
      Object.entries({ ...FIELDS, ...BACK_FIELDS }).map(([name, fields]) => [name, fields.map(snake)]),
    ),
  );
});
