import { type Equivalent } from './equivalent.ts';
import { SQL_EQUIVALENTS } from './equivalents.sql.ts';

/** Each was a survivor that was looked at. One that is no longer made is an error: the line was changed. */
export const EQUIVALENTS: readonly Equivalent[] = [
  ...SQL_EQUIVALENTS,
  {
    file: 'packages/money/src/what-if.ts',
    before: 'if (best === limitAfter(0)) return [];',
    after: 'if (best === limitAfter((-1))) return [];',
    reason: 'A change without gain is left out by whatIf.',
  },
  {
    file: 'packages/lending/src/simulate/simulate.ts',
    before: 'for (let next = 0; next < (agenda.get(day)?.length ?? 0); next += 1) {',
    after: 'for (let next = 0; next < (agenda.get(day)?.length ?? (-1)); next += 1) {',
    reason: 'A day without an agenda has no first entry either way.',
  },
  {
    file: 'packages/lending/src/simulate/rewarding.ts',
    before: 'if (amountPaise <= 0) continue;',
    after: 'if (amountPaise < 0) continue;',
    reason: 'Nothing that comes back splits into no reward.',
  },
  {
    file: 'packages/money/src/calendar.ts',
    before: 'if (known.size >= REMEMBERED_MAX) known.clear();',
    after: 'if (true) known.clear();',
    reason: 'A memory alone: what it forgot is computed again.',
  },
  {
    file: 'packages/money/src/pin-codes.ts',
    before: "const [first = 0, last = 0] = code.split('-').map(Number);",
    after: "const [first = (-1), last = 0] = code.split('-').map(Number);",
    reason: 'Splitting a text always gives a first part.',
  },
  {
    file: 'packages/lending/src/after.ts',
    before: 'if (changes.length === 0) return borrower;',
    after: 'if (false) return borrower;',
    reason: 'Without changes the loans stay as they are; the condition spares the work.',
  },
  {
    file: 'packages/lending/src/after.ts',
    before: 'if (changes.length === 0) return borrower;',
    after: 'if (changes.length === (-1)) return borrower;',
    reason: 'Without changes the loans stay as they are; the condition spares the work.',
  },
  {
    file: 'packages/lending/src/after-receipt.ts',
    before: "if (component === 'penal' || component === 'bounce') return covered;",
    after: 'if (false) return covered;',
    reason:
      'A share of a charge has no number, and comes back on the next line; the condition is for the types.',
  },
  {
    file: 'packages/lending/src/after-receipt.ts',
    before: "if (component === 'penal' || component === 'bounce') return covered;",
    after: "if (component === 'penal' && component === 'bounce') return covered;",
    reason:
      'A share of a charge has no number, and comes back on the next line; the condition is for the types.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: "loan.standings.some((one) => one.on >= fromOn && one.class === 'NPA') ||",
    after: "loan.standings.some((one) => one.on > fromOn && one.class === 'NPA') ||",
    reason: 'The standing on the day itself is asked for on the next line.',
  },
  {
    file: 'packages/lending/src/backdate.ts',
    before: 'const noneNew = (one: Loan) => laterOf(one.noNewPenalThroughOn ?? today, today);',
    after: 'const noneNew = (one: Loan) => laterOf(one.noNewPenalThroughOn, today);',
    reason: 'Of nothing and today the later is today.',
  },
  {
    file: 'packages/lending/src/standing.ts',
    before: '...standings.filter(({ on }) => since === null || on >= since).map(({ dpd }) => dpd),',
    after: '...standings.filter(({ on }) => since === null || on > since).map(({ dpd }) => dpd),',
    reason: 'The standing on the day itself is added on the next line.',
  },
  {
    file: 'packages/lending/src/next-day.ts',
    before: 'return lastDueOn === undefined ? [] : [lastDueOn];',
    after: 'return false ? [] : [lastDueOn];',
    reason: 'A live loan has instalments.',
  },
  {
    file: 'packages/lending/src/classify.ts',
    before: 'const isWritten = dpd > 0 || !isForeseen(loan, found);',
    after: 'const isWritten = dpd > 1 || !isForeseen(loan, found);',
    reason: 'No earlier fact foresees one day past due.',
  },
  {
    file: 'packages/lending/src/borrower-class.ts',
    before:
      'if (before !== now) return { class: now, since: on, isForTheWorse: rankOf(before) < rankOf(now) };',
    after:
      'if (before !== now) return { class: now, since: on, isForTheWorse: rankOf(before) <= rankOf(now) };',
    reason: 'Two classes that differ have two ranks.',
  },
  {
    file: 'packages/lending/src/borrower-class.ts',
    before: '...[closedOn, writtenOffOn].filter((on) => on !== null),',
    after: '...[closedOn, writtenOffOn],',
    reason: 'No day is none: it is not by the day that is asked for, and falls out there.',
  },
  {
    file: 'packages/lending/src/close-day.ts',
    before: 'const knownNextOn = known.get(loanId) ?? null;',
    after: 'const knownNextOn = known.get(loanId);',
    reason: 'Every loan of the borrower is known; the fallback is for the types.',
  },
  {
    file: 'packages/lending/src/close-day.ts',
    before: 'return isPastDueOn(loan, eve) || loan.standings.some(({ on, dpd }) => on > eve && dpd > 0);',
    after: 'return isPastDueOn(loan, eve) || loan.standings.some(({ on, dpd }) => on >= eve && dpd > 0);',
    reason: 'The eve itself is asked for before.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 1, lateBps: 0, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: (-1), lateBps: 0, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 1, npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: (-1), npaBps: 0 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 1 },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/courses.ts',
    before: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },',
    after: 'lossRates: { earlyBps: 0, lateBps: 0, npaBps: (-1) },',
    reason: 'No step of a course counts the allowance.',
  },
  {
    file: 'packages/lending/src/freeze.ts',
    before: 'if (facts.length === 0) return dueOn;',
    after: 'if (false) return dueOn;',
    reason:
      'Without a freeze the due date is found below; the condition spares the work of nearly every loan.',
  },
  {
    file: 'packages/lending/src/freeze.ts',
    before: 'if (facts.length === 0) return dueOn;',
    after: 'if (facts.length === (-1)) return dueOn;',
    reason:
      'Without a freeze the due date is found below; the condition spares the work of nearly every loan.',
  },
  {
    file: 'packages/lending/src/agreement.ts',
    before: 'return lastReceivedAt === null ? second : Math.max(second, Math.floor(lastReceivedAt) + 1);',
    after: 'return false ? second : Math.max(second, Math.floor(lastReceivedAt) + 1);',
    reason: 'Nothing rounds to the begin of time.',
  },
];
