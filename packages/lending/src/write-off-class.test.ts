import { addDays, type BusinessDate, outstandingOf } from '@mohlat/money';
import { expect, test } from 'vitest';
import { at, money } from './backdating.testing.ts';
import { aLoan, borrowerWith, day, loanOf } from './borrowers.testing.ts';
import { keptInMemory } from './memory.testing.ts';
import { standingOn } from './standing-on.ts';

/** Two loans of one borrower: the first was never paid and is written off on 20 August; the other one owes nothing yet. */
function writtenOff() {
  const kept = keptInMemory(borrowerWith(aLoan(), aLoan({ id: 'other', anchor: '2027-08-01' })));
  const closeUpTo = (from: BusinessDate, on: string) => {
    for (let next = from; next < on; next = addDays(next, 1)) kept.close(next);
  };
  closeUpTo(day('2027-01-15'), '2027-08-20');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-20') }, at('2027-08-20'));
  closeUpTo(day('2027-08-20'), '2027-08-22');
  const other = () => kept.borrower().loans[1]!;
  const classesOf = (...days: readonly string[]) => days.map((on) => standingOn(other(), day(on))?.class);
  return { kept, closeUpTo, other, classesOf, owedPaise: outstandingOf(loanOf(kept.borrower())) };
}

const upgrades = (kept: ReturnType<typeof keptInMemory>) =>
  kept.journals().filter(({ kind }) => kind === 'npa_upgrade');

test('LEND-D3, LEND-D5: given a written-off loan, when it is recovered in full, then the other performs from that close', () => {
  const { kept, closeUpTo, other, classesOf, owedPaise } = writtenOff();
  expect([other().status, upgrades(kept)]).toEqual(['npa', []]);
  kept.pay(money(owedPaise - 200, '2027-08-22', { repaymentId: 'most' }));
  closeUpTo(day('2027-08-22'), '2027-08-24');
  expect([other().status, upgrades(kept)]).toEqual(['npa', []]);
  kept.pay(money(200, '2027-08-24', { repaymentId: 'rest' }));
  closeUpTo(day('2027-08-24'), '2027-08-25');
  expect(other().status).toBe('active');
  expect(classesOf('2027-08-23', '2027-08-24')).toEqual(['NPA', 'STD']);
});

test('LEND-D3, LEND-W7: given a recovery that made the other loan perform, when it is taken back, then that one never performed', () => {
  const { kept, closeUpTo, other, classesOf, owedPaise } = writtenOff();
  kept.pay(money(owedPaise, '2027-08-22', { repaymentId: 'r' }));
  closeUpTo(day('2027-08-22'), '2027-08-27');
  expect([other().status, upgrades(kept).length]).toEqual(['active', 1]);
  const valueOn = day('2027-08-22');
  kept.rebook({ news: 'reversed', loanId: 'loan', repaymentId: 'r', valueOn }, valueOn, day('2027-08-27'));
  expect([other().status, upgrades(kept)]).toEqual(['npa', []]);
  expect(classesOf('2027-08-22', '2027-08-26')).toEqual(['NPA', 'NPA']);
});

test('LEND-D3, LEND-W6: given a recovery that is heard of late, when the past is replayed, then the other performs from its day', () => {
  const { kept, closeUpTo, other, classesOf, owedPaise } = writtenOff();
  kept.pay(money(100, '2027-08-25', { repaymentId: 'last' }));
  closeUpTo(day('2027-08-22'), '2027-08-27');
  expect(classesOf('2027-08-26')).toEqual(['NPA']);
  const late = money(owedPaise, '2027-08-23', { repaymentId: 'all' });
  kept.rebook({ news: 'received', money: late }, late.valueOn, day('2027-08-27'));
  expect(other().status).toBe('active');
  expect(classesOf('2027-08-22', '2027-08-23')).toEqual(['NPA', 'STD']);
});
