import { createHash } from 'node:crypto';
import { addDays, type BusinessDate, businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { LateNews } from '../backdate.ts';
import { booksOf, loansOf, money } from '../backdating.testing.ts';
import type { Borrower } from '../borrower.ts';
import { ORDINARY } from '../borrowers.testing.ts';
import { asItStood, recordOf } from '../bureau.ts';
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

/** The lives of one temperament as two short hashes, of the deeds and of the books: another day or another paisa is another hash. */
function livedBy(temperament: Temperament): string {
  const own = lives.filter(({ options }) => options.temperament === temperament);
  const hashOf = (of: readonly unknown[]) =>
    createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 8);
  const books = own.map(({ borrower, journals, daysAgain }) => ({ borrower, journals, daysAgain }));
  return `deeds ${hashOf(own.map(({ deeds }) => deeds))}, books ${hashOf(books)}`;
}

/**
 * A red run prints the seed of its life, and reports and decisions name seeds: they must mean the same lives later. A rule that is
 * meant to stay as it is leaves each journal of these lives as it is. Write the hashes again where lives or books are meant to change.
 */
test('LEND-16: given the seeds of each temperament, when lived in any later version, then deeds and books are the same', () => {
  expect(Object.fromEntries(TEMPERAMENTS.map((one) => [one, livedBy(one)]))).toMatchInlineSnapshot(`
    {
      "asks back": "deeds 71f90dc1, books 31ea21ab",
      "autopay": "deeds 54ee887d, books b9c6f5e0",
      "bounces": "deeds 97b86e8b, books 8acbc943",
      "charged back": "deeds 68fdb9b4, books d3bd2f68",
      "closes early": "deeds 7318edca, books 44ba213c",
      "defaulting": "deeds a4b20172, books f33f1f5b",
      "disputes": "deeds 3de3684b, books 24e8312a",
      "early": "deeds b1226d05, books c95d43d7",
      "forgetful": "deeds ae6e97b7, books 57d565ce",
      "forgiven": "deeds ad78af9e, books a279a623",
      "given up": "deeds 82b870dd, books 80a908b9",
      "hardship": "deeds 7ea53224, books 4ca9bf5f",
      "in part": "deeds 8279bd1f, books d021b735",
      "late": "deeds 9ca5bca4, books 88be52a9",
      "leaves": "deeds c3a6c05f, books 3a6e963a",
      "part-prepays": "deeds 19da2ccb, books 338c3562",
      "pays oddly": "deeds 2f2ad255, books 39f8ddd0",
      "pays twice": "deeds 03eb547e, books b89cc210",
      "punctual": "deeds d7225a49, books 5b758538",
      "rewarded": "deeds b084670d, books b1084e05",
      "sent back": "deeds d06466da, books 52fdf532",
      "settles": "deeds cb7689e2, books 48abf4f3",
      "silent bank": "deeds b74906f4, books a46e3cc9",
    }
  `);
});

/** The deeds of a life as they were heard of, with late money put into the books by back-dating. */
function relived(
  { deeds, options }: Life,
  onClosed: (borrower: Borrower, on: BusinessDate) => void = () => {},
) {
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
      if (deed.deed === 'paid') kept.hear(deed.money, on);
      else kept.rebook(newsOf(deed), deed.on, on);
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
    onClosed(kept.borrower(), on);
  }
  return { kept, again };
}

function newsOf(deed: Deed): LateNews {
  const { loanId } = deed;
  switch (deed.deed) {
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
  const contested = lives.flatMap(({ borrower }) => borrower.loans.flatMap(({ disputes }) => disputes));
  expect(contested.length).toBeGreaterThan(5);
});

test('LEND-W5, LEND-9: given simulated lives, when two payments of a day after a loan ended are heard of in reverse, then it stays as it ended', () => {
  const ends: Record<string, number> = {};
  for (const [number, life] of lives.entries()) {
    const { kept } = relived(life);
    const today = addDays(life.options.firstOn, life.options.days);
    for (const { id: loanId, status, closedOn } of kept.borrower().loans) {
      if (closedOn === null || closedOn >= addDays(today, -2)) continue;
      ends[status] = (ends[status] ?? 0) + 1;
      const valueOn = [addDays(closedOn, 1 + (number % 40)), addDays(today, -1)].toSorted()[0]!;
      const before = loansOf(kept.borrower());
      const pay = { loanId, valueOn, channel: number % 2 === 0 ? 'checkout' : 'identified' } as const;
      for (const hour of [12, 10]) {
        const receivedAt = Date.parse(`${valueOn}T${hour}:00:00+05:30`);
        const repaymentId = `${loanId} after ${hour}`;
        kept.hear(money(100_000, valueOn, { ...pay, receivedAt, repaymentId }), today);
      }
      const after = loansOf(kept.borrower());
      const isNew = ({ id }: { readonly id: string }) => id.startsWith(`${loanId} after`);
      const loans = after.loans.map((one) => ({
        ...one,
        receipts: one.receipts.filter((receipt) => !isNew(receipt)),
      }));
      expect({ ...after, loans }, `${life.options.temperament} ${loanId}`).toEqual(before);
      const covered = after.loans.flatMap(({ receipts }) => receipts.filter((receipt) => isNew(receipt)));
      expect(covered.map(({ coveredPaise }) => coveredPaise)).toEqual([0, 0]);
    }
  }
  for (const status of ['closed', 'exited', 'settled', 'unwound'])
    expect(ends[status], status).toBeGreaterThan(0);
});

test('LEND-24, LEND-W6: given simulated lives, when a loan is asked for as on an earlier day, then it stood as its close left it', () => {
  let compared = 0;
  for (const life of lives.slice(0, TEMPERAMENTS.length)) {
    const closed: { readonly on: BusinessDate; readonly borrower: Borrower }[] = [];
    const { kept } = relived(life, (borrower, on) => {
      if (on.endsWith('9')) closed.push({ on, borrower });
    });
    const { loans } = kept.borrower();
    const timesOf = (of: Borrower['loans']) => of.map(({ id, rewoundCount }) => [id, rewoundCount]);
    for (const { on, borrower } of closed) {
      const known = loans.filter(({ id }) => borrower.loans.some((one) => one.id === id));
      // Late news has changed how it stood, and so have the answer of a bank and the end of a freeze.
      const isAsThen = JSON.stringify(timesOf(known)) === JSON.stringify(timesOf(borrower.loans));
      if (!isAsThen || known.some(({ debits, freezes }) => debits.length + freezes.length > 0)) continue;
      for (const loan of known) {
        const then = borrower.loans.find(({ id }) => id === loan.id)!;
        const about = `${life.options.userId} ${life.options.temperament} ${loan.id} ${on}`;
        expect(recordOf(asItStood(loan, kept.pastOf(loan.id), on), loans, on), about).toEqual(
          recordOf(then, borrower.loans, on),
        );
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(300);
});
