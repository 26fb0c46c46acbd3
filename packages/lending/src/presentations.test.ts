import { businessDate } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import {
  announceAt,
  type Debit,
  isDayMissed,
  isSilenceLong,
  nextStep,
  nextTry,
  openFor,
  policyOf,
  presentableFrom,
  presentAt,
  returnWindowEnd,
  valueDayOfDebit,
  whileUnanswered,
} from './presentations.ts';

const day = businessDate;
const at = (text: string) => new Date(`${text}:00+05:30`);
const NOW = at('2027-02-13T10:00');
const ANNOUNCED: Debit = {
  kind: 'upi',
  amountPaise: 520_000,
  unpaidPaise: 520_000,
  presentAt: at('2027-02-15T09:00'),
  noticedAt: at('2027-02-13T10:01'),
  isLive: true,
  isMandateActive: true,
  isFrozen: false,
};

describe('a debit before it is presented', () => {
  test('LEND-20: it goes on while all of it is owed, also when more is', () => {
    expect(nextStep(ANNOUNCED, NOW)).toEqual({ step: 'go_on' });
    expect(nextStep({ ...ANNOUNCED, unpaidPaise: 530_000 }, NOW)).toEqual({ step: 'go_on' });
  });

  test.each([
    [{ isMandateActive: false }, 'mandate_ended'],
    [{ isMandateActive: false, unpaidPaise: 0 }, 'mandate_ended'],
    [{ isFrozen: true }, 'frozen'],
    [{ isFrozen: true, unpaidPaise: 0 }, 'covered'],
    [{ unpaidPaise: 0 }, 'covered'],
    [{ isLive: false }, 'covered'],
  ])('LEND-20: with %j it is skipped: %s', (change, reason) => {
    expect(nextStep({ ...ANNOUNCED, ...change }, NOW)).toEqual({ step: 'skip', reason });
  });

  test('LEND-20: a part of it that was paid lowers eNACH under the notice given', () => {
    const step = nextStep({ ...ANNOUNCED, kind: 'enach', unpaidPaise: 400_000 }, at('2027-02-15T09:59'));
    const { presentAt: when, noticedAt } = ANNOUNCED;
    const lower = { amountPaise: 400_000, presentAt: when, noticedAt };
    expect(step).toEqual({ step: 'replace', reason: 'changed', lower });
  });

  test.each([
    ['two days ahead', '2027-02-13T12:00', '2027-02-15T09:00'],
    ['on the eve', '2027-02-14T12:30', '2027-02-15T13:30'],
    ['on the eve, before a peak', '2027-02-14T10:30', '2027-02-15T13:00'],
    ['minutes ahead', '2027-02-15T08:50', '2027-02-16T09:50'],
  ])('LEND-20: a part paid %s lowers UPI with a notice of its own', (_, paid, debit) => {
    const lower = { amountPaise: 400_000, presentAt: at(debit), noticedAt: null };
    expect(nextStep({ ...ANNOUNCED, unpaidPaise: 400_000 }, at(paid))).toMatchObject({ lower });
  });

  test('LEND-20: without a delivered notice eNACH needs one of its own, too', () => {
    const planned = { ...ANNOUNCED, kind: 'enach', noticedAt: null, unpaidPaise: 400_000 } as const;
    expect(nextStep(planned, NOW)).toMatchObject({ lower: { noticedAt: null } });
  });

  test('less than a rupee is not collected, and a rupee is', () => {
    expect(nextStep({ ...ANNOUNCED, unpaidPaise: 100 }, NOW)).toMatchObject({ lower: { amountPaise: 100 } });
    expect(nextStep({ ...ANNOUNCED, unpaidPaise: 99 }, NOW)).toMatchObject({ lower: undefined });
  });

  test('LEND-20: it is announced two days ahead, or now where that has passed', () => {
    expect(announceAt(at('2027-02-15T10:00'), at('2027-02-13T09:59'))).toEqual(at('2027-02-13T10:00'));
    expect(announceAt(at('2027-02-15T10:00'), at('2027-02-14T12:00'))).toEqual(at('2027-02-14T12:00'));
  });

  test('LEND-20: never less than a day after its notice', () => {
    const now = at('2027-02-15T07:30');
    expect(presentAt('upi', day('2027-02-15'), now)).toEqual(at('2027-02-16T08:30'));
    expect(presentAt('upi', day('2027-02-20'), now)).toEqual(at('2027-02-20T09:00'));
    expect(presentAt('enach', day('2027-02-20'), now)).toEqual(at('2027-02-20T10:00'));
    const noticedAt = at('2027-02-14T11:00');
    expect(presentableFrom('enach', ANNOUNCED.presentAt, noticedAt, now)).toEqual(at('2027-02-15T11:00'));
    expect(presentableFrom('upi', ANNOUNCED.presentAt, noticedAt, now)).toEqual(at('2027-02-15T13:00'));
    const late = at('2027-02-15T18:00');
    expect(presentableFrom('upi', ANNOUNCED.presentAt, noticedAt, late)).toEqual(at('2027-02-15T21:30'));
    expect(presentableFrom('enach', ANNOUNCED.presentAt, noticedAt, late)).toEqual(late);
  });
});

