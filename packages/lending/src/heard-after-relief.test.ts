import { addDays, type BusinessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import {
  booksOf,
  closeThrough,
  FIRST,
  type Kept,
  lent,
  loansOf,
  money,
  paidDemanded,
} from './backdating.testing.ts';
import { day, loanOf, sumsOf } from './borrowers.testing.ts';
import type { Money } from './received.ts';
import { type Random, seeded } from './simulate/random.ts';

const instantOf = (on: string, hour: number) => Date.parse(`${on}T00:00:00+05:30`) + hour * 3_600_000;

const paidAt = (hour: number, amountPaise: number, on: string, id = `r ${on} ${hour}`): Money =>
  money(amountPaise, on, { repaymentId: id, receivedAt: instantOf(on, hour) });

function waiveAt(kept: Kept, hour: number, grantedPaise: number, on: string): void {
  const granted = { component: 'penal', grantedPaise: paise(grantedPaise), effectiveOn: day(on) } as const;
  kept.waive('loan', { id: `w ${on}`, ...granted }, instantOf(on, hour));
}

/** The late charge of a loan, and the money that it holds for later instalments; in paise. */
function chargeOf(kept: Kept) {
  const { charges, earmarks } = loanOf(kept.borrower());
  const heldPaise = earmarks.reduce((sum, one) => sum + one.amountPaise, 0);
  return { paidPaise: charges[0]?.paidPaise, waivedPaise: charges[0]?.waivedPaise, heldPaise };
}

test('LEND-W5, LEND-W6: given a charge waived at noon, when money of that morning is heard of, then it counts before it, and a later replay leaves it so', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-19');
  waiveAt(kept, 12, 20_000, '2027-02-20');
  kept.hear(paidAt(10, 540_000, '2027-02-20'), day('2027-02-20'));
  expect(chargeOf(kept)).toEqual({ paidPaise: 20_000, waivedPaise: 0, heldPaise: 0 });
  closeThrough(kept, '2027-02-24');
  kept.hear(paidAt(10, 100, '2027-02-18'), day('2027-02-25'));
  expect(chargeOf(kept)).toEqual({ paidPaise: 20_000, waivedPaise: 0, heldPaise: 100 });
});

test('LEND-W5, LEND-24: given a charge waived at noon, when money of that afternoon comes, then the charge stays waived and no day is replayed', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-19');
  waiveAt(kept, 12, 20_000, '2027-02-20');
  kept.hear(paidAt(14, 540_000, '2027-02-20'), day('2027-02-20'));
  expect(chargeOf(kept)).toEqual({ paidPaise: 0, waivedPaise: 20_000, heldPaise: 20_000 });
  expect(loanOf(kept.borrower()).rewoundCount).toBe(0);
});

test('LEND-W5, LEND-24: given a waiver and money of one moment, when a later replay comes, then the charge stays waived', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-19');
  waiveAt(kept, 12, 20_000, '2027-02-20');
  kept.hear(paidAt(12, 540_000, '2027-02-20', 'a name before that of the waiver'), day('2027-02-20'));
  expect(chargeOf(kept)).toEqual({ paidPaise: 0, waivedPaise: 20_000, heldPaise: 20_000 });
  closeThrough(kept, '2027-02-24');
  kept.hear(paidAt(10, 100, '2027-02-18'), day('2027-02-25'));
  expect(chargeOf(kept)).toEqual({ paidPaise: 0, waivedPaise: 20_000, heldPaise: 20_100 });
});

test('LEND-W5, LEND-24: given a waiver that ended a loan at noon, when money of that morning is heard of, then it pays what was owed and does not go back', () => {
  const kept = lent();
  for (const on of ['2027-02-25', '2027-03-15', '2027-04-15']) {
    closeThrough(kept, addDays(day(on), -1));
    paidDemanded(on).let(kept);
  }
  closeThrough(kept, '2027-04-19');
  waiveAt(kept, 12, 20_000, '2027-04-20');
  expect(loanOf(kept.borrower()).status).toBe('closed');
  kept.hear(paidAt(10, 20_000, '2027-04-20'), day('2027-04-20'));
  expect(loanOf(kept.borrower())).toMatchObject({ status: 'closed', closedOn: '2027-04-20' });
  expect(chargeOf(kept)).toEqual({ paidPaise: 20_000, waivedPaise: 0, heldPaise: 0 });
  expect(sumsOf(kept.journals())['L310']).toBeUndefined();
});

