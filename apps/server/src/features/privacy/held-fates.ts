import type { HeldTable } from './held-topics.ts';

/** Nothing of it is kept of anybody. */
export const ALWAYS_ERASED = { visitor: 'erase', applicant: 'erase', customer: 'erase' } as const;
/** Who somebody is: kept of customers for as long as the law on KYC asks. */
export const IDENTITY = {
  visitor: 'erase',
  applicant: { keep: 'application', atEnd: 'erase' },
  customer: { keep: 'kyc', atEnd: 'erase' },
} as const satisfies HeldTable['fate'];
/** Whoever has a row in the books is a customer: the others have none to erase. */
const BOOKED = { keep: 'books', atEnd: 'archive' } as const;
/** Rows of the books. */
export const BOOKS = {
  visitor: BOOKED,
  applicant: BOOKED,
  customer: BOOKED,
} as const satisfies HeldTable['fate'];
/** What a decision on credit was made from. */
export const DECISION = {
  visitor: 'erase',
  applicant: { keep: 'application', atEnd: 'erase' },
  customer: { keep: 'decision', atEnd: 'erase' },
} as const satisfies HeldTable['fate'];
