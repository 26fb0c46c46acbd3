import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Book, overviewJobs, readBook } from './overview.book.ts';
import { dueOf, outstandingOf } from './overview.rules.ts';
import { trialBalance } from '#ledger/books.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  const terms = { billPaise: 1_500_000, instalments: 3 };
  const late = await lab.lend('late l', { ...terms, disbursedOn: businessDate('2027-01-02') });
  await lab.lend('calm l', { ...terms, disbursedOn: businessDate('2027-01-15') });
  await lab.lend('paid l', { ...terms, disbursedOn: businessDate('2027-01-20') });
  lab.set(noonOf(businessDate('2027-02-08')));
  await lab.catchUp(late, businessDate('2027-02-07'));
  // The book is closed through the eve; two loans lag, for nothing happened to them.
  await lab.owner.query("update business_days set loans_closed_at = now() where day_on = '2027-02-07'");
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at, loans_closed_at) values ('2027-02-07', now(), now(), now())
     on conflict (day_on) do update set loans_closed_at = now()`,
  );
});
afterAll(() => lab.close());

const read = (askedMax?: number): Promise<Book> =>
  lab.worker.plain((tx) => readBook(tx, lab.clock.now(), askedMax));

async function trial(...accounts: string[]): Promise<number> {
  const client = await lab.owner.connect();
  try {
    const rows = await trialBalance(client);
    return rows
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, one) => sum + Number(one.paise), 0);
  } finally {
    client.release();
  }
}

const jobs = async () =>
  (await lab.owner.query("select 1 from graphile_worker.jobs where task_identifier = 'overview.add_up'"))
    .rowCount;

test('LEND-A1: given loans whose interest is not posted, when the book is added up, then it is the trial balance', async () => {
  const { sums, asOf } = await read();
  expect(asOf).toEqual(lab.clock.now());
  expect(outstandingOf(sums)).toMatchObject({
    principalPaise: await trial('A200', 'A201'),
    feePaise: await trial('A202', 'A203'),
    interestPaise: await trial('A210', 'A211'),
    chargesPaise: await trial('A220', 'A221'),
  });
  expect(dueOf(sums).totalPaise).toBe(await trial('A201', 'A203', 'A211', 'A220', 'A221'));
  const posted = await lab.owner.query<{ paise: string }>(
    "select sum(balance_paise)::text as paise from account_balances where account in ('A210', 'A211')",
  );
  // Seventeen days of one loan and twelve of the other are not posted, or they were in the books already.
  expect(outstandingOf(sums).interestPaise).toBeGreaterThan(Number(posted.rows[0]!.paise));
  expect(sums.map(({ month, status, bucket, loans }) => [month, status, bucket, loans])).toEqual(
    expect.arrayContaining([
      ['2027-01', 'active', 'd1_30', 1],
      ['2027-01', 'active', 'current', 2],
    ]),
  );
});

test('LEND-A1: given a large book, when asked for twice, then it is added up once and says of when', async () => {
  const first = await read(2);
  expect(first.sums).toEqual((await read()).sums);
  const begunAt = lab.clock.now();
  lab.set(new Date(begunAt.getTime() + 59_000));
  const second = await read(2);
  expect(second.asOf).toEqual(begunAt);
  expect(second.sums).toHaveLength(first.sums.length);
  expect(await jobs()).toBe(0);
});

test('LEND-A1: given a large book that is old, when asked for, then a job adds it up for the next who asks', async () => {
  lab.set(new Date(lab.clock.now().getTime() + 120_000));
  const old = await read(2);
  expect(old.asOf < lab.clock.now()).toBe(true);
  await read(2);
  expect(await jobs()).toBe(1);
  const [job] = overviewJobs(lab.deps);
  await job!.run({}, { attempt: 1, isLastAttempt: false });
  expect(await read(2)).toMatchObject({ asOf: lab.clock.now() });
});