test('LEND-W5, LEND-D5: given a loan written off at noon, when money of that morning is heard of, then the rest of it is written off', () => {
  const kept = lent();
  closeThrough(kept, '2027-09-30');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, instantOf('2027-10-01', 12));
  const lost = sumsOf(kept.journals())['E520'] ?? 0;
  kept.hear(paidAt(10, 500_000, '2027-10-01'), day('2027-10-01'));
  const sums = sumsOf(kept.journals());
  expect([loanOf(kept.borrower()).status, sums['E520'], sums['I430']]).toEqual([
    'written_off',
    lost - 500_000,
    undefined,
  ]);
});

interface Event {
  readonly heardAt: number;
  readonly hear: (kept: Kept) => void;
}

const HOURS = 24;
const SIZES = [100, 20_000, 40_000, 300_000, 520_000, 540_000, 1_100_000] as const;
/** Those who do not repay pay so little that they are written off. */
const SMALL = [100, 300, 2_000] as const;
/** Old enough to be written off. */
const WRITE_OFF_DAY = 225;
const DAYS = 240;

/** The events of a day in their order. Money may be heard of later on that day; staff decide when they decide. */
function eventsOf(random: Random, on: BusinessDate, number: number, sizes: readonly number[]): Event[] {
  const isToWriteOff = number === WRITE_OFF_DAY;
  const isBusy = isToWriteOff || random.chance(0.06);
  const count = isBusy ? random.int(2, 4) : 0;
  return Array.from({ length: count }, (_, turn): Event => {
    const hour = 2 * turn + 1;
    const instant = instantOf(on, hour);
    const id = `${on} ${turn}`;
    if (isToWriteOff && turn === 1) {
      return {
        heardAt: instant,
        hear: (kept) => kept.writeOff('loan', { id, effectiveOn: on }, instant),
      };
    }
    if (random.chance(0.35)) {
      const component = random.pick(['penal', 'penal', 'interest', 'fee'] as const);
      const granted = { id, component, grantedPaise: paise(random.int(100, 40_000)), effectiveOn: on };
      return { heardAt: instant, hear: (kept) => kept.waive('loan', granted, instant) };
    }
    const one = paidAt(hour, random.pick(sizes), on, id);
    const heardAt = instantOf(on, random.int(hour, HOURS - 1)) + turn;
    return { heardAt, hear: (kept) => kept.hear(one, on) };
  });
}

/** One random life of a loan; `isLate`: as its money was heard of. */
function lifeOf(seed: number, isLate: boolean) {
  const random = seeded(seed);
  const kept = lent(random.pick([1, 3, 6]));
  const sizes = random.chance(0.6) ? SIZES : SMALL;
  for (let number = 0; number < DAYS; number += 1) {
    const on = addDays(FIRST, number);
    const events = eventsOf(random, on, number, sizes);
    for (const one of isLate ? events.toSorted((a, b) => a.heardAt - b.heardAt) : events) one.hear(kept);
    kept.close(on);
  }
  const { status, rewoundCount } = loanOf(kept.borrower());
  return { status, rewoundCount, books: booksOf(kept.journals()), loans: loansOf(kept.borrower()) };
}

test('LEND-W5, LEND-W6: given random days of money, waivers and write-offs, when money is heard of hours late, then the books are those in order', () => {
  const ends = new Set<string>();
  let again = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const [atOnce, late] = [lifeOf(seed, false), lifeOf(seed, true)];
    expect(atOnce.rewoundCount).toBe(0);
    expect(late.books, `seed ${seed}`).toEqual(atOnce.books);
    expect(late.loans, `seed ${seed}`).toEqual(atOnce.loans);
    ends.add(late.status);
    again += late.rewoundCount;
  }
  expect([...ends]).toEqual(expect.arrayContaining(['closed', 'written_off']));
  expect(again).toBeGreaterThan(100);
});
