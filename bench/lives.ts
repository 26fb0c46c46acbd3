import { parseArgs } from 'node:util';
import { type Life, livesOf } from '@mohlat/lending/simulate';
import { businessDate } from '@mohlat/money';
import { machine } from './accept/machine.ts';

/** Borrower-years a second that are wanted of one core. */
const WANTED = 100;
const YEAR_DAYS = 365;
const BATCH = 30;
const WARM_UP = 2;

/**
 * Measures how fast borrowers live in memory: years of every temperament with faults, each step checked against the invariants.
 * A rate counts CPU seconds. The quickest batch says most on a machine whose caches other work shares; the ratio compares that
 * batch with the wanted rate.
 */
export function runLivesBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { years: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
  });
  const years = Number(values.years);
  const tally = { loans: 0, journals: 0, daysAgain: 0 };
  const rates: number[] = [];
  const began = performance.now();
  const firstOn = businessDate('2026-01-10');
  const people = years + WARM_UP * BATCH;
  const lives = livesOf({ seed: Number(values.seed), people, firstOn, days: YEAR_DAYS, hasFaults: true });
  for (let number = 0; number < people; number += BATCH) {
    const cpu = process.cpuUsage();
    const count = live(lives, tally);
    const { user, system } = process.cpuUsage(cpu);
    if (number >= WARM_UP * BATCH) rates.push((count * 1_000_000) / (user + system));
  }
  const sorted = rates.toSorted((a, b) => a - b);
  const best = sorted.at(-1) ?? 0;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  say(
    `${people} borrower-years in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${tally.loans} loans, ` +
      `${tally.journals} journals, ${tally.daysAgain} days lived again`,
  );
  say(
    `borrower-years a second of one core: ${middle.toFixed(0)} in the middle, ${best.toFixed(0)} at best, ` +
      `ratio ${(best / WANTED).toFixed(2)} to ${WANTED}`,
  );
  say(JSON.stringify(machine()));
  return Promise.resolve();
}

/** Lives a batch; answers how many that were. */
function live(lives: Iterator<Life>, tally: { loans: number; journals: number; daysAgain: number }): number {
  let count = 0;
  for (; count < BATCH; count += 1) {
    const { done, value } = lives.next();
    if (done) break;
    tally.loans += value.borrower.loans.length;
    tally.journals += value.journals.length;
    tally.daysAgain += value.daysAgain;
  }
  return count;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
