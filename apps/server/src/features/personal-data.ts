import type { PersonalData } from '@mohlat/contract';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PeriodName, Text } from './privacy/retention.periods.ts';

/**
 * visitor: never applied for anything; applicant: identity checked or a limit refused; customer: had a limit.
 * It decides how much of a closed account the law keeps.
 */
export type Standing = 'visitor' | 'applicant' | 'customer';

/** The fate of a table's rows when the account is closed. */
export type Fate =
  | 'erase'
  | {
      readonly keep: PeriodName;
      /** Columns emptied at once, as the right side of `set`. */
      readonly blank?: string;
      /** Rows that fit are erased at once; `t` is the table. */
      readonly eraseWhere?: string;
      /**
       * The fate of the row when the time is over. Books stay, once no data in them leads to a person. Where columns are emptied, rows
       * that fit `eraseWhere` are erased instead; `t` is the table.
       */
      readonly atEnd: 'erase' | 'archive' | { readonly blank: string; readonly eraseWhere?: string };
    };

/** A table with rows of a person: how it is named, exported, erased and kept. */
export interface HeldTable {
  readonly table: string;
  /** Under which heading a person reads of it. */
  readonly topic: TopicName;
  readonly title: Text;
  /** Left out of the copy a person gets, with the reason. */
  readonly leftOut?: Text;
  /** Left out of the copy of a member of staff alone, with the reason: it would warn one whom colleagues suspect. Rule: LEND-24 */
  readonly leftOutForStaff?: Text;
  /** Sealed columns that are opened for their owner; every other sealed column stays closed. */
  readonly opened?: readonly string[];
  readonly fate: Readonly<Record<Standing, Fate>>;
  /** Data that these rows lead to and that closing leaves, until it is old enough; the person is told of it. */
  readonly outlived?: { readonly what: Text; readonly why: Text; readonly months: number };
}

/** Something an account holds that can be used in it alone, and that ends with it. */
export interface Ending {
  /** Lists closed accounts after one, in order, that still hold some. */
  listLeft(tx: Tx, page: { readonly after: string; readonly limit: number }): Promise<readonly string[]>;
  /** Ends what an account holds; the caller has its locks. Run twice, it finds nothing. */
  end(tx: Tx, userId: string, now: Date): Promise<void>;
}

/** A part of a person's copy of their data that is no plain table. */
export interface CopiedSection {
  readonly name: string;
  readonly title: Text;
  readonly purpose: Text;
  /** Lists it, opened, for the account that the transaction acts for. */
  list(tx: Tx, vault: Vault): Promise<PersonalData['sections'][number]['items']>;
}

export type TopicName =
  | 'identity'
  | 'files'
  | 'decision'
  | 'books'
  | 'cards'
  | 'bank'
  | 'messages'
  | 'access'
  | 'mechanism';

/** Nothing of it is kept of anybody. */
export const ALWAYS_ERASED = { visitor: 'erase', applicant: 'erase', customer: 'erase' } as const;
/** Identity records: kept of customers for as long as the law on KYC asks. */
export const IDENTITY = {
  visitor: 'erase',
  applicant: { keep: 'application', atEnd: 'erase' },
  customer: { keep: 'kyc', atEnd: 'erase' },
} as const satisfies HeldTable['fate'];
/** A row of the books: visitors and applicants have none. */
export const BOOKED = { keep: 'books', atEnd: 'archive' } as const;
/** Rows of the books. */
export const BOOKS = {
  visitor: BOOKED,
  applicant: BOOKED,
  customer: BOOKED,
} as const satisfies HeldTable['fate'];
/** Rows of the books of which columns are emptied when their time is over; `blank` is the right side of `set`. */
export const booksWithout = (blank: string) =>
  ({ ...BOOKS, customer: { keep: 'books', atEnd: { blank } } }) as const satisfies HeldTable['fate'];
/** Facts from which credit was decided. */
export const DECISION = {
  visitor: 'erase',
  applicant: { keep: 'application', atEnd: 'erase' },
  customer: { keep: 'decision', atEnd: 'erase' },
} as const satisfies HeldTable['fate'];
/** Why rows of our own machinery are left out of a person's copy. */
export const OWN_MARKS: Text = {
  en: 'marks of our own machinery; they say nothing about you',
  hi: 'हमारी व्यवस्था के निशान; इनमें आपके बारे में कुछ नहीं है',
};
