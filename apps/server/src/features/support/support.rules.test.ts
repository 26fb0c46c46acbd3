import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeTicket, readTicket } from './support.rules.ts';

describe('a ticket', () => {
  test('is short, and has nothing that is mistaken for something else', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      expect(makeTicket(randomInt)).toMatch(/^M-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    }
  });

  test.each(['M-7K4D-9QTX', 'm 7k4d 9qtx', '7K4D9QTX', ' m7k4d9qtx '])('is read from %j', (written) => {
    expect(readTicket(written)).toBe('M-7K4D-9QTX');
  });

  test('uses its whole alphabet', () => {
    expect(makeTicket(() => 0)).toBe('M-2222-2222');
    expect(makeTicket((below) => below - 1)).toBe('M-ZZZZ-ZZZZ');
  });
});
