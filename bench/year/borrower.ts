import { addDays, type BusinessDate } from '@mohlat/money';
import type { TestServer } from '../../apps/server/test/harness.ts';
import { Person } from '../../apps/server/test/person.ts';
import { type Random, seeded } from '@mohlat/lending/simulate';
import { type Temperament, TEMPERAMENTS } from './temperaments.ts';

/** The product and the outside world around it, wherever they run. */
export type World = TestServer;

/** A borrower of the year. */
export interface Borrower {
  readonly person: Person;
  readonly temperament: Temperament;
  readonly random: Random;
  /** The days a bill is to be paid on. */
  readonly billDays: readonly BusinessDate[];
  /** Ids of the cards, by their last four digits. */
  readonly cards: Map<string, string>;
  assessedOn: BusinessDate;
}

const SCORE_LEAST = 760;
const SCORES = 140;
const LETTERS = 26;

/** Signs a borrower up and takes them as far as a limit and a card, all over the product's own API. */
export async function createBorrower(
  world: World,
  number: number,
  seed: number,
  days: { readonly first: BusinessDate; readonly count: number },
): Promise<Borrower> {
  const random = seeded(seed * 1_000_003 + number);
  const letter = String.fromCharCode(65 + (number % LETTERS));
  const score = SCORE_LEAST + (Math.floor(number / LETTERS) % SCORES);
  const person = new Person(world, `SBXP${letter}0${score}A`);
  await person.ready();
  const temperament = TEMPERAMENTS[number % TEMPERAMENTS.length] ?? 'on time';
  const borrower: Borrower = {
    person,
    temperament,
    random,
    billDays: planBills(random, days),
    cards: new Map(),
    assessedOn: days.first,
  };
  await cardOf(borrower, '4021');
  if (temperament === 'bounces') await person.linkAccount(`5010${random.int(10_000_000, 99_999_999)}21`);
  return borrower;
}

/** One bill in the first weeks, and another one every quarter or so. */
function planBills(random: Random, { first, count }: { first: BusinessDate; count: number }): BusinessDate[] {
  const bills: BusinessDate[] = [];
  for (let day = random.int(0, Math.min(20, count / 12)); day < count - 5; day += random.int(35, 130))
    bills.push(addDays(first, day));
  return bills;
}

/** The card with this ending; it is added when it is needed first. */
export async function cardOf({ person, cards }: Borrower, ending: string): Promise<string> {
  const known = cards.get(ending);
  if (known !== undefined) return known;
  const { id } = await person.addCard(ending);
  cards.set(ending, id);
  return id;
}
