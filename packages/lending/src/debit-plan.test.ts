import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { day } from './borrowers.testing.ts';
import {
  type Collectable,
  collectable,
  nextCollectable,
  nextPlanAt,
  type OpenTry,
  type Planning,
} from './debit-plan.ts';

/** The parts of an instalment of which so much is unpaid, after a repayment of the interest and some of the rest. */
const parts = (unpaidPaise: number) => ({
  principalPaise: paise(unpaidPaise + 5_000),
  feePaise: paise(10_000),
  interestPaise: paise(15_000),
  paidPrincipalPaise: paise(5_000),
  paidFeePaise: paise(10_000),
  paidInterestPaise: paise(15_000),
});

const NOW = new Date('2027-02-13T06:00:00Z');

/** A mandate for an instalment that falls due in two days. */
function planning(change: Partial<Planning> = {}): Planning {
  return {
    kind: 'enach',
    maximumPaise: 2_000_000,
    standsSince: day('2027-01-20'),
    isLive: true,
    freezes: [],
    instalments: [{ number: 1, dueOn: day('2027-02-15'), ...parts(520_000), tries: 0, last: null }],
    ...change,
  };
}

const due = (dueOn: string, unpaidPaise = 520_000, last: Collectable['last'] = null) => ({
  instalments: [{ number: 1, dueOn: day(dueOn), ...parts(unpaidPaise), tries: last === null ? 0 : 1, last }],
});

test('LEND-20: given an instalment due in two days, when planned, then it is presented on its morning', () => {
  expect(collectable(planning(), NOW)).toEqual([
    {
      number: 1,
      attempt: 1,
      amountPaise: 520_000,
      presentAt: new Date('2027-02-15T04:30:00Z'),
      announceAt: new Date('2027-02-13T04:30:00Z'),
    },
  ]);
});

test('LEND-20: given UPI, when planned, then it is presented before the peak hours and announced at ten all the same', () => {
  expect(collectable(planning({ kind: 'upi' }), NOW)).toMatchObject([
    { presentAt: new Date('2027-02-15T03:30:00Z'), announceAt: new Date('2027-02-13T04:30:00Z') },
  ]);
});

test.each([
  ['a loan that owes nothing', { isLive: false }, 0],
  ['a loan frozen today', { freezes: [{ isFrozen: true, fromOn: day('2027-02-13') }] }, 0],
  ['more than the mandate allows', { maximumPaise: 519_999 }, 0],
  ['exactly what the mandate allows', { maximumPaise: 520_000 }, 1],
  ['too little for a debit', due('2027-02-15', 99), 0],
  ['the least of a debit', due('2027-02-15', 100), 1],
  ['an instalment due before the mandate', { standsSince: day('2027-02-16') }, 0],
  ['an instalment due as the mandate began', { standsSince: day('2027-02-15') }, 1],
  ['an instalment due seven days ago', due('2027-02-06'), 0],
  ['an instalment due six days ago', due('2027-02-07'), 1],
  ['an instalment that was tried', due('2027-02-15', 520_000, 'tried'), 0],
  ['a try that gave way to a freeze', due('2027-02-15', 520_000, 'put_off'), 1],
  ['a try of today that gave way to a freeze', due('2027-02-13', 520_000, 'put_off'), 1],
  ['a try of tomorrow that was not needed', due('2027-02-14', 520_000, 'not_needed'), 1],
  ['a try of today that was not needed', due('2027-02-13', 520_000, 'not_needed'), 0],
] as const)('LEND-20: given %s, when planned, then it is collected as told', (_, change, count) => {
  expect(collectable(planning(change), NOW)).toHaveLength(count);
});

test('LEND-X10: given frozen days since an instalment was due, when planned, then they do not count', () => {
  const freezes = [
    { isFrozen: true, fromOn: day('2027-02-05') },
    { isFrozen: false, fromOn: day('2027-02-10') },
  ];
  // Demanded on the second day after the freeze.
  expect(collectable(planning({ ...due('2027-02-05'), freezes }), NOW)).toHaveLength(1);
  const longAgo = new Date('2027-02-18T06:00:00Z');
  expect(collectable(planning({ ...due('2027-02-05'), freezes }), longAgo)).toHaveLength(0);
});

