import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';

const START = businessDate('2026-01-10');
const on = (days: number): BusinessDate => addDays(START, days);

interface Money {
  readonly name: string;
  readonly amountPaise: number;
  readonly day: number;
  /** Days until we hear of it. */
  readonly delay: number;
}
interface Borrower {
  readonly name: string;
  readonly billPaise: number;
  readonly instalments: number;
  readonly startDay: number;
  readonly money: readonly Money[];
}

/** The same numbers in every run: a failure can be looked at again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

function borrowers(count: number, seed: number): Borrower[] {
  const pick = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const instalments = [1, 3, 3, 6, 12][pick(5)]!;
    const billPaise = (5_000 + pick(40_000)) * 100 + pick(100);
    const money = Array.from({ length: pick(8) }, (__, turn) => ({
      name: `b${index}-${turn}`,
      amountPaise: [
        pick(billPaise) + 1,
        Math.ceil(billPaise / instalments),
        Math.ceil((billPaise * 108) / 100),
        pick(90_000) + 100,
      ][pick(4)]!,
      day: pick(230) + 1,
      delay: pick(3) === 0 ? pick(40) : 0,
    }));
    // Two loans for every fourth person: the worse one speaks for both.
    const person = index % 4 === 3 ? index - 1 : index;
    return { name: `p${person} l${index}`, billPaise, instalments, startDay: 0, money };
  });
}

async function live(lab: Lab, people: readonly Borrower[], heard: (money: Money) => number, closes: boolean) {
  const loans = new Map<string, LabLoan>();
  for (const one of people) {
    loans.set(
      one.name,
      await lab.lend(one.name, {
        billPaise: one.billPaise,
        instalments: one.instalments,
        disbursedOn: on(one.startDay),
      }),
    );
  }
  const events = people
    .flatMap((one) => one.money.map((money) => ({ one, money, heardOn: heard(money) })))
    .toSorted((a, b) => a.heardOn - b.heardOn || (a.money.name < b.money.name ? -1 : 1));
  for (let day = 0; day <= 280; day += 1) {
    lab.set(noonOf(on(day)));
    if (closes && day > 0) for (const loan of loans.values()) await lab.catchUp(loan, on(day - 1));
    for (const { one, money } of events.filter((event) => event.heardOn === day))
      await lab.credit(loans.get(one.name)!, money.name, money.amountPaise, takenAt(money));
  }
  lab.set(noonOf(on(281)));
  for (const loan of loans.values()) await lab.catchUp(loan, on(280));
}

/** Each at its own minute of the day, so that one day's money has an order. */
function takenAt(money: Money): Date {
  return new Date(noonOf(on(money.day)).getTime() + Number(money.name.split('-')[1]) * 60_000);
}

describe('a year of borrowers who pay on time, late, in part, ahead, twice or never', () => {
  const labs: Lab[] = [];
  beforeAll(async () => {
    labs.push(await openLab(), await openLab());
  });
  afterAll(async () => {
    for (const lab of labs) await lab.close();
  });

  test(
    'LEND-W6: money heard of late ends in the same books as money heard of at once',
    { timeout: 240_000 },
    async () => {
      const people = borrowers(32, 20_260_110);
      const [atOnce, late] = labs as [Lab, Lab];
      await live(atOnce, people, (money) => money.day, false);
      expect(await atOnce.broken()).toEqual([]);
      await live(late, people, (money) => money.day + money.delay, true);
      expect(await late.broken()).toEqual([]);
      expect(await bookOutcome(late)).toEqual(await bookOutcome(atOnce));
    },
  );
});
