import { businessDate } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import {
  countedDueOn,
  countedFrom,
  demandedOn,
  type FreezeFact,
  frozenSince,
  isFrozen,
  listFreezes,
} from './freeze.ts';

const day = businessDate;
const from = (on: string): FreezeFact => ({ isFrozen: true, fromOn: day(on) });
const until = (on: string): FreezeFact => ({ isFrozen: false, fromOn: day(on) });
const ONCE = [from('2027-02-10'), until('2027-03-20')];

describe('LEND-X10: a freeze', () => {
  test.each([
    ['never', [], '2027-02-10', false],
    ['the day before', ONCE, '2027-02-09', false],
    ['its first day', ONCE, '2027-02-10', true],
    ['its last day', ONCE, '2027-03-19', true],
    ['the day it ends', ONCE, '2027-03-20', false],
    ['begun and ended on one day', [from('2027-02-10'), until('2027-02-10')], '2027-02-10', false],
    ['begun again', [...ONCE, from('2027-03-20')], '2027-03-21', true],
  ])('%s', (_, facts, on, frozen) => {
    expect(isFrozen(facts, day(on))).toBe(frozen);
  });

  test.each([
    ['before', '2027-02-09', undefined],
    ['in it', '2027-03-01', '2027-02-10'],
    ['after', '2027-03-20', undefined],
  ])('says since when: %s', (_, on, since) => {
    expect(frozenSince(ONCE, day(on))).toBe(since);
  });

  test.each([
    ['due before it', ONCE, '2027-02-09', '2027-02-09'],
    ['due on its first morning, before we had heard of it', ONCE, '2027-02-10', '2027-02-10'],
    ['due in it', ONCE, '2027-02-11', '2027-03-21'],
    ['due on the morning it ends', ONCE, '2027-03-20', '2027-03-21'],
    ['due after it', ONCE, '2027-03-21', '2027-03-21'],
    ['while it lasts', [from('2027-02-10')], '2027-02-15', null],
    ['frozen again before it was demanded', [...ONCE, from('2027-03-20')], '2027-02-15', null],
  ])('an instalment %s', (_, facts, dueOn, demanded) => {
    expect(demandedOn(facts, day(dueOn))).toBe(demanded);
  });

  test.each([
    ['before it', '2027-02-09', '2027-02-05'],
    ['on its first day, as late as the day before', '2027-02-10', '2027-02-05'],
    ['on its second day, no later than on the first', '2027-02-11', '2027-02-06'],
    ['on the day it ends', '2027-03-20', '2027-03-15'],
    ['a day later', '2027-03-21', '2027-03-15'],
  ])('holds lateness up: %s', (_, on, counted) => {
    expect(countedDueOn(ONCE, day('2027-02-05'), day(on))).toBe(counted);
  });

  test.each([
    ['none', [], '2027-02-10', []],
    ['on its first day', ONCE.slice(0, 1), '2027-02-10', [1]],
    ['while it lasts', ONCE.slice(0, 1), '2027-03-01', [20]],
    ['ended', ONCE, '2027-06-01', [38]],
    ['begun and ended on one day', [from('2027-02-10'), until('2027-02-10')], '2027-02-10', [0]],
    ['begun again', [...ONCE, from('2027-03-25')], '2027-03-26', [38, 2]],
  ])('says how many days count for nothing: %s', (_, facts, today, days) => {
    expect(listFreezes(facts, day(today)).map((one) => one.days)).toEqual(days);
  });

  test.each([
    ['after it', ONCE, '2027-02-15', '2027-03-21'],
    ['from the due date while it lasts', [from('2027-02-10')], '2027-02-15', '2027-02-15'],
    ['from the due date without one', [], '2027-02-15', '2027-02-15'],
  ])('lets lateness begin %s', (_, facts, dueOn, since) => {
    expect(countedFrom(facts, day(dueOn))).toBe(since);
  });
});