test('LEND-20: given tries that wait, when the next look is asked for, then the earliest counts', () => {
  const [first] = collectable(planning(due('2027-02-16')), NOW);
  expect(nextPlanAt([], NOW)).toEqual(new Date('2027-02-16T06:00:00Z'));
  expect(nextPlanAt([first!], NOW)).toEqual(new Date('2027-02-14T04:30:00Z'));
  const late = { ...first!, announceAt: new Date('2027-02-01T00:00:00Z') };
  expect(nextPlanAt([first!, late], NOW)).toEqual(new Date('2027-02-13T07:00:00Z'));
});

const presentedAt = new Date('2027-02-15T04:30:00Z');
/** A try of the first instalment that has not ended. */
const open = (change: Partial<OpenTry> = {}): OpenTry => ({
  number: 1,
  kind: 'enach',
  amountPaise: 520_000,
  presentAt: presentedAt,
  noticedAt: null,
  isAsked: false,
  ...change,
});
const second = { number: 2, dueOn: day('2027-03-15'), ...parts(520_000), tries: 0, last: null };
const frozen = { freezes: [{ isFrozen: true, fromOn: day('2027-02-13') }] };

test('LEND-20: given nothing begun, then the next debit is the first that is planned', () => {
  const both = planning({ instalments: [second, ...planning().instalments] });
  expect(nextCollectable(both, [], NOW)).toEqual({
    number: 1,
    amountPaise: 520_000,
    presentAt: presentedAt,
    isOpen: false,
  });
});

test.each([
  ['a rest too small for a debit', due('2027-02-15', 50), [], null],
  ['a frozen loan', frozen, [], null],
  [
    'a debit that a pause or a freeze put off',
    due('2027-02-12', 520_000, 'put_off'),
    [],
    '2027-02-14T07:00:00Z',
  ],
  ['a try that failed', due('2027-02-12', 520_000, 'tried'), [], null],
  [
    'a try of a loan that is frozen by now',
    { ...frozen, ...due('2027-02-15', 520_000, 'tried') },
    [open()],
    null,
  ],
  [
    'a try that the bank was asked for before the freeze',
    { ...frozen, ...due('2027-02-15', 520_000, 'tried') },
    [open({ isAsked: true })],
    '2027-02-15T04:30:00Z',
  ],
  [
    'a try of an instalment that is no more',
    {},
    [open({ number: 9, isAsked: true })],
    '2027-02-15T04:30:00Z',
  ],
  [
    'a try of a paid instalment that the bank was asked for',
    due('2027-02-15', 0, 'tried'),
    [open({ isAsked: true })],
    null,
  ],
  [
    'a try of a paisa that the bank was asked for',
    due('2027-02-15', 1, 'tried'),
    [open({ isAsked: true })],
    '2027-02-15T04:30:00Z',
  ],
  ['a planned try whose rest is too small', due('2027-02-15', 50, 'tried'), [open()], null],
  ['a planned try', due('2027-02-15', 520_000, 'tried'), [open()], '2027-02-15T04:30:00Z'],
] as const)(
  'LEND-20, LEND-X10: given %s, then the next debit is as planned',
  (_, change, tried, presentAt) => {
    const next = nextCollectable(planning(change), tried, NOW);
    expect(next?.presentAt ?? null).toEqual(presentAt === null ? null : new Date(presentAt));
  },
);

test('LEND-20: given a part paid since a debit was planned, then the next debit is the lower one', () => {
  const partPaid = planning(due('2027-02-15', 300_000, 'tried'));
  expect(nextCollectable(partPaid, [open()], NOW)).toMatchObject({ amountPaise: 300_000, isOpen: false });
  expect(nextCollectable(partPaid, [open({ isAsked: true })], NOW)).toMatchObject({ amountPaise: 520_000 });
});

test('LEND-20: given a try of a later instalment, when the next debit is asked for, then the earlier one counts', () => {
  const both = planning({ instalments: [...planning().instalments, second] });
  expect(nextCollectable(both, [open({ number: 2 })], NOW)).toMatchObject({ number: 1, isOpen: false });
});
