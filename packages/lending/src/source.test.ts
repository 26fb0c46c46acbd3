import { expect, test } from 'vitest';
import { onceOf } from './source.ts';

test('LEND-16: given a row that is booked once, then its own id names the journal', () => {
  expect(onceOf('row')).toEqual({ of: 'row', id: 'row', rewoundCount: 0 });
});
