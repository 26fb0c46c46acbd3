import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { bookingDay, noChargesBeforeKnown } from './booking-day.ts';

const day = businessDate;

test.each([
  ['the same day', '2026-11-23', '2026-11-23'],
  ['the day before the acceptance: the rail is behind by a midnight', '2026-11-19', '2026-11-19'],
  ['tomorrow: the rail is ahead by a midnight', '2026-11-24', '2026-11-23'],
  ['two days before the acceptance', '2026-11-18', undefined],
  ['the day after tomorrow', '2026-11-25', undefined],
])('LEND-T5: a success that the rail dates %s', (_, paidOn, booked) => {
  const seen = bookingDay({
    paidOn: day(paidOn),
    acceptedOn: day('2026-11-20'),
    today: day('2026-11-23'),
  });
  expect(seen).toBe(booked);
});

test.each([
  ['2026-11-22', '2026-11-24'],
  ['2026-11-23', null],
])(
  'LEND-L4, LEND-X7: given a loan of %s that is known today, then it gets no charge through %s',
  (on, through) => {
    expect(noChargesBeforeKnown(day(on), day('2026-11-23'))).toBe(through);
  },
);
