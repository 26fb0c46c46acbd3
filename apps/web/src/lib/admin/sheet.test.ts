import { expect, test } from 'vitest';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { nextOrder, orderRows, readOrder } from './order.ts';
import { sheetOf } from './sheet.ts';

interface Row {
  readonly name: string | null;
  readonly paise: number | null;
}
const COLUMNS: readonly DenseColumn<Row>[] = [
  { key: 'name', label: 'Name', cell: () => null, value: ({ name }) => name },
  { key: 'paise', label: 'Owed, ₹', cell: () => null, value: ({ paise }) => paise, isMoney: true },
  { key: 'drawn', label: 'Drawn', cell: () => null },
];
const row = (name: string | null, paise: number | null): Row => ({ name, paise });

test('given columns that are drawn, a file has the others with their headings', () => {
  expect(sheetOf([row('Asha', -520_005), row(null, null)], COLUMNS)).toBe(
    '\uFEFFName,"Owed, ₹"\r\nAsha,-5200.05\r\n,\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '＝1'])('given the text %j, no sheet runs it', (text) => {
  expect(sheetOf([row(text, 0)], COLUMNS).split('\r\n')[1]).toMatch(/^'/);
});

test('given an instant, a sheet has it as a time of India', () => {
  expect(sheetOf([row('2027-02-15T19:05:00.000Z', 0)], COLUMNS)).toContain('2027-02-16 00:35:00,0.00');
});

test('given quotes, commas and line breaks, a text stays one cell', () => {
  expect(sheetOf([row('say "a,b"\nc', 5)], COLUMNS)).toContain('"say ""a,b""\nc",0.05\r\n');
});

test('given an order, what has no value stands last in both directions', () => {
  const rows = [row('b', 2), row(null, null), row('a', 10), row('c', 1)];
  const by = (text: string) => orderRows(rows, COLUMNS, readOrder(text)).map(({ paise }) => paise);
  expect(by('paise')).toEqual([1, 2, 10, null]);
  expect(by('-paise')).toEqual([10, 2, 1, null]);
  expect(orderRows(rows, COLUMNS, readOrder('-name')).map(({ name }) => name)).toEqual(['c', 'b', 'a', null]);
});

test('given an order that no column has, the list keeps its own', () => {
  const rows = [row('b', 2), row('a', 1)];
  expect(orderRows(rows, COLUMNS, readOrder('drawn'))).toBe(rows);
  expect(orderRows(rows, COLUMNS, readOrder('-'))).toBe(rows);
});

test('given a heading pressed three times, the order goes up, down and away', () => {
  expect(nextOrder(undefined, 'paise')).toBe('paise');
  expect(nextOrder(readOrder('paise'), 'paise')).toBe('-paise');
  expect(nextOrder(readOrder('-paise'), 'paise')).toBe('');
  expect(nextOrder(readOrder('-paise'), 'name')).toBe('name');
});
