import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const EVE = '2031-03-01';
const DAY = '2031-03-02';
const AFTER = '2031-03-03';
const DUE = '2031-03-20';
const LATER = '2031-04-20';

interface Days {
  readonly closed_through_on: string;
  readonly next_on: string | null;
  readonly is_open?: boolean;
}
/** A day that was closed, by the names of the fields of days_closed. */
interface Closed {
  readonly after_on: string;
  readonly through_on: string;
  readonly known_next_on?: string | null;
  readonly next_on?: string | null;
}
interface Next {
  readonly known_next_on?: string | null;
  readonly next_on?: string | null;
}
interface Asked {
  readonly days: Days;
  readonly closed?: readonly Closed[];
  readonly set?: Next;
}
/** The loans of one person. */
type Loans = readonly Asked[];

const user = (name: string) => idOf(`user ${name}`);
const loan = (name: string, index: number) => idOf(`loan ${name} ${index}`);
const of = (name: string, index: number) => ({ user_id: user(name), loan_id: loan(name, index) });

async function layDays(client: pg.PoolClient, people: Readonly<Record<string, Loans>>): Promise<void> {
  for (const [name, loans] of Object.entries(people))
    for (const [index, { days }] of loans.entries())
      await lay(client, 'loan_days', { ...of(name, index), ...days });
}

/** Calls one of the functions with everything that is said of these people. */
async function call(client: pg.PoolClient, what: string, people: Readonly<Record<string, Loans>>) {
  const all = Object.entries(people).flatMap(([name, loans]) =>
    loans.map((asked, index) => ({ id: of(name, index), ...asked })),
  );
  const closed = all.flatMap(({ id, closed: days = [] }) => days.map((one) => ({ ...id, ...one })));
  const set = all.flatMap(({ id, set: next }) => (next ? [{ ...id, ...next }] : []));
  const list = (type: string, place: string) =>
    `array(select jsonb_populate_record(null::${type}, x) from jsonb_array_elements(${place}) x)`;
  const { rows } = await client.query<{ answer: string }>(
    `select ${what}(${list('days_closed', '$1')}, ${list('next_day_set', '$2')}) as answer`,
    [JSON.stringify(closed), JSON.stringify(set)],
  );
  return rows.map(({ answer }) => answer);
}

const HELD: Days = { closed_through_on: EVE, next_on: DUE };
const ENDED: Days = { ...HELD, is_open: false };
const CLOSED: Closed = { after_on: EVE, through_on: DAY, known_next_on: DUE };
const TWO: readonly Closed[] = [
  { ...CLOSED, after_on: DAY, through_on: AFTER, known_next_on: LATER },
  CLOSED,
];

/** The decisions about the days of a person's loans, and whether they are stale by now. */
const STALE: Readonly<Record<string, readonly [loans: Loans, isStale: boolean]>> = {
  'is as it was known': [[{ days: HELD, closed: [CLOSED] }], false],
  'closes two days': [[{ days: HELD, closed: TWO }], false],
  'was closed further': [[{ days: { ...HELD, closed_through_on: DAY }, closed: [CLOSED] }], true],
  'is looked at earlier': [[{ days: { ...HELD, next_on: AFTER }, closed: [CLOSED] }], true],
  'has no next day': [
    [{ days: { ...HELD, next_on: null }, closed: [{ ...CLOSED, known_next_on: null }] }],
    false,
  ],
  'does not ask for the next day': [
    [{ days: { ...HELD, next_on: AFTER }, closed: [{ ...CLOSED, known_next_on: 'infinity' }] }],
    false,
  ],
  'has ended': [[{ days: ENDED, closed: [CLOSED] }], true],
  'has another loan that ended': [[{ days: ENDED }, { days: HELD, closed: [CLOSED] }], false],
  'sets the next day': [[{ days: HELD, set: { known_next_on: DUE } }], false],
  'sets another next day': [[{ days: HELD, set: { known_next_on: LATER } }], true],
  'closes and sets': [[{ days: HELD, closed: [CLOSED], set: { known_next_on: LATER } }], false],
  'closes one and sets another': [
    [
      { days: HELD, closed: [CLOSED] },
      { days: HELD, set: { known_next_on: LATER } },
    ],
    true,
  ],
};

test('LEND-B1: given days that were decided, when they are not where the decision knew them, then book_stale_days names the person', async () => {
  const people = Object.fromEntries(Object.entries(STALE).map(([name, [loans]]) => [name, loans]));
  const stale = await amongLaid(lab, async (client) => {
    await layDays(client, people);
    return call(client, 'book_stale_days', people);
  });
  expect(stale).toEqual(
    Object.keys(STALE)
      .filter((name) => STALE[name]![1])
      .map(user)
      .toSorted(),
  );
});

