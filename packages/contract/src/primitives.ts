import { type BusinessDate, PAN_SHAPE, type Paise } from '@mohlat/money';
import { z } from 'zod';
import { FIRST_DATE, LAST_DATE } from './constants.ts';

/** A schema that answers, once it has looked, the brand that rules ask for. */
type Branded<Schema extends z.ZodType, Brand> = Schema & { readonly _zod: { readonly output: Brand } };

/** Rule: LEND-M1. Integer paise, at most 10^12. */
export const PAISE_MAX = 1_000_000_000_000;
type PaiseSchema = Branded<z.ZodInt, Paise>;
export const paiseSchema = z.int().min(0).max(PAISE_MAX) as PaiseSchema;
export const positivePaiseSchema = z.int().min(1, 'Enter an amount above zero').max(PAISE_MAX) as PaiseSchema;
export const signedPaiseSchema = z.int().min(-PAISE_MAX).max(PAISE_MAX) as PaiseSchema;
/** A sum over the whole book: the bound of LEND-M1 is for one amount, and a large lender's book is above it. */
export const bookPaiseSchema = z.int() as PaiseSchema;
/** Programs may print an id in capitals (RFC 9562); locks, hashes and comparisons know it as the database writes it. */
export const idSchema = z.uuid().overwrite((id) => id.toLowerCase());
/** An Indian business date, `YYYY-MM-DD`, of a year anybody alive or any plan could name. */
export const dateSchema = z.iso
  .date()
  .refine(
    (date) => date >= FIRST_DATE && date <= LAST_DATE,
    `Enter a year between ${FIRST_DATE.slice(0, 4)} and ${LAST_DATE.slice(0, 4)}`,
  ) as Branded<z.ZodISODate, BusinessDate>;
/** An instant, RFC 3339 with `Z`. */
export const instantSchema = z.iso.datetime();
/** Percent a year as a decimal string, `"11.75"`. */
export const percentSchema = z.string().regex(/^\d+(\.\d+)?$/);
/** The terms of cashback on an instalment that is repaid on time. */
export const cashbackTerms = z.object({
  /** Percent of the instalment. An older process of a rolling upgrade leaves it out. */
  cashbackPercent: percentSchema.optional(),
  cashbackBps: z
    .int()
    .meta({ deprecated: true, description: 'Use `cashbackPercent`; for clients of before' }),
  monthlyMaxPaise: paiseSchema,
});
/** A page to go to. Of the other schemes some run as a script. */
export const webUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'Enter an address that begins with https://',
});

export const idParams = z.strictObject({ id: idSchema });

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

/** A page of work that waits: the newest first, as in every list, unless what has waited longest is asked for. */
export const queueQuery = pageQuery.extend({ order: z.enum(['newest', 'oldest']).default('newest') });

/** A list answer: items newest first, and where the next page begins. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** The media types of a paper, and of a sheet. */
export const PDF: readonly string[] = ['application/pdf'];
export const CSV: readonly string[] = ['text/csv'];

/** So many older entries are in none of the lists that go on: a list that is cut says so. */
export const leftOutSchema = z.int().nonnegative();

/** Rule: SPEC-5 PAN: five letters, four digits, one letter; upper-cased and stripped as typed. */
export const panSchema = z
  .string()
  .transform((value) => value.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(
    z
      .string()
      .length(10, 'Please enter all 10 characters of your PAN number')
      .regex(PAN_SHAPE, 'Please enter a valid PAN number in the format ABCDE1234F'),
  );
