import { addDays, businessDate } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import {
  IN_APP_ONLY,
  dayOf,
  endOfHours,
  quietSlotsAt,
  REMINDER_CALENDAR,
  type Slot,
  slotsAt,
  stepNamed,
  withoutSteps,
} from './reminders.calendar.ts';

const DUE = businessDate('2026-03-31');
const at = (day: number, clock: string) => new Date(`${addDays(DUE, day)}T${clock}:00+05:30`);

/** The reminder of an instalment due on the 31st, so many days from then, at an Indian time; `+` marks charges and their days. */
function saying(day: number, clock: string): string | undefined {
  return said(slotsAt(at(day, clock)));
}

function said(slots: readonly Slot[]): string | undefined {
  const slot = slots.find((one) => one.dueOn === DUE);
  const { from, through, isInAppOnly } = slot?.charges ?? {};
  const charges = from && `+${from}-${through}${isInAppOnly ? IN_APP_ONLY : ''}`;
  return slot && [slot.step?.step, charges].filter(Boolean).join(' ');
}

describe('the calendar of reminders', () => {
  test.each([
    [-8, '12:00', undefined],
    [-7, '08:59', undefined],
    [-7, '09:00', 'before_7'],
    [-7, '18:59', 'before_7'],
    [-7, '19:00', undefined],
    [-6, '12:00', 'before_7'],
    [-3, '08:59', undefined],
    [-3, '09:00', 'before_3'],
    [-2, '12:00', 'before_3'],
    [-1, '12:00', 'before_1'],
    [0, '09:00', 'due_morning'],
    [0, '18:59', 'due_morning'],
    [0, '19:00', 'due_evening'],
    [0, '19:59', 'due_evening'],
    [0, '20:00', undefined],
    [1, '08:59', undefined],
    [1, '09:00', 'late_1 +1-1'],
    [1, '19:00', undefined],
    [3, '10:00', 'late_3 +3-3'],
    [4, '10:00', 'late_3 +3-4'],
    [6, '10:00', 'late_3 +3-6'],
    [7, '10:00', 'late_7 +7-7'],
    [15, '10:00', 'late_15 +15-15'],
    [25, '10:00', 'late_25 +25-25'],
    [29, '10:00', 'late_25 +25-29'],
    [30, '10:00', '+30-30'],
    [34, '10:00', '+30-34'],
    [60, '10:00', '+60-60'],
    [64, '10:00', '+60-64'],
    [90, '10:00', '+90-90'],
    [120, '10:00', '+90-120'],
    [121, '10:00', undefined],
  ])('LEND-23: %i days from the due date at %s says %s', (day, clock, expected) => {
    expect(saying(day, clock)).toBe(expected);
  });

  test('LEND-23: nothing past due leaves before 8 or from 19 on, for any due date, at any time', () => {
    // Each instant shows every due date there is.
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const now = at(0, clock);
      for (const { dueOn, step, charges } of slotsAt(now)) {
        for (const one of [step, charges && stepNamed(`charged_${charges.through}`)]) {
          if (!one) continue;
          const isLate = dayOf(dueOn, now) > 0;
          const hours = [minute >= 8 * 60, minute < (isLate ? 19 : 20) * 60, endOfHours(one, now) > now];
          expect([clock, one.step, ...hours]).toEqual([clock, one.step, true, true, true]);
        }
      }
    }
  });

  test.each([
    [0, '23:59', undefined],
    [1, '00:00', 'late_1.app +1-1.app'],
    [1, '08:59', 'late_1.app +1-1.app'],
    [1, '09:00', undefined],
    [1, '19:00', 'late_1.app +1-1.app'],
    [4, '00:45', 'late_3.app +3-4.app'],
    [90, '03:00', '+90-90.app'],
  ])('LEND-23: %i days from the due date at %s the app alone says %s', (day, clock, expected) => {
    expect(said(quietSlotsAt(at(day, clock)))).toBe(expected);
  });

  test('LEND-23: knows the steps of every charge and of its eve by name', () => {
    expect(stepNamed('charged_12')).toMatchObject({
      day: 12,
      kind: 'must',
      template: 'reminder.charged_by_day',
    });
    expect(stepNamed('eve_12.app')).toMatchObject({ day: 11, template: 'reminder.charge_tomorrow' });
    expect(stepNamed('charged_')).toBeUndefined();
  });

  test('LEND-23: is in order, and each step is named once', () => {
    const order = REMINDER_CALENDAR.map((one) => one.day * 24 + one.from);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(REMINDER_CALENDAR.map((one) => one.step)).size).toBe(REMINDER_CALENDAR.length);
  });
});

describe('LEND-23: a step that an owner has switched off', () => {
  test('is not sent, and neither is one that was missed in its place', () => {
    const slots = slotsAt(at(0, '10:00'));
    const off = withoutSteps(slots, ['before_3']);
    expect(slots.some((slot) => slot.step?.step === 'before_3')).toBe(true);
    expect(off.some((slot) => slot.step?.step === 'before_3')).toBe(false);
    expect(off).toHaveLength(slots.length - slots.filter((slot) => slot.step?.step === 'before_3').length);
  });

  test('is sent all the same where the rules ask for it', () => {
    const slots = slotsAt(at(0, '10:00'));
    expect(withoutSteps(slots, ['late_1', 'late_3'])).toEqual(slots);
  });
});
