import { describe, expect, test } from 'vitest';
import { CHART, codeOf, codesOfLoan } from './accounts.ts';
import { type AllowedJournal, allowedLines, JOURNALS, type JournalKind } from './journals.ts';

const KINDS = Object.keys(JOURNALS) as JournalKind[];

describe('the chart of accounts', () => {
  test('LEND-15: no two accounts share a code, and a code begins with its class', () => {
    const codes = Object.values(CHART).map((one) => one.code);
    expect(new Set(codes).size).toBe(codes.length);
    const letters = {
      asset: 'A',
      liability: 'L',
      income: 'I',
      expense: 'E',
      equity: 'Q',
      memo: 'M',
    } as const;
    for (const one of Object.values(CHART)) expect(one.code[0]).toBe(letters[one.class]);
  });

  test('LEND-15, LEND-16 journal 9: the accounts of a loan are those it owes, holds and earns on', () => {
    const receivable = 'A200 A201 A202 A203 A210 A211 A220 A221 A290'.split(' ');
    const held = 'L300 L350'.split(' ');
    const income = 'I400 I410 I420 I421 I430'.split(' ');
    expect(codesOfLoan()).toEqual([...receivable, ...held, ...income]);
  });

  test('LEND-15: an account is found by its name', () => {
    expect(codeOf('PRINCIPAL_NOT_DUE')).toBe('A200');
  });
});

describe('the allowed journals', () => {
  test.each(KINDS)('LEND-16: %s can be booked: it has a debit and a credit', (kind) => {
    expect(JOURNALS[kind].debit.length).toBeGreaterThan(0);
    expect(JOURNALS[kind].credit.length).toBeGreaterThan(0);
  });

  test.each(KINDS)('LEND-16: %s names its memo accounts on both sides or on none', (kind) => {
    const { debit, credit }: AllowedJournal = JOURNALS[kind];
    const hasMemo = (names: AllowedJournal['debit']) => names.some((name) => CHART[name].class === 'memo');
    expect(hasMemo(debit)).toBe(hasMemo(credit));
  });

  test('LEND-16: no line is named twice', () => {
    const lines = allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('LEND-16: every account has a part in some journal', () => {
    const used = new Set(allowedLines().map((line) => line.account));
    expect(Object.values(CHART).filter((one) => !used.has(one.code))).toEqual([]);
  });

  test('LEND-I19: principal and fee rise only by booking', () => {
    const rising = allowedLines().filter((line) => line.side === 'debit' && line.account.startsWith('A20'));
    expect(new Set(rising.map((line) => line.kind))).toEqual(new Set(['loan_booked', 'demand']));
  });
});