/** Writings of a person's loans, and how each stands then: closed through, and looked at next. */
const WRITTEN: Readonly<
  Record<string, readonly [loans: Loans, stands: readonly (readonly [string, string | null])[]]>
> = {
  'closes a day': [[{ days: HELD, closed: [{ ...CLOSED, next_on: LATER }] }], [[DAY, LATER]]],
  'closes two days': [
    [
      {
        days: HELD,
        closed: [
          { ...CLOSED, after_on: DAY, through_on: AFTER, next_on: LATER },
          { ...CLOSED, next_on: DUE },
        ],
      },
    ],
    [[AFTER, LATER]],
  ],
  'closes an ended loan': [[{ days: ENDED, closed: [{ ...CLOSED, next_on: LATER }] }], [[DAY, null]]],
  'sets the next day': [[{ days: HELD, set: { next_on: LATER } }], [[EVE, LATER]]],
  'sets that of an ended loan': [[{ days: ENDED, set: { next_on: LATER } }], [[EVE, null]]],
  'says nothing of another loan': [
    [
      { days: { ...HELD, next_on: AFTER } },
      { days: HELD, closed: [{ ...CLOSED, next_on: LATER }] },
      { days: HELD, set: { next_on: AFTER } },
    ],
    [
      [EVE, AFTER],
      [DAY, LATER],
      [EVE, AFTER],
    ],
  ],
};

test('LEND-B1: given days that were decided, when book_days writes them, then each loan is closed through its last and looked at next as that says', async () => {
  const people = Object.fromEntries(Object.entries(WRITTEN).map(([name, [loans]]) => [name, loans]));
  const written = await amongLaid(lab, async (client) => {
    await layDays(client, people);
    // Those of whom no day was closed are written alone, too.
    const closes = ([, loans]: [string, Loans]) => loans.some(({ closed }) => closed !== undefined);
    const all = Object.entries(people);
    await call(client, 'book_days', Object.fromEntries(all.filter((one) => !closes(one))));
    await call(client, 'book_days', Object.fromEntries(all.filter(closes)));
    const { rows } = await client.query<{ id: string; closed: string; next: string | null }>(
      'select loan_id as id, closed_through_on::text as closed, next_on::text as next from loan_days where user_id = any ($1)',
      [Object.keys(people).map(user)],
    );
    return new Map(rows.map(({ id, closed, next }) => [id, [closed, next]]));
  });
  for (const [name, [, stands]] of Object.entries(WRITTEN))
    expect([name, stands.map((_, index) => written.get(loan(name, index)))]).toEqual([name, stands]);
});

test.each<readonly [string, Asked]>([
  [
    'after another day than the last closed one',
    { days: HELD, closed: [{ ...CLOSED, after_on: DAY, through_on: AFTER }] },
  ],
  [
    'with a gap between them',
    { days: HELD, closed: [CLOSED, { ...CLOSED, after_on: AFTER, through_on: DUE }] },
  ],
  ['of a loan that is not there', { days: { ...HELD }, closed: [CLOSED] }],
  ['that are looked at next, of a loan that is not there', { days: HELD, set: { next_on: LATER } }],
])('LEND-B1: given days %s, when book_days writes them, then nothing is written', async (what, asked) => {
  const written = amongLaid(lab, async (client) => {
    if (!what.endsWith('not there')) await layDays(client, { one: [asked] });
    await call(client, 'book_days', { one: [asked] });
  });
  await expect(written).rejects.toThrow();
});

test('LEND-B1: given loans without a later look, when the book is closed further, then they are closed up to it, or up to the day before their next', async () => {
  const answered = await amongLaid(lab, async (client) => {
    await lay(client, 'business_days', {
      day_on: AFTER,
      opened_at: lab.clock.now(),
      loans_closed_at: lab.clock.now(),
    });
    const through = async (closed: string, next: string | null) =>
      (await client.query<{ day: string }>('select loan_closed_through($1, $2)::text as day', [closed, next]))
        .rows[0]!.day;
    const days = [
      await through(EVE, DUE),
      await through(EVE, AFTER),
      await through(EVE, null),
      await through(DUE, LATER),
    ];
    await lay(client, 'loan_days', { ...of('one', 0), closed_through_on: EVE, next_on: null });
    await lay(client, 'loan_days', { ...of('one', 1), closed_through_on: DAY, next_on: null });
    await lay(client, 'loan_days', {
      ...of('one', 2),
      closed_through_on: DUE,
      next_on: null,
      is_open: false,
    });
    const { rows } = await client.query<{ day: string }>('select borrower_closed_through($1)::text as day', [
      user('one'),
    ]);
    return [...days, rows[0]!.day];
  });
  expect(answered).toEqual([AFTER, DAY, EVE, DUE, DAY]);
});
