import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('text with commas, quotes and line breaks stays one cell', () => {
  expect(csvLines([['a,b', 'say "hi"', 'one\ntwo', 'plain']])).toBe(
    '"a,b","say ""hi""","one\ntwo",plain\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1'])(
  'the text %j is not run as a formula',
  (text) => {
    expect(csvLines([[text]]).replaceAll('"', '')).toMatch(/^'/);
  },
);

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [1_500_000n, '15000.00'],
  [-520_000n, '-5200.00'],
])('an amount of %d paise is a number of rupees', (paise, text) => {
  expect(csvLines([['x', paise]])).toBe(`x,${text}\r\n`);
});

test('all cells are quoted where that is asked for', () => {
  expect(csvLines([['a', -5n, '']], { isQuoted: true })).toBe('"a","-0.05",""\r\n');
});

test('no rows are no text', () => {
  expect(csvLines([])).toBe('');
});
