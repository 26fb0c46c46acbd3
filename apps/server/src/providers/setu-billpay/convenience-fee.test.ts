import { expect, it } from 'vitest';
import { convenienceFee } from './convenience-fee.ts';

const billerWith = (flat: number, percent: string, from = 1, to?: number) => ({
  convenienceFee: [{ from, flat, percent, ...(to === undefined ? {} : { to }) }],
});

it('adds 18 % GST to a flat fee', () => {
  expect(convenienceFee(billerWith(50, '0'), 200_000)).toBe(59);
  expect(convenienceFee(billerWith(500, '0'), 200_000)).toBe(590);
});

it('rounds a percentage half up to the paisa', () => {
  // 12 345 × 0.35 % × 1.18 = 50.98…
  expect(convenienceFee(billerWith(0, '0.35'), 12_345)).toBe(51);
  // 1 000 × 1.25 % × 1.18 = 14.75
  expect(convenienceFee(billerWith(0, '1.25'), 1_000)).toBe(15);
  expect(convenienceFee(billerWith(25, '0'), 1_000)).toBe(30);
});

it('charges nothing outside every slab or without one', () => {
  expect(convenienceFee(billerWith(500, '0', 10_000, 20_000), 9_999)).toBe(0);
  expect(convenienceFee(billerWith(500, '0', 10_000, 20_000), 20_000)).toBe(590);
  expect(convenienceFee({ convenienceFee: [] }, 10_000)).toBe(0);
});
