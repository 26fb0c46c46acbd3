import { z } from 'zod';
import { contract } from './endpoint.ts';
import { bookPaiseSchema, CSV, dateSchema, instantSchema } from './primitives.ts';
import * as calls from './books.calls.ts';

export * from './books.calls.ts';

export const booksContract = contract({
  calls,
  endpoints: {
    getBooks: {
      summary:
        'The trial balance through a day, its movement in that month, and how every invariant of the books stood when it was last proven',
      query: z.strictObject({ throughOn: dateSchema.optional() }),
      answer: z.object({
        throughOn: dateSchema,
        /** Debit positive; together zero. */
        accounts: z.array(
          z.object({
            account: z.string(),
            name: z.string(),
            kind: z.enum(['A', 'L', 'I', 'E', 'Q', 'M']),
            openingPaise: bookPaiseSchema,
            debitPaise: bookPaiseSchema,
            creditPaise: bookPaiseSchema,
            closingPaise: bookPaiseSchema,
          }),
        ),
        /** Whether debits and credits of everything are the same. */
        isBalanced: z.boolean(),
        /** Null until they were proven for the first time. */
        proof: z
          .object({
            provenAt: instantSchema,
            isWhole: z.boolean(),
            invariants: z.array(
              z.object({
                id: z.string(),
                sentence: z.string(),
                breaches: z.int().nonnegative(),
                milliseconds: z.int().nonnegative(),
              }),
            ),
          })
          .nullable(),
      }),
    },
    proveBooksNow: {
      status: 202,
      summary: 'Has every invariant of the books proven now; the answer is read from the books',
      answer: z.object({ askedAt: instantSchema }),
    },
    exportTaxRegister: {
      summary:
        'The invoices and credit notes that were issued in some days as CSV, for the GST return; payments are their ids. It is written to the audit log who took it along',
      files: CSV,
      query: z.strictObject({
        from: dateSchema,
        to: dateSchema,
        /** The language of the file’s words. */
        language: z.enum(['en', 'hi']).default('en'),
      }),
      errors: ['exports_busy'],
    },
    exportLedgerLines: {
      summary:
        'Every line of the general ledger of some days as CSV; people are their ids. It is written to the audit log who took it along',
      files: CSV,
      query: z.strictObject({ from: dateSchema, to: dateSchema }),
      errors: ['exports_busy'],
    },
  },
});
