import { expect, test } from 'vitest';
import { KEY_FACTS_WORDS } from './key-facts.words.ts';

test('given a cooling-off time of one day, when key facts are written, then English has the singular', () => {
  const grievanceOfficer = { name: 'Meera Nair', phone: '+91 80 0000 0000', email: 'help@example.in' };
  const { clauseTexts } = KEY_FACTS_WORDS.en;
  const said = [1, 3].map(
    (coolingOffDays) =>
      clauseTexts({ version: 'kfs-3', coolingOffDays, mayBeTransferred: false, grievanceOfficer }).coolingOff,
  );
  expect(said.map((text) => text.split(':')[0])).toEqual([
    '1 day after the day of disbursal',
    '3 days after the day of disbursal',
  ]);
});

test.each([
  ['en', 'at least until the end of the day after we tell you of it'],
  ['hi', 'कम से कम उसकी सूचना के अगले दिन के अंत तक'],
] as const)(
  'LEND-8: given key facts in %s, then they say the day after its owner is told, older ones do not',
  (language, said) => {
    const grievanceOfficer = { name: 'Meera Nair', phone: '+91 80 0000 0000', email: 'help@example.in' };
    const about = { coolingOffDays: 3, mayBeTransferred: false, grievanceOfficer };
    const { clauseTexts } = KEY_FACTS_WORDS[language];
    expect(clauseTexts({ ...about, version: 'kfs-4' }).coolingOff).toContain(said);
    expect(clauseTexts({ ...about, version: 'kfs-3' }).coolingOff).not.toContain(said);
  },
);

test.each([
  ['en', 'above that: ₹500. All of them together: at most 7.5% of the financed amount. Never added'],
  ['hi', 'उससे ऊपर: ₹500। सब मिलाकर: वित्तपोषित राशि के 7.5% से ज़्यादा नहीं। यह मूलधन'],
] as const)(
  'LEND-L3: given the cap of late charges, when key facts are written in %s, they name it',
  (language, said) => {
    const charges = { onLateDays: [4], bands: [], aboveBandsPaise: 50_000, bouncePaise: 10_000 };
    const { late } = KEY_FACTS_WORDS[language];
    expect(late({ ...charges, capPercent: '7.50' })).toContain(said);
    expect(late(charges)).not.toContain('7.5');
  },
);
