import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { numbers } from '#test/random-lives.ts';

const START = businessDate('2026-01-10');
const LAST_DAY = 280;
const on = (days: number): BusinessDate => addDays(START, days);

/** Something that happens to a loan on a day and is heard of on that day or later. */
interface Event {
  readonly name: string;
  readonly what: 'money' | 'interest' | 'fee' | 'penal' | 'write_off' | 'agreement';
  readonly paise: number;
  readonly day: number;
  readonly delay: number;
}

interface Borrower {
  readonly name: string;
  readonly billPaise: number;
  readonly instalments: number;
  readonly events: readonly Event[];
}

/** Written off, and two sums come in for it, the later one heard of first. */
const RECOVERED: Borrower = {
  name: 'px lx',
  billPaise: 2_000_000,
  instalments: 3,
  events: [
    { name: 'bx end', what: 'write_off', paise: 0, day: 250, delay: 0 },
    { name: 'bx m1', what: 'money', paise: 300_000, day: 262, delay: 10 },
    { name: 'bx m2', what: 'money', paise: 1_100_000, day: 264, delay: 0 },
  ],
};

function borrowers(count: number, seed: number): Borrower[] {
  const pick = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const instalments = [1, 3, 3, 12][pick(4)]!;
    const billPaise = (8_000 + pick(40_000)) * 100 + pick(100);
    const money = Array.from({ length: 1 + pick(6) }, (__, turn) => ({
      name: `b${index} m${turn}`,
      what: 'money' as const,
      paise: [pick(billPaise) + 1, Math.ceil(billPaise / instalments), pick(90_000) + 100][pick(3)]!,
      day: pick(LAST_DAY - 5) + 1,
      delay: pick(2) === 0 ? pick(60) : 0,
    }));
    const waivers = Array.from({ length: 1 + pick(4) }, (__, turn) => ({
      name: `b${index} w${turn}`,
      what: (['interest', 'fee', 'penal', 'penal'] as const)[pick(4)]!,
      paise: pick(60_000) + 100,
      day: 32 + pick(200),
      delay: 0,
    }));
    const end = { name: `b${index} end`, paise: Math.ceil(billPaise / 2), day: 200 + pick(60), delay: 0 };
    const what = ([undefined, 'write_off', 'agreement'] as const)[index % 3];
    return {
      name: `p${index} l${index}`,
      billPaise,
      instalments,
      events: [...money, ...waivers, ...(what ? [{ ...end, what }] : [])],
    };
  });
}

async function live(lab: Lab, people: readonly Borrower[], isLate: boolean): Promise<void> {
  const decide = deciding(lab);
  const loans = new Map<string, LabLoan>();
  for (const { name, billPaise, instalments } of people)
    loans.set(name, await lab.lend(name, { billPaise, instalments, disbursedOn: START }));
  const happened = people.flatMap((one) =>
    one.events.map((event) => ({ loan: one.name, event, heardOn: event.day + (isLate ? event.delay : 0) })),
  );
  for (const { loan, event, heardOn } of happened.toSorted(byTime)) {
    // Each at its own minute; what staff decide comes before the day's money.
    lab.set(instantOf(event, heardOn));
    await happen(lab, decide, loans.get(loan)!, event);
  }
  lab.set(noonOf(on(LAST_DAY + 1)));
  for (const loan of loans.values()) await lab.catchUp(loan, on(LAST_DAY));
}

type Happened = { readonly event: Event; readonly heardOn: number };
const byTime = (a: Happened, b: Happened) =>
  a.heardOn - b.heardOn ||
  Number(a.event.what === 'money') - Number(b.event.what === 'money') ||
  (a.event.name < b.event.name ? -1 : 1);

function instantOf({ name, what }: Event, day: number): Date {
  const minute = Number(/\d+$/.exec(name)?.[0] ?? 9);
  return new Date(noonOf(on(day)).getTime() + (minute - (what === 'money' ? 0 : 180)) * 60_000);
}

async function happen(
  lab: Lab,
  decide: ReturnType<typeof deciding>,
  loan: LabLoan,
  event: Event,
): Promise<void> {
  if (event.what === 'money') return lab.credit(loan, event.name, event.paise, instantOf(event, event.day));
  if (event.what === 'write_off') return decide.writeOff(loan, event.name);
  if (event.what === 'agreement') return decide.agree(loan, event.name, event.paise, on(event.day + 40));
  await decide.waive(loan, event.name, event.what, event.paise);
}

let labs: [Lab, Lab];
beforeAll(async () => {
  labs = [await openLab(), await openLab()];
});
afterAll(async () => {
  for (const lab of labs) await lab.close();
});

test('LEND-W6: with waivers, agreements and write-offs too, money heard of late ends in the same books as heard of at once', async () => {
  const people = [...borrowers(14, 20_260_310), RECOVERED];
  await live(labs[0], people, false);
  expect(await labs[0].broken()).toEqual([]);
  await live(labs[1], people, true);
  expect(await labs[1].broken()).toEqual([]);
  expect(await bookOutcome(labs[1])).toEqual(await bookOutcome(labs[0]));
  const { rows } = await labs[1].owner.query<{ kind: string; taken_back: boolean; count: number }>(
    `select j.source_kind as kind, exists (select 1 from journals m where m.reversal_of = j.id) as taken_back, count(*)::int as count
       from journals j where j.source_kind in ('waiver', 'write_off', 'recovery', 'ecl') group by 1, 2`,
  );
  // None of it held by accident: each kind was lived through, and taken back at least once.
  const lived = rows.map(({ kind, taken_back: isTakenBack }) => `${kind} ${isTakenBack}`);
  expect(lived.toSorted()).toEqual(
    ['ecl', 'recovery', 'waiver', 'write_off'].flatMap((kind) => [`${kind} false`, `${kind} true`]),
  );
});
