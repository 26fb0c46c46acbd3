import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, type BusinessDate } from '@mohlat/money';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from './lending-lab.ts';

let lab: Lab;
/** A loan whose payment was accepted on its first day, and one of the same person a month later. */
let loan: LabLoan;
let later: LabLoan;
const FIRST = EMI3.disbursedOn;
const LATER = addDays(FIRST, 31);
const TODAY = addDays(FIRST, 60);

beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('anna one', EMI3);
  later = await lab.lend('anna two', { ...EMI3, disbursedOn: LATER });
  await lab.owner.query('insert into business_days (day_on) values ($1) on conflict do nothing', [TODAY]);
});
afterAll(() => lab.close());

interface Journal {
  readonly kind: string;
  readonly of?: LabLoan | undefined;
  readonly on?: BusinessDate;
  readonly lines: readonly (readonly [account: string, paise: number, of?: LabLoan])[];
}

let client: pg.PoolClient;
beforeEach(async () => {
  client = await lab.owner.connect();
  await client.query('begin');
  return async () => {
    await client.query('rollback');
    client.release();
  };
});

/** Writes journals by hand, all their lines in one statement; answers what the tables say of them. */
async function written(...journals: readonly Journal[]): Promise<string> {
  await client.query('savepoint before');
  try {
    for (const [index, { kind, of, on = TODAY }] of journals.entries())
      await client.query(
        `insert into journals (user_id, id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at)
         values ($1, $2, $3, $2, $4, $5, $6, $6::date + time '06:00')`,
        [loan.userId, idOf(`journal ${index}`), kind, of?.loanId ?? null, on, TODAY],
      );
    const lines = journals.flatMap(({ lines: ofIt, of }, index) =>
      ofIt.map(([account, paise, ofLine = of], line) => [
        idOf(`journal ${index}`),
        line + 1,
        account,
        ofLine?.loanId ?? null,
        paise,
      ]),
    );
    await client.query(
      `insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
       select $1, x.* from unnest($2::uuid[], $3::integer[], $4::text[], $5::uuid[], $6::bigint[]) as x`,
      [loan.userId, ...[0, 1, 2, 3, 4].map((at) => lines.map((line) => line[at]))],
    );
    return 'stands';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback to before');
  }
}

const FUNDING: Journal = {
  kind: 'funding',
  lines: [
    ['A100', 1],
    ['Q600', -1],
  ],
};
const ACCRUAL: Journal = {
  kind: 'accrual',
  lines: [
    ['A210', 500],
    ['I410', -500],
  ],
};
const ORPHAN: Journal = {
  kind: 'rail_orphan',
  lines: [
    ['A230', 500],
    ['A105', -500],
  ],
};

test('LEND-16: given journals that were written at once, when one of them is forbidden, then none stands', async () => {
  const forbidden: Journal = {
    kind: 'funding',
    lines: [
      ['A100', 1],
      ['I400', -1],
    ],
  };
  expect(await written(FUNDING, ORPHAN)).toBe('stands');
  for (const both of [
    [FUNDING, forbidden],
    [forbidden, FUNDING],
  ])
    expect(await written(...both)).toBe('journal funding does not allow a credit of I400');
});

test('LEND-16: given a journal whose sides are both forbidden, when it is written, then the refusal names the first by its words', async () => {
  const turned: Journal = {
    kind: 'reserve',
    lines: [
      ['M901', 1],
      ['M900', -1],
    ],
  };
  expect(await written(turned)).toBe('journal reserve does not allow a credit of M900');
  expect(await written({ kind: 'funding', lines: [['A100', 1]] })).toBe(
    'journal funding does not balance (sum 1, 1 lines)',
  );
});

test('LEND-16: given a memo account beside a real one, when they balance each other, then the refusal says by how much the memo accounts do not', async () => {
  const mixed: Journal = {
    kind: 'reserve',
    lines: [
      ['A100', 5],
      ['M901', -5],
    ],
  };
  expect(await written(mixed)).toBe('journal reserve the memo accounts do not balance (-5)');
});

test('LEND-16: given a line of another loan beside one of its own, when a journal has both, then it is refused', async () => {
  const both = (of: LabLoan | undefined): Journal => ({
    kind: 'rail_orphan',
    of,
    lines: [
      ['A230', 5, later],
      ['A105', -5],
    ],
  });
  for (const owner of [loan, undefined])
    expect(await written(both(owner))).toMatch(/another loan than its own/);
});

test('LEND-I30: given money of no loan, when it takes effect 400 days back, then it stands, and a day earlier it does not', async () => {
  expect(await written({ ...FUNDING, on: addDays(TODAY, -400) })).toBe('stands');
  expect(await written({ ...FUNDING, on: addDays(TODAY, -401) })).toMatch(/more than 400 days/);
});

test('LEND-I30: given two loans of a person, when something of one takes effect, then its own first day is the earliest', async () => {
  expect(await written({ ...ACCRUAL, of: loan, on: FIRST })).toBe('stands');
  expect(await written({ ...ACCRUAL, of: later, on: LATER })).toBe('stands');
  expect(await written({ ...ACCRUAL, of: later, on: addDays(LATER, -1) })).toMatch(/first day of the loan/);
});

test.each([
  // The rail says the day before, or two days before: its clock is behind ours by one midnight at most.
  ['on the day of', 0, 0],
  ['a day before', -1, -1],
  ['two days before', -2, -1],
  ['a day after', 1, 0],
])(
  'LEND-I30: given a loan that began %s its acceptance, when something of its payment takes effect, then no day before is allowed',
  async (_, began, earliest) => {
    await client.query('set local session_replication_role = replica');
    await client.query('update loans set disbursed_on = $2 where id = $1', [
      loan.loanId,
      addDays(FIRST, began),
    ]);
    await client.query('set local session_replication_role = origin');
    const on = (days: number) => written({ ...ORPHAN, of: loan, on: addDays(FIRST, days) });
    expect(await on(earliest)).toBe('stands');
    expect(await on(earliest - 1)).toMatch(/before the payment was accepted/);
  },
);
