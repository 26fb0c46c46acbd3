import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { floatLook, type FloatState, isFloatLookDue } from './float.ts';

const NOW = new Date('2027-01-16T09:00:00Z');
const MARK = paise(1_000);
const before = (ms: number) => new Date(NOW.getTime() - ms);
const HOUR = 3_600_000;
const ENOUGH: FloatState = { isShort: false, since: before(HOUR), lookedAt: before(60_000), toldAt: null };
const SHORT: FloatState = { ...ENOUGH, isShort: true, toldAt: before(HOUR) };
const facts = (balancePaise: number, refusedAt: Date | null = null) => ({
  balancePaise: paise(balancePaise),
  refusedAt,
});

test.each([
  ['below the mark', facts(999), true],
  ['at the mark', facts(1_000), false],
  ['refused less than a quarter of an hour ago', facts(1_000, before(15 * 60_000 - 1)), true],
  ['refused a quarter of an hour ago', facts(1_000, before(15 * 60_000)), false],
  ['without a mark', null, false],
])('PAY-23: given a float %s, then it is short or not', (_, of, isShort) => {
  expect(floatLook(ENOUGH, of, MARK, NOW)).toMatchObject({ isShort, balancePaise: of?.balancePaise ?? null });
});

test('PAY-23: given no mark, when the rail refused a moment ago, then the float is not short', () => {
  expect(floatLook(ENOUGH, facts(-1, NOW), paise(0), NOW)).toMatchObject({ isShort: false, tells: false });
});

test('PAY-23: given a shortage that begins, then staff are told, at most once an hour', () => {
  const short = facts(0);
  expect(floatLook(ENOUGH, short, MARK, NOW)).toMatchObject({ tells: true, since: NOW, toldAt: NOW });
  const told = { ...ENOUGH, toldAt: before(HOUR) };
  expect(floatLook(told, short, MARK, NOW)).toMatchObject({ tells: false, since: NOW, toldAt: told.toldAt });
  expect(floatLook({ ...ENOUGH, toldAt: before(HOUR + 1) }, short, MARK, NOW).tells).toBe(true);
});

test('PAY-23: given a shortage that lasts or ends, then staff are not told', () => {
  const longTold = { ...SHORT, toldAt: before(2 * HOUR) };
  expect(floatLook(longTold, facts(0), MARK, NOW)).toMatchObject({ tells: false, since: SHORT.since });
  expect(floatLook(longTold, facts(1_000), MARK, NOW)).toMatchObject({ tells: false, since: NOW });
});

test('LEND-C7: given a look, then the next is due after fifteen seconds, or where the clock went back', () => {
  const isDue = (ms: number) => isFloatLookDue({ ...ENOUGH, lookedAt: before(ms) }, NOW);
  expect([isDue(0), isDue(15_000), isDue(15_001), isDue(-1)]).toEqual([false, false, true, true]);
  expect(isFloatLookDue({ ...ENOUGH, lookedAt: null }, NOW)).toBe(true);
});