test('LEND-20: given any moment of a day, then UPI is asked outside its peak hours, on that day, and only as late as needed', () => {
  const isPeak = (when: Date) => {
    const time = new Date(when.getTime() + 330 * 60_000).toISOString().slice(11, 16);
    return (time >= '10:00' && time < '13:00') || (time >= '17:00' && time < '21:30');
  };
  const midnight = at('2027-02-14T00:00').getTime();
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = new Date(midnight + minute * 60_000);
    const open = openFor('upi', now);
    expect([isPeak(open), isDayMissed(now, open)]).toEqual([false, false]);
    expect(open > now).toBe(isPeak(now));
    expect(isPeak(presentAt('upi', day('2027-02-14'), now))).toBe(false);
    const lower = nextStep({ ...ANNOUNCED, unpaidPaise: 400_000 }, now);
    expect(isPeak((lower as { lower: { presentAt: Date } }).lower.presentAt)).toBe(false);
    expect(openFor('enach', now)).toEqual(now);
  }
});

describe('a debit that is not answered', () => {
  const silent = {
    isUnheard: true,
    presentAt: at('2027-03-11T10:00'),
    askedAt: at('2027-03-11T10:00'),
    answerByOn: day('2027-03-16'),
    next: { step: 'go_on' },
    isMandateOver: false,
  } as const;
  const ended = { ...silent, next: { step: 'skip', reason: 'mandate_ended' } } as const;
  const soon = [at('2027-03-11T10:29'), day('2027-03-11')] as const;
  const later = [at('2027-03-11T10:30'), day('2027-03-11')] as const;
  const last = [at('2027-03-16T23:59'), day('2027-03-16')] as const;
  const after = [at('2027-03-17T00:00'), day('2027-03-17')] as const;

  test('LEND-20: its window is three working days', () => {
    expect(returnWindowEnd(day('2027-03-11'), 3, [])).toBe('2027-03-16');
    expect(returnWindowEnd(day('2027-03-11'), 3, [day('2027-03-15')])).toBe('2027-03-17');
    expect(() => returnWindowEnd(day('2027-03-11'), -1, [])).toThrow(RangeError);
  });

  test('LEND-20: it is asked for again on its own order where the request was lost', () => {
    expect(whileUnanswered(silent, ...soon)).toBe('wait');
    expect(whileUnanswered(silent, ...later)).toBe('ask_again');
    expect(whileUnanswered({ ...silent, isUnheard: false }, ...later)).toBe('wait');
  });

  test('LEND-20: given a lost request and the next day, then the bank is not asked under the notice of the day before', () => {
    const lateOn = { ...silent, askedAt: at('2027-03-11T23:40') };
    expect(whileUnanswered(silent, at('2027-03-11T23:59'), day('2027-03-11'))).toBe('ask_again');
    expect(whileUnanswered(silent, at('2027-03-12T00:00'), day('2027-03-12'))).toBe('wait');
    expect(whileUnanswered(lateOn, at('2027-03-12T00:10'), day('2027-03-12'))).toBe('wait');
    expect(whileUnanswered(silent, ...last)).toBe('wait');
    expect(whileUnanswered(silent, ...after)).toBe('review');
  });

  test('LEND-20: it is not asked for again once it is not wanted', () => {
    expect(whileUnanswered(ended, ...later)).toBe('wait');
    expect(whileUnanswered(ended, ...last)).toBe('wait');
    expect(whileUnanswered(ended, ...after)).toBe('end');
    expect(whileUnanswered({ ...ended, isUnheard: false }, ...after)).toBe('review');
  });

  test('LEND-20: with a mandate that has ended a lost request ends, too', () => {
    const over = { ...ended, isMandateOver: true };
    expect(whileUnanswered(over, ...soon)).toBe('wait');
    expect(whileUnanswered(over, ...later)).toBe('end');
    expect(whileUnanswered({ ...over, isUnheard: false }, ...later)).toBe('wait');
  });

  test.each([
    ['upi', '2027-02-16T09:59', '2027-02-16T10:00'],
    ['enach', '2027-02-17T09:59', '2027-02-17T10:00'],
  ] as const)(
    'LEND-20: the person is told of a silence of %s from a day, or two, on',
    (kind, before, from) => {
      const presentedAt = at('2027-02-15T10:00');
      expect(isSilenceLong(kind, presentedAt, at(before))).toBe(false);
      expect(isSilenceLong(kind, presentedAt, at(from))).toBe(true);
    },
  );

  test('LEND-20: after its window a person decides', () => {
    expect(whileUnanswered({ ...silent, isUnheard: false }, ...last)).toBe('wait');
    expect(whileUnanswered({ ...silent, isUnheard: false }, ...after)).toBe('review');
    expect(whileUnanswered(silent, ...after)).toBe('review');
  });

  test('LEND-T7: it counts on the day it was presented, never on a later one', () => {
    expect(valueDayOfDebit(day('2027-03-11'), day('2027-03-16'))).toBe('2027-03-11');
    expect(valueDayOfDebit(day('2027-03-11'), day('2027-03-11'))).toBe('2027-03-11');
    expect(valueDayOfDebit(day('2027-03-11'), day('2027-03-10'))).toBe('2027-03-10');
  });
});

