import { z } from 'zod';
import { ACCOUNT_NUMBER_DIGITS_MAX, ACCOUNT_NUMBER_DIGITS_MIN } from './bank-accounts.calls.ts';
import { cleanName } from './names.ts';

/** The directory says whether it is a branch: it knows codes whose fifth character is no zero, too. */
export const ifscSchema = z
  .string()
  .trim()
  .toUpperCase()
  .length(11, 'IFSC code must be 11 characters')
  .regex(/^[A-Z0-9]+$/, 'Invalid IFSC code');

const accountNumber = (whenEmpty: string) =>
  z
    .string(whenEmpty)
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, whenEmpty));

/** Rule: SPEC-5 bank form: its fields and sentences, for the server and for the form. */
export const linkBankAccountBody = z
  .strictObject({
    accountName: z
      .string('Account holder name is required')
      .overwrite(cleanName)
      .min(1, 'Account holder name is required')
      .max(120),
    accountNumber: accountNumber('Account number is required').pipe(
      z
        .string()
        .regex(
          new RegExp(`^\\d{${ACCOUNT_NUMBER_DIGITS_MIN},${ACCOUNT_NUMBER_DIGITS_MAX}}$`),
          'Account number must be 9 to 18 digits',
        ),
    ),
    confirmAccountNumber: accountNumber('Please confirm the account number').pipe(z.string().max(40)),
    ifsc: ifscSchema,
    acceptTerms: z.literal(true, 'You must accept the terms'),
  })
  .refine((form) => form.accountNumber === form.confirmAccountNumber, {
    path: ['confirmAccountNumber'],
    error: 'Account numbers must match',
    // Said beside the other fields' sentences, not only after they are right.
    when: ({ value }) => bothTyped(value),
  });

/** There is something to compare: an empty field has a sentence of its own. */
function bothTyped(value: unknown): boolean {
  const { accountNumber: first, confirmAccountNumber: second } = Object(value) as Record<string, unknown>;
  return typeof first === 'string' && typeof second === 'string' && second !== '';
}
