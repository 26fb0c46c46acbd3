import type { AnswerOf, getBooks } from '@mohlat/contract';
import { type Face, one } from '../../../test/faces.ts';
import { DAY } from '../../../test/staff-samples.ts';

const books: AnswerOf<typeof getBooks> = {
  throughOn: DAY,
  accounts: [
    {
      account: 'A100',
      name: 'Bank settlement',
      kind: 'A',
      openingPaise: 0,
      debitPaise: 100,
      creditPaise: 0,
      closingPaise: 100,
    },
  ],
  isBalanced: true,
  proof: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  one('/admin/books', 'books', books, 'Debits and credits are the same.'),
];