describe('a debit that was not made', () => {
  const on = (text: string) => [at(`${text}T12:30`), day(text)] as const;
  const once = { returnedCount: 1, count: 1 };

  test.each(['insufficient_funds', 'gateway_technical_error', 'payment_timed_out', 'GATEWAY_ERROR'])(
    'LEND-20: %s is presented once more, on the third day',
    (reason) => {
      expect(nextTry('enach', policyOf(reason), once, ...on('2027-02-16'))).toEqual(at('2027-02-19T10:00'));
      expect(
        nextTry('enach', policyOf(reason), { returnedCount: 2, count: 2 }, ...on('2027-02-19')),
      ).toBeUndefined();
    },
  );

  test.each([
    'payment_mandate_not_active',
    'payment_cancelled',
    'debit_instrument_blocked',
    'not_debited',
    'refunded',
    'a_new_word',
  ])('LEND-20: %s is asked about, not presented', (reason) => {
    expect(policyOf(reason)).toMatch(/^(?:dead|refused|unanswered|given_back)$/);
    expect(nextTry('enach', policyOf(reason), once, ...on('2027-02-16'))).toBeUndefined();
  });

  test('LEND-20: a notice that was not delivered is no return, and is sent again', () => {
    const tries = { returnedCount: 0, count: 4 };
    expect(nextTry('enach', 'unannounced', tries, ...on('2027-02-13'))).toEqual(at('2027-02-14T13:30'));
    expect(nextTry('enach', 'unannounced', { ...tries, count: 5 }, ...on('2027-02-13'))).toBeUndefined();
  });
});

test.each([
  ['2027-02-15T10:00', false],
  ['2027-02-15T23:59', false],
  ['2027-02-16T00:00', true],
])(
  'LEND-20: given a notice for 15 February, when the debit can be made at %s, then its day is missed: %s',
  (from, isMissed) => {
    expect(isDayMissed(at('2027-02-15T10:00'), at(from))).toBe(isMissed);
    expect(policyOf('day_missed')).toBe('unannounced');
  },
);
