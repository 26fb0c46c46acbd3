import { expect, test } from 'vitest';
import { KEY_FACTS_WORDS } from './key-facts.words.ts';

test('given a cooling-off time of one day, when key facts are written, then English has the singular', () => {
  const grievanceOfficer = { name: 'Meera Nair', phone: '+91 80 0000 0000', email: 'help@example.in' };
  const { clauseTexts } = KEY_FACTS_WORDS.en;
  const said = [1, 3].map(
    (coolingOffDays) => clauseTexts({ coolingOffDays, mayBeTransferred: false, grievanceOfficer }).coolingOff,
  );
  expect(said.map((text) => text.split(':')[0])).toEqual([
    '1 day after the day of disbursal',
    '3 days after the day of disbursal',
  ]);
});
