import type { HeldTable } from './held-topics.ts';

const BOOKED = { keep: 'books', atEnd: 'archive' } as const;
const BOOKS = { visitor: BOOKED, applicant: BOOKED, customer: BOOKED } as const satisfies HeldTable['fate'];

/** What the lender let off or gave up of a person's loans. */
export const HELD_LOSSES: readonly HeldTable[] = [
  { table: 'waivers', topic: 'books', title: { en: 'What was waived', hi: 'क्या माफ़ किया गया' }, fate: BOOKS },
  {
    table: 'waiver_shares',
    topic: 'books',
    title: { en: 'What each waiver covered', hi: 'हर माफ़ी किस पर लगी' },
    fate: BOOKS,
  },
  {
    table: 'settlements',
    topic: 'books',
    title: { en: 'Lower sums agreed', hi: 'तय की गई कम रकमें' },
    fate: BOOKS,
  },
  {
    table: 'write_offs',
    topic: 'books',
    title: { en: 'Loans written off', hi: 'बट्टे खाते के ऋण' },
    fate: BOOKS,
  },
];
