import { STATE_CODES } from '@mohlat/money';
import { expect, test } from 'vitest';
import { stateSchema } from './me.ts';

test('LEND-F2: the states that may be named are those with a GST code', () => {
  const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));
  expect(codes.filter((code) => stateSchema.safeParse(code).success)).toEqual(STATE_CODES);
});
