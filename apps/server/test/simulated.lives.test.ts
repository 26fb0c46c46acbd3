import { ARREARS_DAYS, type ArrearsBucket, arrearsBucketOf, standingOn } from '@mohlat/lending';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLateFor, loadBorrowers } from '../src/features/lending/index.ts';
import { type Lab, idOf, openLab } from './lending-lab.ts';
import { brokenSums } from './sums.ts';
import { expectSame, livesToLive } from './living.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Those of the temperament "rewarded" are lived beside the feature that rewards (`rewards.lives.test.ts`). */
const lives = livesToLive((temperament) => temperament !== 'rewarded');

test.each(lives.map((life) => [life.options.userId, life.options.temperament, life] as const))(
  'LEND-W6: given the simulated life of %s, %s, when the database lives it, then its journals are the same',
  (_, __, life) => expectSame(lab, life),
);

/** The bucket of each loan on each closed day, as lists compare its facts with a date. */
const BUCKETS = `
  select l.id, day::date::text as on, ${Object.entries(ARREARS_DAYS)
    .map(([bucket, { from }]) => `${from === 0 ? 'true' : isLateFor(String(from), 'day::date')} as ${bucket}`)
    .join(', ')}
  from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
  cross join generate_series(l.disbursed_on, d.closed_through_on, interval '1 day') as day
  left join lateral (
    select f.business_on, f.dpd, f.class from dpd_log f
    where f.user_id = d.user_id and f.loan_id = d.loan_id and f.is_active and f.business_on <= day
    order by f.business_on desc limit 1) g on true
  where l.user_id = $1 order by l.id, day`;

test.each(lives.map((life) => [life.options.userId] as const))(
  'LEND-D6: given the simulated life of %s, when a list compares facts with a day, then buckets are the kernel’s',
  async (name) => {
    const userId = idOf(`user ${name}`);
    const [borrower, rows] = await lab.worker.forUser(userId, async (tx) => [
      (await loadBorrowers(tx, [userId]))[0]!,
      await tx.call<Reached & { id: string; on: string }>(BUCKETS, [userId]),
    ]);
    const listed = rows.map(({ id, on, ...reached }) => [id, on, LAST_FIRST.find((one) => reached[one])]);
    const decided = borrower.loans
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((loan) =>
        daysFrom(loan.disbursedOn, loan.closedThroughOn).map((on) => [
          loan.id,
          on,
          arrearsBucketOf(standingOn(loan, on)?.dpd ?? 0),
        ]),
      );
    expect(listed).toEqual(decided);
    expect(listed.length).toBeGreaterThan(0);
  },
);

type Reached = Record<ArrearsBucket, boolean>;
const LAST_FIRST = (Object.keys(ARREARS_DAYS) as ArrearsBucket[]).toReversed();

function daysFrom(firstOn: BusinessDate, lastOn: BusinessDate): BusinessDate[] {
  return Array.from({ length: 1 + daysBetween(firstOn, lastOn) }, (_, index) => addDays(firstOn, index));
}

test('LEND-W6: given the simulated lives, when they were lived, then relief and parts paid early were taken back, too', async () => {
  const { rows } = await lab.owner.query<{ kind: string; is_back: boolean }>(
    `select j.source_kind as kind, exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id) as is_back
     from journals j where j.source_kind in ('waiver', 'write_off', 'recovery', 'ecl') group by 1, 2`,
  );
  const lived = rows.map(({ kind, is_back: isBack }) => `${kind} ${isBack}`);
  expect(lived.toSorted()).toEqual(
    ['ecl', 'recovery', 'waiver', 'write_off'].flatMap((kind) => [`${kind} false`, `${kind} true`]),
  );
  const parts = await lab.owner.query(
    'select distinct written_by from instalments where written_by is not null and not is_active and released_by is null',
  );
  expect(parts.rows.length).toBeGreaterThan(0);
});

test('LEND-W7: given the simulated lives, when they were lived, then money was lost and bills came back', async () => {
  const beside = ['chargeback', 'refund', 'unidentified', 'unwind'];
  const { rows } = await lab.owner.query<{ kind: string }>(
    'select distinct source_kind as kind from journals where source_kind = any ($1) order by 1',
    [beside],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(beside);
});

test('LEND-17: given the simulated lives, when all were lived, then every invariant of the database holds', async () => {
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
});
