import { type Endpoint, ENDPOINTS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { isDeclared } from './declared.ts';

const { method, path } = Object.values<Endpoint>(ENDPOINTS).find((one) =>
  /^\/(support|rewards|referrals)/.test(one.path),
)!;

test('given an endpoint of a feature, then it is declared', () => {
  expect(isDeclared(`${method} ${path}`)).toBe(true);
});

test.each([`${method} ${path}/nothing`, 'POST /suport/requests', 'GET /nowhere'])(
  'given a row %s of no endpoint though its feature is there, then it is refused',
  (row) => {
    expect(() => isDeclared(row)).toThrow('No feature declares');
  },
);
