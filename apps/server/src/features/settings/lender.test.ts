import { expect, test } from 'vitest';
import { ConfigError } from '#platform/config/config.ts';
import { readLender } from './lender.ts';

const mayTransfer = (text: string | undefined) =>
  readLender({ LENDER_TRANSFERS_LOANS: text }, true).mayTransferLoans;

test.each([
  ['yes', true],
  ['no', false],
  ['', false],
  [undefined, false],
] as const)('given LENDER_TRANSFERS_LOANS %j, then a key facts statement says %s', (text, said) => {
  expect(mayTransfer(text)).toBe(said);
});

test.each(['on', 'true', 'Yes', '1'])(
  'given LENDER_TRANSFERS_LOANS "%s", then the start stops and names what it takes',
  (text) => {
    expect(() => mayTransfer(text)).toThrow(
      new ConfigError(`LENDER_TRANSFERS_LOANS is "${text}"; use yes or no, or leave it out`),
    );
  },
);

test('given names that are left empty in a trial, then those of a trial stand', () => {
  const names = ['LENDER_NAME', 'LENDER_REGISTRATION', 'GRIEVANCE_OFFICER_PHONE'];
  expect(readLender(Object.fromEntries(names.map((name) => [name, ''])), true)).toEqual(readLender({}, true));
});
