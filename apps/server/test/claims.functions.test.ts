import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from './lending-lab.ts';

let lab: Lab;
/** In the order of their people. Of the first person somebody holds one loan of two, and of the last all. */
let loans: readonly LabLoan[];
let held: readonly LabLoan[];
const nowhere: LabLoan = { userId: idOf('user nowhere'), loanId: idOf('loan nowhere') };

beforeAll(async () => {
  lab = await openLab();
  const made: LabLoan[] = [];
  for (const name of ['anna', 'ben', 'cara']) made.push(await lab.lend(`${name} one`, EMI3));
  made.sort((a, b) => (a.userId < b.userId ? -1 : 1));
  const first = await lab.lend(
    `${['anna', 'ben', 'cara'].find((one) => idOf(`user ${one}`) === made[0]!.userId)!} two`,
    EMI3,
  );
  loans = [...made, first];
  held = [first, made[2]!];
});
afterAll(() => lab.close());

/** Calls a function while somebody holds those rows of a table; takes back what it locked. */
async function besideHolder<T>(
  table: string,
  key: string,
  ids: readonly string[],
  call: string,
  values: unknown[],
) {
  const holder = await lab.owner.connect();
  const client = await lab.owner.connect();
  try {
    await holder.query('begin');
    await holder.query(`select 1 from ${table} where ${key} = any ($1) for update`, [ids]);
    await client.query('begin');
    const { rows } = await client.query<{ answer: T }>(`select ${call} as answer`, values);
    return rows.map(({ answer }) => answer);
  } finally {
    await client.query('rollback');
    await holder.query('rollback');
    client.release();
    holder.release();
  }
}

/** Backwards, as a look may have found them. */
const asked = () => [nowhere, ...loans].toReversed();
const people = (of: readonly LabLoan[]) => of.map(({ userId }) => userId);
const ids = (of: readonly LabLoan[]) => of.map(({ loanId }) => loanId);

test('given rows of which some are held and one is not there, when rows_claim claims them, then it answers the others in their order', async () => {
  const claimed = await besideHolder<string>(
    'loans',
    'id',
    ids(held),
    "(rows_claim('loans', $1::uuid[], $2::uuid[])).id",
    [people(asked()), ids(asked())],
  );
  expect(claimed).toEqual([loans[0]!.loanId, loans[1]!.loanId]);
});

test('given people without ids of rows, when rows_claim claims them, then a row is known by its person', async () => {
  const claimed = await besideHolder<string>(
    'credit_accounts',
    'user_id',
    [loans[2]!.userId],
    "(rows_claim('credit_accounts', $1::uuid[])).user_id",
    [people([nowhere, ...loans.slice(0, 3)])],
  );
  expect(claimed).toEqual(people(loans.slice(0, 2)));
});

test('given rows by their keys, when keys_claim claims them, then it answers the places of those without a lock', async () => {
  const keys = asked().map(({ userId, loanId }) => [userId, loanId]);
  const claimed = await besideHolder<number>(
    'loans',
    'id',
    ids(held),
    "keys_claim('loans', array['user_id', 'id'], $1::jsonb)",
    [JSON.stringify(keys)],
  );
  const free = asked().flatMap((one, index) => (held.includes(one) || one === nowhere ? [] : [index + 1]));
  expect(claimed).toEqual(free);
});

test('LEND-C5: given people of whom one is held and one is not there, when people_claim claims them, then it answers the others in their order', async () => {
  const claimed = await besideHolder<string>(
    'credit_accounts',
    'user_id',
    [loans[1]!.userId],
    'people_claim($1::uuid[])',
    [people([nowhere, ...loans.slice(0, 3)]).toReversed()],
  );
  expect(claimed).toEqual([loans[0]!.userId, loans[2]!.userId]);
});

test('LEND-C5: given people who are named twice or are not there, when people_lock locks them, then it answers each once, in their order', async () => {
  const locked = await besideHolder<string>('credit_accounts', 'user_id', [], 'people_lock($1::uuid[])', [
    people([...loans, nowhere]).toReversed(),
  ]);
  expect(locked).toEqual(people(loans.slice(0, 3)));
});
