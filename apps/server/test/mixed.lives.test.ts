import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepRewardsOf, spendRewards } from './lab-rewards.ts';
import { bookOutcome, idOf, type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';
import { numbers } from './random-lives.ts';

const START = businessDate('2026-03-01');
const LAST_DAY = 190;
const PEOPLE = 10;
const on = (days: number): BusinessDate => addDays(START, days);

/** Something that happens to a loan on a day and is heard of on that day or later. */
interface Event {
  readonly person: number;
  readonly name: string;
  readonly what: 'money' | 'part' | 'reward' | 'hardship';
  readonly paise: number;
  readonly day: number;
  readonly delay: number;
}

function eventsOf(seed: number): Event[] {
  const pick = numbers(seed);
  const late = (below: number) => (pick(3) === 0 ? 0 : pick(below));
  return Array.from({ length: PEOPLE }, (_, person): Event[] => {
    const event = (what: Event['what'], turn: number, day: number, delay: number, paise: number) => ({
      person,
      name: `e${person} ${what}${turn}`,
      what,
      paise,
      day,
      delay,
    });
    const money = Array.from({ length: 2 + pick(4) }, (__, turn) =>
      event('money', turn, 1 + pick(LAST_DAY - 20), late(60), [520_000, 200_000 + pick(400_000)][pick(2)]!),
    );
    return [
      ...money,
      event('part', 0, 3 + pick(20), late(40), 200_000 + pick(300_000)),
      event('reward', 0, 25 + pick(110), 0, 0),
      event('hardship', 0, 32 + pick(50), 0, 0),
    ];
  }).flat();
}

/** Each has earned rewards with a loan that is over, and has another one on which everything happens. */
async function lend(lab: Lab): Promise<LabLoan[]> {
  const earned = await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) =>
      lab.lend(`p${person} earned`, { billPaise: 1_500_000, instalments: 3, disbursedOn: on(-60) }),
    ),
  );
  lab.set(noonOf(on(-35)));
  for (const loan of earned) {
    await lab.catchUp(loan, on(-36));
    await lab.credit(loan, `${loan.loanId} first`, 520_000, noonOf(on(-35)));
  }
  const closedOn = on(-20);
  lab.set(noonOf(on(-19)));
  for (const loan of earned) await lab.catchUp(loan, closedOn);
  await lab.owner.query(
    'insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2) on conflict (day_on) do update set closed_at = $2',
    [closedOn, lab.clock.now()],
  );
  await keepRewardsOf(lab);
  await lab.owner.query('update business_days set closed_at = null');
  for (const loan of earned) await lab.credit(loan, `${loan.loanId} rest`, 1_100_000, lab.clock.now());
  const pick = numbers(77);
  const loans: LabLoan[] = [];
  for (let person = 0; person < PEOPLE; person += 1)
    loans.push(
      await lab.lend(`p${person} mixed`, {
        billPaise: 1_500_000 + pick(500_000),
        instalments: [3, 3, 12][pick(3)]!,
        disbursedOn: START,
      }),
    );
  return loans;
}

async function live(lab: Lab, events: readonly Event[], isLate: boolean): Promise<void> {
  const loans = await lend(lab);
  const happened = events.map((event) => ({ event, heardOn: event.day + (isLate ? event.delay : 0) }));
  const inOrder = happened.toSorted(
    (a, b) => a.heardOn - b.heardOn || (a.event.name < b.event.name ? -1 : 1),
  );
  for (const { event, heardOn } of inOrder) {
    const loan = loans[event.person]!;
    lab.set(instantOf(event, heardOn));
    await lab.catchUp(loan, on(heardOn - 1));
    await happen(lab, loan, event);
  }
  lab.set(noonOf(on(LAST_DAY + 1)));
  for (const loan of loans) await lab.catchUp(loan, on(LAST_DAY));
}

/** Each at its own minute of the day. */
function instantOf({ name, what }: Event, day: number): Date {
  const minute = ['hardship', 'money', 'part', 'reward'].indexOf(what) * 20 + Number(/\d+$/.exec(name)![0]);
  return new Date(noonOf(on(day)).getTime() + minute * 60_000);
}

async function happen(lab: Lab, loan: LabLoan, event: Event): Promise<void> {
  const { what, name, paise, day } = event;
  if (what === 'reward') return spend(lab, loan, name);
  if (what === 'hardship') return tellHardship(lab, loan, name, day);
  await lab.credit(loan, name, paise, instantOf(event, day), what === 'part' ? 'part_prepay' : 'emi');
}

async function tellHardship(lab: Lab, loan: LabLoan, name: string, day: number): Promise<void> {
  await lab.owner.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on) values ($1, $2, $3, 'illness', $4, $5, $6)`,
    [loan.userId, idOf(name), loan.loanId, lab.clock.now(), on(day), on(day + 29)],
  );
}

async function spend(lab: Lab, loan: LabLoan, name: string): Promise<void> {
  expect(await spendRewards(lab, loan, { name, mostPaise: 520_000 })).toBe(true);
}

let labs: [Lab, Lab];
beforeAll(async () => {
  labs = [await openLab(), await openLab()];
});
afterAll(async () => {
  for (const lab of labs) await lab.close();
});

test('LEND-W6: with rewards used, parts paid early and hardships told, money heard of late ends in the same books as heard of at once', async () => {
  const events = eventsOf(20_260_822);
  await live(labs[0], events, false);
  expect(await labs[0].broken()).toEqual([]);
  await live(labs[1], events, true);
  expect(await labs[1].broken()).toEqual([]);
  expect(await bookOutcome(labs[1])).toEqual(await bookOutcome(labs[0]));
  // None of it held by accident: each kind was lived through, and some of each was taken back.
  const { rows } = await labs[1].owner.query<{ kinds: string }>(
    `select string_agg(distinct r.channel || ' ' || r.intent, ', ' order by r.channel || ' ' || r.intent) as kinds
       from repayments r join journals j on j.user_id = r.user_id and j.loan_id = r.loan_id and j.source_kind = 'reversal'`,
  );
  expect(rows[0]!.kinds).toBe('checkout emi, checkout part_prepay, reward emi');
  const smaller = await labs[1].owner.query('select 1 from instalments where version > 1 and is_active');
  expect(smaller.rows.length).toBeGreaterThan(0);
});
