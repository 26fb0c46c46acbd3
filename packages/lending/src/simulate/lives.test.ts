import { createHash } from 'node:crypto';
import { addDays, businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { LateNews } from '../backdate.ts';
import { booksOf, loansOf } from '../backdating.testing.ts';
import { ORDINARY } from '../borrowers.testing.ts';
import type { Journal } from '../journals.ts';
import { keptInMemory } from '../memory.testing.ts';
import { type Deed, happen, isOfDay } from './deeds.ts';
import { livesOf } from './lives.ts';
import type { Life } from './simulate.ts';
import { type Temperament, TEMPERAMENTS } from './temperaments.ts';

/** Lived once for all tests of this file: of what a test of the loan book costs, living is the most. */
const lives = [
  ...livesOf({
    seed: 8,
    people: 2 * TEMPERAMENTS.length,
    firstOn: businessDate('2026-01-10'),
    days: 300,
    hasFaults: true,
  }),
];

test('LEND-17: given ten months of every temperament with faults, when lived, then each state and journal occurs', () => {
  const statuses = new Set(lives.flatMap(({ borrower }) => borrower.loans.map(({ status }) => status)));
  expect([...statuses].toSorted()).toEqual([
    'active',
    'closed',
    'exited',
    'npa',
    'settled',
    'unwound',
    'written_off',
  ]);
  const kinds = new Set(lives.flatMap(({ journals }) => journals.map(({ kind }) => kind)));
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining([
      'accrual',
      'bounce',
      'demand',
      'earmark',
      'ecl',
      'exit',
      'npa',
      'npa_upgrade',
      'penal',
      'recovery',
      'reward',
      'reward_end',
      'unwind',
      'waiver',
      'write_off',
    ]),
  );
  expect(Math.max(...lives.map(({ daysAgain }) => daysAgain))).toBeGreaterThan(30);
});

/** The deeds of one temperament, as a short hash: one deed more, another day or another paisa is another hash. */
function deedsOf(temperament: Temperament): string {
  const hash = createHash('sha256');
  for (const { deeds, options } of lives)
    if (options.temperament === temperament) hash.update(JSON.stringify(deeds));
  return hash.digest('hex').slice(0, 8);
}

/**
 * A red run prints the seed of its life, and reports and decisions name seeds: they must mean the same lives later. Write these
 * hashes again where lives are meant to change.
 */
test('given the seeds of each temperament, when lived in any later version, then their deeds are the same', () => {
  expect(Object.fromEntries(TEMPERAMENTS.map((one) => [one, deedsOf(one)]))).toMatchInlineSnapshot(`
    {
      "asks back": "96d078b2",
      "autopay": "0ed8e2b0",
      "bounces": "42a126e3",
      "charged back": "43acbb01",
      "closes early": "364208ad",
      "defaulting": "c391b6a4",
      "disputes": "723263d7",
      "early": "78f53c9c",
      "forgetful": "7fa83f31",
      "forgiven": "e6e9e1b2",
      "given up": "457bb567",
      "hardship": "2f9a519d",
      "in part": "3bb71f67",
      "late": "4d7c4383",
      "leaves": "77a34269",
      "part-prepays": "a4dbf3a9",
      "pays oddly": "882124f5",
      "pays twice": "9f6771fb",
      "punctual": "3e6e1630",
      "rewarded": "4e38c152",
      "sent back": "a480135d",
      "settles": "5fd8c79f",
      "silent bank": "b3acade6",
    }
  `);
});

/** The deeds of a life as they were heard of, with late money put into the books by back-dating. */
function relived({ deeds, options }: Life) {
  const { firstOn, days, faults, userId } = options;
  const kept = keptInMemory({ userId, usedPaise: paise(0), blocks: [], loans: [] }, (on) => ({
    day: on,
    ...ORDINARY,
    wereChannelsDown: faults.outages.has(on),
  }));
  const again: Partial<Record<Deed['deed'], number>> = {};
  for (let on = firstOn; on < addDays(firstOn, days); on = addDays(on, 1)) {
    const heard = deeds.filter((deed) => deed.heardOn === on);
    const late = heard.filter((deed) => deed.on < on).toSorted((a, b) => a.turn - b.turn);
    for (const deed of late) {
      kept.rebook(newsOf(deed), deed.on, on);
      again[deed.deed] = (again[deed.deed] ?? 0) + 1;
    }
    for (const deed of heard.filter((one) => one.on === on).toSorted((a, b) => a.turn - b.turn)) {
      // Money and what staff decide are lived again with the days they fall on; the other deeds are facts.
      if (deed.deed === 'paid') kept.pay(deed.money);
      else if (deed.deed === 'waived') kept.waive(deed.loanId, deed.waiver, instantOf(deed));
      else if (deed.deed === 'written off')
        kept.writeOff(deed.loanId, { id: deed.writeOffId, effectiveOn: deed.on }, instantOf(deed));
      else if (deed.deed === 'rewards kept') kept.returnRewards();
      else if (isOfDay(deed)) {
        const { borrower, journals } = happen(kept.borrower(), deed);
        kept.learn(borrower, journals);
      }
    }
    kept.close(on);
  }
  return { kept, again };
}

function newsOf(deed: Deed): LateNews {
  const { loanId } = deed;
  switch (deed.deed) {
    case 'paid':
      return { news: 'received', money: deed.money };
    case 'lost':
      return { news: 'reversed', loanId, repaymentId: deed.repaymentId, valueOn: deed.on };
    case 'given back': {
      const { repaymentId, returnedPaise, on: valueOn } = deed;
      return { news: 'released', loanId, repaymentId, valueOn, returnedPaise };
    }
    case 'sent back':
      return { news: 'unwound', loanId };
    default:
      throw new Error('a deed of its day');
  }
}

/** Rewards are booked beside the loans. */
const ofLoans = (journals: readonly Journal[]) => journals.filter(({ kind }) => !kind.startsWith('reward'));

/** The instant of a deed of staff, among the payments of its day: each deed of the simulator is a second after the last. */
const instantOf = ({ on, turn }: Deed) => Date.parse(`${on}T12:00:00+05:30`) + turn * 1_000;

test('LEND-W6, LEND-W7: given simulated lives, when late news is back-dated, then the books are those in order', () => {
  const again: Partial<Record<Deed['deed'], number>> = {};
  for (const life of lives) {
    const lived = relived(life);
    for (const kind of ['paid', 'lost', 'given back', 'sent back'] as const)
      again[kind] = (again[kind] ?? 0) + (lived.again[kind] ?? 0);
    const about = `${life.options.userId} ${life.options.temperament}`;
    expect(booksOf(lived.kept.journals()), about).toEqual(booksOf(ofLoans(life.journals)));
    expect(loansOf(lived.kept.borrower()), about).toEqual(loansOf(life.borrower));
  }
  expect(again.paid).toBeGreaterThan(30);
  expect(again.lost).toBeGreaterThan(5);
  expect(again['given back']).toBeGreaterThan(5);
  expect(again['sent back']).toBeGreaterThan(2);
});
