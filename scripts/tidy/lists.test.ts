import { expect, test } from 'vitest';
import { kernelLists, writtenLists } from './lists.ts';

const LISTS = new Map([['LIVE_STATUSES', ['active', 'npa']]]);

test.each([
  ["where l.status in ('active', 'npa')", 'LIVE_STATUSES', undefined],
  ["where l.status not in ('npa',\n  'active')", 'LIVE_STATUSES', undefined],
  ["where l.status = any (array['active', 'npa'])", 'LIVE_STATUSES', undefined],
  ["where l.status in ('active', 'npa') /* LIVE_STATUSES */ and", 'LIVE_STATUSES', 'LIVE_STATUSES'],
  ["where l.status in ('active', 'closed') /* LIVE_STATUSES */", undefined, 'LIVE_STATUSES'],
])('a list of the kernel is found in %s', (source, same, named) => {
  expect(writtenLists(source, LISTS)).toEqual([{ line: 1, same, named }]);
});

test('given two lists of the same words, then the one that is named is meant', () => {
  const lists = new Map([...LISTS, ['PAYING_STATUSES', ['npa', 'active']]]);
  const named = (name: string) => `where l.status in ('active', 'npa') /* ${name} */`;
  for (const name of lists.keys())
    expect(writtenLists(named(name), lists)).toEqual([{ line: 1, same: name, named: name }]);
});

test('another list, one word and a list of values are none', () => {
  const sources = [
    "where l.status in ('active', 'npa', 'closed')",
    "where l.status in ('active')",
    "values ('active', 'npa')",
    'where l.status in ${LIVE}',
  ];
  expect(sources.flatMap((source) => writtenLists(source, LISTS))).toEqual([]);
});

test('the lists of a module are its arrays of words under a name in capitals', () => {
  const module = { LIVE: ['a', 'b'], ONE: ['a'], NUMBERS: [1, 2], small: ['a', 'b'], RULE: () => [] };
  expect(kernelLists([module])).toEqual(new Map([['LIVE', ['a', 'b']]]));
  expect(kernelLists().get('LIVE_STATUSES')).toEqual(['active', 'npa']);
});
