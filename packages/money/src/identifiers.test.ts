import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ids from './identifiers.ts';

const DIGITS = Array.from('0123456789');

describe('check digits', () => {
  it('LEND-3: takes the published Aadhaar test number and refuses its neighbours', () => {
    expect(ids.isAadhaarNumber('999941057058')).toBe(true);
    for (const wrong of ['999941057059', '999941057085', '012345678901', '99994105705', '99994105705a']) {
      expect(ids.isAadhaarNumber(wrong)).toBe(false);
    }
  });

  it('LEND-3: exactly one check digit fits, and every swap of two neighbours is noticed', () => {
    const stem = fc.array(fc.constantFrom(...DIGITS), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(stem, fc.nat(), (characters, place) => {
        const fitting = DIGITS.filter((check) => ids.isVerhoeffValid([...characters, check].join('')));
        expect(fitting).toHaveLength(1);
        const valid = [...characters, fitting[0] ?? ''];
        const at = place % (valid.length - 1);
        const swapped = valid.with(at, valid[at + 1] ?? '').with(at + 1, valid[at] ?? '');
        expect(ids.isVerhoeffValid(swapped.join(''))).toBe(swapped.join('') === valid.join(''));
      }),
    );
  });

  it('LEND-3: takes valid card numbers and refuses a wrong digit, a wrong length and one digit repeated', () => {
    for (const valid of ['4111111111111111', '6074825972083818', '378282246310005']) {
      expect(ids.isCardNumber(valid)).toBe(true);
    }
    for (const wrong of [
      '4111111111111112',
      '0000000000000000',
      '8888888888888888',
      '37828224631000',
      '411111111111111',
      '4111 1111 1111 1111',
      '',
    ]) {
      expect(ids.isCardNumber(wrong)).toBe(false);
    }
    expect(ids.isLuhnValid('')).toBe(false);
  });
});

describe('shapes', () => {
  it('LEND-3: a PAN has five letters, four digits, one letter', () => {
    expect(ids.isPanShape('ABCPE1234L')).toBe(true);
    for (const wrong of ['ABCDE12345', 'ABCD1234L', 'abcde1234l', 'ABCDE1234LX']) {
      expect(ids.isPanShape(wrong)).toBe(false);
    }
  });

  it('LEND-3: a PIN code does not begin with 0', () => {
    expect(ids.isPinCode('560001')).toBe(true);
    expect(ids.isPinCode('060001')).toBe(false);
  });

  it('LEND-3: grouped digits are read without their spaces and hyphens', () => {
    expect(ids.bareDigits('4111 1111-1111 1111')).toBe('4111111111111111');
    expect(ids.bareDigits('4111x')).toBeUndefined();
    expect(ids.bareDigits(' ')).toBeUndefined();
  });
});

describe('cardNetwork', () => {
  it.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['6074', 'rupay'],
    ['6521', 'rupay'],
    ['5085', 'rupay'],
    ['8172', 'rupay'],
    ['353', 'rupay'],
    ['34', 'amex'],
    ['378', 'amex'],
    ['36', 'diners'],
    ['300', 'diners'],
  ])('LEND-3: knows %s as %s', (prefix, network) => {
    expect(ids.cardNetwork(prefix)).toBe(network);
  });

  it.each(['', '2', '2220', '2721', '3', '5', '50', '9'])('LEND-3: leaves %j open', (prefix) => {
    expect(ids.cardNetwork(prefix)).toBeUndefined();
  });
});

describe('masks', () => {
  it('LEND-3: show what identifies to the owner and no more', () => {
    expect(ids.maskPan('ABCPE1234L')).toBe('ABXXXXX34L');
    expect(ids.maskAadhaar('7058')).toBe('XXXX XXXX 7058');
    expect(ids.maskCard('4021')).toBe('•••• 4021');
    expect(ids.maskBirth('1990-01-31')).toBe('1990-••-••');
    expect(ids.maskMobile('9876543210')).toBe('XXXXXX3210');
  });
});
