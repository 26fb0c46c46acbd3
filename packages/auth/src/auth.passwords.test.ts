import { describe, expect, it } from 'vitest';
import { assertAcceptable, findWeakness } from './auth.passwords.ts';

const RULES = { passwordLengthMin: 8, passwordCharacters: [], productName: 'Mohlat' };
const reasonOf = (password: string, about: readonly (string | null)[] = []) =>
  findWeakness(password, RULES, { about })?.reasons[0];

describe('a new password', () => {
  it('is refused when it is on the list of common ones, however it is written', () => {
    for (const password of [
      'password123',
      'Password123',
      'PASSWORD123',
      'qwertyuiop',
      'iloveyou1',
      '12345678',
    ])
      expect([password, reasonOf(password)]).toEqual([password, 'pwned']);
  });

  it('is refused when it is one sign, or a few, over and over', () => {
    for (const password of ['aaaaaaaaaaaa', 'abcabcabcabc', '10101010', 'xY1!xY1!xY1!'])
      expect([password, reasonOf(password)]).toEqual([password, 'pwned']);
  });

  it('is refused when it is the product’s name or the person’s own with a few signs around it', () => {
    for (const password of ['mohlat123', 'Mohlat@2026', 'M0hlat!!!!', 'mohlatmohlat'])
      expect([password, reasonOf(password)]).toEqual([password, 'pwned']);
    const about = ['asha.rao@example.in', '919812345678'];
    for (const password of ['AshaRao2026', 'asha_rao_99', '9812345678', '919812345678!'])
      expect([password, reasonOf(password, about)]).toEqual([password, 'pwned']);
    expect(reasonOf('AshaRao2026')).toBeUndefined();
    // A short name says little: it is part of too many words.
    expect(reasonOf('raosaheb-walks', ['rao@example.in'])).toBeUndefined();
  });

  it('is taken when an attacker would not try it first', () => {
    for (const password of [
      'Password123!',
      'monsoon-Kettle-42',
      'a quiet river stone',
      'mohlat keeps my bills waiting',
    ])
      expect([password, reasonOf(password)]).toEqual([password, undefined]);
  });
});

describe('the length of a password', () => {
  const accepts = (password: string) => {
    try {
      assertAcceptable(password, RULES);
      return true;
    } catch {
      return false;
    }
  };
  const LETTERS = 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह';
  const inHindi = (length: number) =>
    Array.from({ length }, (_, at) => LETTERS[(at * at + 3 * at) % LETTERS.length]).join('');
  const inLatin = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at + 3 * at) % 26))).join('');

  it('is from 8 characters to 72 bytes, which are 24 letters of Hindi', () => {
    for (const [word, length, isFine] of [
      [inLatin, 7, false],
      [inLatin, 8, true],
      [inLatin, 64, true],
      [inLatin, 72, true],
      [inLatin, 73, false],
      [inLatin, 129, false],
      [inHindi, 7, false],
      [inHindi, 24, true],
      [inHindi, 25, false],
    ] as const)
      expect([word.name, length, accepts(word(length))]).toEqual([word.name, length, isFine]);
  });
});
