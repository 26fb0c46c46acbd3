import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { somebody } from './steps.ts';

type Entry = readonly [account: string, amountPaise: number, loanId?: string | null];

interface Posting {
  readonly kind: string;
  readonly lines: readonly Entry[];
  readonly sourceId?: string;
  readonly loanId?: string | null;
  /** Days from the day it is posted on; or a date. */
  readonly effectiveOn?: string;
}

let server: TestServer;
/** Two people with a paid bill each. */
let asha: { userId: string; loanId: string };
let ravi: { userId: string; loanId: string };

beforeAll(async () => {
  server = await startTestServer();
  [asha, ravi] = [await aPaidBill(), await aPaidBill()];
});
afterAll(() => server.stop());

async function aPaidBill() {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { id: loanId } = await person.pay(card.id, 300_000, 3);
  await person.untilBill(loanId, 'paid');
  return { userId: (await person.ok<{ id: string }>('GET', '/me')).id, loanId };
}

/** The business day that is open, and one some days away from it. */
async function dayAt(days: number): Promise<string> {
  const { rows } = await server.sql.query<{ day: string }>(
    'select (max(day_on) + $1::integer)::text as day from business_days',
    [days],
  );
  return rows[0]!.day;
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** As the worker does it: through the posting function, for Asha. */
async function post({ kind, lines, sourceId = randomUUID(), loanId = null, effectiveOn }: Posting) {
  const on = effectiveOn ?? (await dayAt(0));
  return inTransaction(async (client) => {
    await client.query('set local role mohlat_worker');
    await client.query("select set_config('app.user_id', $1, true)", [asha.userId]);
    const postings = lines.map(([account, amountPaise, of = loanId]) => ({
      account,
      amountPaise,
      loanId: of,
    }));
    const { rows } = await client.query<{ id: string }>(
      `select ledger_post($1, $2, $3, $4, $5, (select max(day_on) from business_days) + time '12:00', $6) as id`,
      [asha.userId, kind, sourceId, loanId, on, JSON.stringify(postings)],
    );
    return rows[0]!.id;
  });
}

/** As the owner of the tables: without any function, in statements of their own. */
async function insertByHand(
  { kind, lines, loanId = null, effectiveOn }: Posting,
  reversalOf: string | null = null,
): Promise<string> {
  const day = await dayAt(0);
  return inTransaction(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at, reversal_of)
       values ($1, $2, $3, $4, $5, $6, $6::date + time '06:00', $7) returning id`,
      [asha.userId, kind, randomUUID(), loanId, effectiveOn ?? day, day, reversalOf],
    );
    await addLines(client, rows[0]!.id, lines, 1, loanId);
    return rows[0]!.id;
  });
}

async function addLines(
  client: pg.PoolClient,
  journalId: string,
  lines: readonly Entry[],
  from: number,
  loanId: string | null = null,
): Promise<void> {
  if (lines.length === 0) return;
  await client.query(
    `insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
     select $1, $2, row_number() over () + $3, account, loan_id, amount
     from unnest($4::text[], $5::uuid[], $6::bigint[]) as x(account, loan_id, amount)`,
    [
      asha.userId,
      journalId,
      from - 1,
      lines.map(([account]) => account),
      lines.map(([, , of = loanId]) => of),
      lines.map(([, amount]) => amount),
    ],
  );
}

const FUNDING: Posting = {
  kind: 'funding',
  lines: [
    ['A100', 500],
    ['Q600', -500],
  ],
};

/** Postings that must be refused, and the message of each refusal. Lines are in paise, debit positive. */
const REFUSED: readonly (Posting & { readonly what: string; readonly says: RegExp })[] = [
  { what: 'a journal of one line', ...FUNDING, lines: [['A100', 500]], says: /does not balance/ },
  {
    what: 'a journal that does not balance',
    ...FUNDING,
    lines: [
      ['A100', 500],
      ['Q600', -499],
    ],
    says: /does not balance/,
  },
  {
    what: 'a memo account against a real one',
    kind: 'reserve',
    lines: [
      ['A100', 500],
      ['M901', -500],
    ],
    says: /memo accounts do not balance/,
  },
  {
    what: 'an unknown kind of event',
    ...FUNDING,
    kind: 'gift',
    says: /gift does not allow a (debit of A100|credit of Q600)/,
  },
  {
    what: 'an account that has no part in the event',
    kind: 'funding',
    lines: [
      ['A100', 500],
      ['I400', -500],
    ],
    says: /funding does not allow a credit of I400/,
  },
  {
    what: 'the wrong side of an account',
    kind: 'reserve',
    lines: [
      ['M901', 500],
      ['M900', -500],
    ],
    says: /reserve does not allow a (debit of M901|credit of M900)/,
  },
  { what: 'a date of 1999', ...FUNDING, effectiveOn: '1999-06-01', says: /more than 400 days before/ },
  { what: 'a date of 2099', ...FUNDING, effectiveOn: '2099-06-01', says: /after the day it is posted on/ },
];

describe.each([
  ['through the posting function', post],
  ['by the owner of the tables', insertByHand],
] as const)('LEND-16: %s', (_way, write) => {
  test.each(REFUSED)('$what is refused', async ({ what: _what, says, ...posting }) => {
    await expect(write(posting)).rejects.toThrow(says);
  });

  test("another person's loan is refused", async () => {
    const lines: Entry[] = [
      ['A230', 500],
      ['A105', -500],
    ];
    const posting = { kind: 'rail_orphan', lines, loanId: ravi.loanId };
    await expect(write(posting)).rejects.toThrow(/no payment of this person/);
  });

  test('a line of another loan than the one the journal is about is refused', async () => {
    const lines: Entry[] = [
      ['A230', 500, ravi.loanId],
      ['A105', -500],
    ];
    const posting = { kind: 'rail_orphan', lines, loanId: asha.loanId };
    await expect(write(posting)).rejects.toThrow(/another loan/);
  });

  test('what belongs to a loan is refused before its first day', async () => {
    const lines: Entry[] = [
      ['A210', 500],
      ['I410', -500],
    ];
    const posting = { kind: 'accrual', lines, loanId: asha.loanId, effectiveOn: await dayAt(-1) };
    await expect(write(posting)).rejects.toThrow(/before the first day of the loan/);
  });

  test('what belongs to a payment is refused before it was accepted', async () => {
    const lines: Entry[] = [
      ['A230', 500],
      ['A105', -500],
    ];
    const posting = { kind: 'rail_orphan', lines, loanId: asha.loanId, effectiveOn: await dayAt(-1) };
    await expect(write(posting)).rejects.toThrow(/before the payment was accepted/);
  });

  test('what the chart allows is written', async () => {
    await expect(write(FUNDING)).resolves.toMatch(/-/);
    await expect(write({ ...FUNDING, effectiveOn: await dayAt(-400) })).resolves.toMatch(/-/);
  });
});

describe('LEND-16: the posting function, asked again', () => {
  test('the same event with the same lines answers the first journal', async () => {
    const sourceId = randomUUID();
    const first = await post({ ...FUNDING, sourceId });
    await expect(post({ ...FUNDING, sourceId })).resolves.toBe(first);
  });

  test('the same event with another value date is an error', async () => {
    const sourceId = randomUUID();
    const lines = FUNDING.lines;
    await post({ ...FUNDING, lines, sourceId, effectiveOn: await dayAt(-1) });
    for (const days of [-2, 0])
      await expect(post({ ...FUNDING, lines, sourceId, effectiveOn: await dayAt(days) })).rejects.toThrow(
        /stands already with another value date/,
      );
    await post({ ...FUNDING, lines, sourceId, effectiveOn: await dayAt(-1) });
  });

  test('an event dated by the day it is posted on is the same one when it is asked for again after midnight', async () => {
    const client = await server.sql.connect();
    const sourceId = randomUUID();
    const postOn = async (day: string, effectiveOn = day) => {
      const postings = FUNDING.lines.map(([account, amountPaise]) => ({
        account,
        amountPaise,
        loanId: null,
      }));
      const { rows } = await client.query<{ id: string }>(
        "select ledger_post($1, $2, $3, null, $4, $5::date + time '12:00', $6) as id",
        [asha.userId, FUNDING.kind, sourceId, effectiveOn, day, JSON.stringify(postings)],
      );
      return rows[0]!.id;
    };
    try {
      await client.query('begin');
      await client.query("select set_config('app.user_id', $1, true)", [asha.userId]);
      const [today, tomorrow] = [await dayAt(0), await dayAt(1)];
      const first = await postOn(today);
      expect(await postOn(tomorrow)).toBe(first);
      expect(await postOn(tomorrow, today)).toBe(first);
      await expect(postOn(tomorrow, await dayAt(-1))).rejects.toThrow(/another value date/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('the same event with other lines, or of another loan, is an error', async () => {
    const sourceId = randomUUID();
    await post({ ...FUNDING, sourceId });
    const lines: Entry[] = [
      ['A100', 700],
      ['Q600', -700],
    ];
    await expect(post({ ...FUNDING, lines, sourceId })).rejects.toThrow(/stands already with other lines/);
    const same: Entry[] = FUNDING.lines.map(([account, amount]) => [account, amount, null]);
    const ofLoan = post({ ...FUNDING, lines: same, sourceId, loanId: asha.loanId });
    await expect(ofLoan).rejects.toThrow(/stands already/);
  });
});

describe('LEND-16: by the owner of the tables', () => {
  test('no line is added to a journal that stands', async () => {
    const id = await insertByHand(FUNDING);
    const more = inTransaction((client) => addLines(client, id, FUNDING.lines, 3));
    await expect(more).rejects.toThrow(/all its lines at once/);
  });

  test('a journal without lines is refused', async () => {
    await expect(insertByHand({ ...FUNDING, lines: [] })).rejects.toThrow(/has no lines/);
  });

  test('a posting on a day that was never opened is refused', async () => {
    await expect(
      inTransaction((client) =>
        client.query(
          `with made as (
             insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
             values ($1, 'funding', gen_random_uuid(), '2099-01-01', '2099-01-01', '2099-01-01') returning user_id, id)
           insert into postings (user_id, journal_id, line, account, amount_paise)
           select user_id, id, line, account, amount from made, (values (1, 'A100', 5), (2, 'Q600', -5)) as x(line, account, amount)`,
          [asha.userId],
        ),
      ),
    ).rejects.toThrow(/no open business day/);
  });

  test('LEND-15: a posting of a day is allowed up to the instant that closes the day, and refused after it', async () => {
    const day = await dayAt(0);
    const postAt = (time: string) =>
      inTransaction(async (client) => {
        await client.query(`update business_days set closed_at = $1::date + time '12:00' where day_on = $1`, [
          day,
        ]);
        await client.query(
          `with made as (
             insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
             values ($1, 'funding', gen_random_uuid(), $2, $2, $2::date + $3::time) returning user_id, id)
           insert into postings (user_id, journal_id, line, account, amount_paise)
           select user_id, id, line, account, amount from made, (values (1, 'A100', 5), (2, 'Q600', -5)) as x(line, account, amount)`,
          [asha.userId, day, time],
        );
        throw new Error('undone');
      });
    await expect(postAt('12:00')).rejects.toThrow('undone');
    await expect(postAt('12:00:00.000001')).rejects.toThrow(/no open business day/);
  });

  test('a reversal that is no mirror is refused', async () => {
    const id = await insertByHand(FUNDING);
    const half: Entry[] = [
      ['Q600', 250],
      ['A100', -250],
    ];
    await expect(insertByHand({ kind: 'reversal', lines: half }, id)).rejects.toThrow(/is no mirror/);
    const mirror: Entry[] = [
      ['Q600', 500],
      ['A100', -500],
    ];
    await expect(insertByHand({ kind: 'reversal', lines: mirror })).rejects.toThrow(/is no mirror/);
    const otherDay = { kind: 'reversal', lines: mirror, effectiveOn: await dayAt(-1) };
    await expect(insertByHand(otherDay, id)).rejects.toThrow(/is no mirror/);
    await expect(insertByHand({ kind: 'reversal', lines: mirror }, id)).resolves.toMatch(/-/);
    await expect(insertByHand({ kind: 'reversal', lines: mirror }, id)).rejects.toThrow(/reversed_once/);
  });
});
