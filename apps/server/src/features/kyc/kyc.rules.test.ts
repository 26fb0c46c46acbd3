import { describe, expect, test } from 'vitest';
import {
  aadhaarStatusAt,
  decidePan,
  findAadhaarMismatch,
  greatestOf,
  leastOf,
  printedIdentity,
} from './kyc.rules.ts';

const individual = { verdict: 'valid', category: 'Individual' } as const;

test.each([
  [[95, 72], 72, 95],
  [[95, undefined], undefined, 95],
  [[40, undefined], 40, 40],
  [[undefined], undefined, undefined],
])('of the scores %j the least is %s and the greatest %s', (percents, least, greatest) => {
  expect([leastOf(percents), greatestOf(percents)]).toEqual([least, greatest]);
});

describe('LEND-24: what the issuer says of a PAN', () => {
  test.each([
    [100, { status: 'verified' }],
    [90, { status: 'verified' }],
    [89, { status: 'pending' }],
    [70, { status: 'pending' }],
    [69, { status: 'rejected', code: 'pan_name_mismatch' }],
    [undefined, { status: 'pending', code: 'pan_name_review' }],
  ] as const)('a name that matches by %s decides', (percent, decision) => {
    expect(decidePan(individual, percent, undefined)).toMatchObject(decision);
  });

  test.each([
    ['ABCPE1234L', 100, { status: 'verified' }],
    ['ABCDE1234L', 100, { status: 'pending', code: 'pan_name_review' }],
    ['ABCCE1234L', 95, { status: 'pending', code: 'pan_name_review' }],
    ['ABCDE1234L', 69, { status: 'rejected', code: 'pan_name_mismatch' }],
    // The issuer documents it as the valid one of its sandbox; in production nobody has it.
    ['ABCDE1234A', 100, { status: 'verified' }],
    [undefined, 100, { status: 'verified' }],
  ] as const)(
    'LEND-3: given the PAN %s of an individual whose name matches by %s, then it is %j',
    (pan, percent, decision) => {
      expect(decidePan(individual, percent, pan)).toEqual(decision);
    },
  );

  test('a PAN that is not valid is refused before its holder is looked at', () => {
    expect(decidePan({ verdict: 'not_found' }, 100, 'ABCDE1234L')).toMatchObject({ code: 'pan_invalid' });
  });

  test('only a person may hold it, by the issuer’s own category', () => {
    expect(decidePan({ verdict: 'valid', category: 'Company' }, 100, 'ABCCE1234L')).toMatchObject({
      code: 'pan_not_individual',
    });
    expect(decidePan({ verdict: 'valid', category: 'INDIVIDUAL' }, 100, 'ABCPE1234L')).toMatchObject({
      status: 'verified',
    });
  });
});

describe('LEND-24: what may disagree in an Aadhaar document', () => {
  const document = { last4: '7058', dateOfBirth: '1990-01-01', namePercent: 90, isSignatureOk: true };
  const held = { last4: '7058', dateOfBirth: '1990-01-01' };

  test.each([
    [{}, undefined],
    [{ namePercent: 89 }, 'aadhaar_name'],
    [{ dateOfBirth: '1990-01-02', namePercent: 0 }, 'aadhaar_date_of_birth'],
    [{ last4: '7059', dateOfBirth: '1990-01-02' }, 'aadhaar_last4'],
    [{ isSignatureOk: false, last4: '7059' }, 'aadhaar_signature'],
  ] as const)('%o is told as %s', (change, mismatch) => {
    expect(findAadhaarMismatch({ ...document, ...change }, held)).toBe(mismatch);
  });
});

describe('LEND-D10: what is printed on a document', () => {
  const asha = { last4: '7058', dateOfBirth: '1990-01-01', name: 'Asha D. Rao' };

  test.each(['ASHA D RAO', ' asha  d.  rao ', 'Asha D.Rao'])(
    'given %j, then it is the same person',
    (name) => {
      expect(printedIdentity({ ...asha, name })).toBe(printedIdentity(asha));
    },
  );

  test.each([{ last4: '7059' }, { dateOfBirth: '1990-01-02' }, { name: 'Asha Rao' }, { name: 'आशा राव' }])(
    'given %j, then it is another one',
    (change) => {
      expect(printedIdentity({ ...asha, ...change })).not.toBe(printedIdentity(asha));
    },
  );
});

test.each([
  ['pending', '2026-06-01T10:00:01Z', 'pending'],
  ['pending', '2026-06-01T10:00:00Z', 'not_started'],
  ['pending', null, 'not_started'],
  ['rejected', null, 'rejected'],
  ['verified', '2026-06-01T10:00:01Z', 'verified'],
])(
  'LEND-3 (Aadhaar): given a check that is %s and a consent until %s, then it is %s',
  (status, until, shown) => {
    const check = { aadhaar_status: status, consent_until: until === null ? null : new Date(until) };
    expect(aadhaarStatusAt(check, new Date('2026-06-01T10:00:00Z'))).toBe(shown);
  },
);
