import { addDays, type BusinessDate } from '@mohlat/money';
import { seeded } from './random.ts';
import { type Life, type LifeOptions, simulate } from './simulate.ts';
import { TEMPERAMENTS } from './temperaments.ts';

export interface LivesOptions {
  readonly seed: number;
  readonly people: number;
  readonly firstOn: BusinessDate;
  readonly days: number;
  readonly hasFaults: boolean;
}

const LATE_PERCENT = 15;
const OUTAGE_SHARE = 0.03;

/** Borrowers of every temperament in turn, who live beside each other through the same outages. */
export function* livesOf({ seed, people, firstOn, days, hasFaults }: LivesOptions): Generator<Life> {
  const outages = new Set(hasFaults ? outagesOf(seed, firstOn, days) : []);
  for (let number = 0; number < people; number += 1) {
    const temperament = TEMPERAMENTS[number % TEMPERAMENTS.length] ?? 'punctual';
    const options: LifeOptions = {
      userId: `p${number}`,
      seed: seed * 1_000_003 + number,
      temperament,
      firstOn,
      days,
      faults: { latePercent: hasFaults ? LATE_PERCENT : 0, outages },
    };
    yield simulate(options);
  }
}

function outagesOf(seed: number, firstOn: BusinessDate, days: number): BusinessDate[] {
  const random = seeded(seed);
  return Array.from({ length: days }, (_, number) => addDays(firstOn, number)).filter(() =>
    random.chance(OUTAGE_SHARE),
  );
}
