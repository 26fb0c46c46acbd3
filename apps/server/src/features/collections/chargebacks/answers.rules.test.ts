import { describe, expect, test } from 'vitest';
import { allowedSteps, type DisputeFacts, refusalOf } from './answers.rules.ts';

const now = new Date('2026-12-01T10:00:00Z');
const OPEN: DisputeFacts = {
  status: 'open',
  response: null,
  respondBy: new Date('2026-12-03T10:00:00Z'),
  fileCount: 1,
  isProposed: false,
};

describe('LEND-16 journal 34: what staff may tell a bank about a dispute', () => {
  test.each<[string, Partial<DisputeFacts>, string[]]>([
    ['it is open', {}, ['add_evidence', 'remove_evidence', 'represent', 'accept']],
    ['nothing is there to show', { fileCount: 0 }, ['add_evidence', 'accept']],
    ['ten documents are there', { fileCount: 10 }, ['remove_evidence', 'represent', 'accept']],
    ['giving in is proposed', { isProposed: true }, ['add_evidence', 'remove_evidence']],
    ['the time is over', { respondBy: now }, ['remove_evidence']],
    ['no time is set', { respondBy: null }, ['add_evidence', 'remove_evidence', 'represent', 'accept']],
    ['the answer is on its way', { response: 'representing' }, []],
    ['the bank has the answer', { response: 'represented' }, []],
    [
      'the rail refused the answer',
      { response: 'refused' },
      ['add_evidence', 'remove_evidence', 'represent', 'accept'],
    ],
    ['the bank has decided', { status: 'lost' }, []],
    ['it is in review', { status: 'review' }, []],
  ])('when %s', (_, change, steps) => {
    expect(allowedSteps({ ...OPEN, ...change }, now)).toEqual(steps);
  });

  test('the end comes before the answer, the answer before the deadline', () => {
    const facts = { ...OPEN, response: 'accepting', respondBy: now } as const;
    expect(refusalOf('represent', { ...facts, status: 'won' }, now)).toBe('chargeback_ended');
    expect(refusalOf('represent', facts, now)).toBe('chargeback_answered');
    expect(refusalOf('represent', { ...facts, response: null }, now)).toBe('chargeback_late');
  });
});
