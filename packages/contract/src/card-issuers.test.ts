import { isCardNumber } from '@mohlat/money';
import { describe, expect, it } from 'vitest';
import { cardBank } from './card-issuers.ts';

describe('cardBank', () => {
  it.each([
    ['461786', 'HDFC Bank'],
    ['4617861234567890', 'HDFC Bank'],
    ['447747', 'ICICI Bank'],
    ['472642', 'State Bank of India'],
    ['414767', 'Kotak Mahindra Bank'],
    ['558959', 'Standard Chartered Bank'],
  ])('knows %s as %s', (digits, bank) => {
    expect(cardBank(digits)).toBe(bank);
  });

  it.each(['', '4617', '46178', '411111', '378282', '617864', 'abcdef', '      '])(
    'leaves %j to the person',
    (digits) => {
      expect(cardBank(digits)).toBeUndefined();
    },
  );

  it('reads only the beginning of a number', () => {
    expect(cardBank('4111111461786')).toBeUndefined();
    expect(isCardNumber('4617860000000004')).toBe(true);
  });
});
