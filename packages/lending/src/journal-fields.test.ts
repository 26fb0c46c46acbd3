import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookedJournal, journalFields } from './journal-fields.ts';

const JOURNAL: BookedJournal = {
  id: '0192ab34-0000-7000-8000-000000000001',
  userId: '0192ab34-0000-7000-8000-000000000002',
  kind: 'loan_booked',
  sourceId: '0192ab34-0000-7000-8000-000000000003',
  loanId: '0192ab34-0000-7000-8000-000000000003',
  effectiveOn: '2026-11-20',
  postingOn: '2026-11-21',
  postedAt: '2026-11-21T06:30:00.000001Z',
  reversalOf: null,
  lines: [
    { number: 2, account: 'A110', loanId: null, amountPaise: '-300000' },
    { number: 1, account: 'A200', loanId: '0192ab34-0000-7000-8000-000000000003', amountPaise: '300000' },
  ],
};

test('LEND-17: the encoding of a journal is fixed', () => {
  expect(journalFields(JOURNAL)).toEqual([
    ['journal', '0192ab34-0000-7000-8000-000000000001'],
    ['person', '0192ab34-0000-7000-8000-000000000002'],
    ['kind', 'loan_booked'],
    ['source', '0192ab34-0000-7000-8000-000000000003'],
    ['loan', '0192ab34-0000-7000-8000-000000000003'],
    ['effectiveOn', '2026-11-20'],
    ['postingOn', '2026-11-21'],
    ['postedAt', '2026-11-21T06:30:00.000001Z'],
    ['reverses', ''],
    ['principalPaise', '300000'],
    ['lines', '1 A200 0192ab34-0000-7000-8000-000000000003 300000\n2 A110 - -300000'],
  ]);
});

test('LEND-17: every change of a journal changes its encoding, and the order in which its lines are read does not', () => {
  const text = (journal: BookedJournal) => JSON.stringify(journalFields(journal));
  expect(text({ ...JOURNAL, lines: JOURNAL.lines.toReversed() })).toBe(text(JOURNAL));
  const keys = [
    'id',
    'userId',
    'kind',
    'sourceId',
    'loanId',
    'effectiveOn',
    'postingOn',
    'postedAt',
    'reversalOf',
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.string({ minLength: 1 }), (key, value) => {
      fc.pre(value !== JOURNAL[key]);
      expect(text({ ...JOURNAL, [key]: value })).not.toBe(text(JOURNAL));
    }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      (index, amount) => {
        fc.pre(String(amount) !== JOURNAL.lines[index]!.amountPaise);
        const lines = JOURNAL.lines.map((line, at) =>
          at === index ? { ...line, amountPaise: String(amount) } : line,
        );
        expect(text({ ...JOURNAL, lines })).not.toBe(text(JOURNAL));
      },
    ),
  );
});
