import { z } from 'zod';
import { BANK_REASON_CODES } from './bank-reasons.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, ifscSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import { cleanName, nameSchema } from './names.ts';

export const getIfsc = endpoint({
  name: 'getIfsc',
  method: 'GET',
  path: '/ifsc/{code}',
  summary: 'Bank and branch of an IFSC',
  params: z.strictObject({ code: ifscSchema }),
  answer: z.object({
    ifsc: z.string(),
    bank: z.string(),
    branch: z.string(),
    city: z.string(),
    address: z.string(),
  }),
  errors: ['ifsc_not_found'],
});

/**
 * `review`: a person compares the names. `unverified`: the bank could not be asked; nothing is known, and it may be
 * tried again.
 */
export const BANK_ACCOUNT_STATUSES = ['pending', 'verified', 'review', 'rejected', 'unverified'] as const;
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

export const bankAccountAnswer = z.object({
  id: idSchema,
  accountName: nameSchema,
  maskedAccountNumber: z.string(),
  ifsc: z.string(),
  /** Empty when the directory of branches could not be asked. */
  bankName: z.string(),
  branch: z.string(),
  city: z.string(),
  isDefault: z.boolean(),
  verification: z.object({
    status: z.enum(BANK_ACCOUNT_STATUSES),
    reason: z.object({ code: z.enum(BANK_REASON_CODES), text: z.string() }).nullable(),
    /** Whose account the bank says it is; told only when it is verified. */
    nameAtBank: nameSchema.nullable(),
  }),
  createdAt: instantSchema,
});
export type BankAccount = z.input<typeof bankAccountAnswer>;

export const listBankAccounts = endpoint({
  name: 'listBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  summary: 'Linked bank accounts, newest first',
  query: pageQuery,
  answer: pageOf(bankAccountAnswer),
});

/** Rule: SPEC-5 bank form. Account numbers of Indian banks have 9 to 18 digits; spaces and dashes are dropped. */
export const ACCOUNT_NUMBER_DIGITS_MIN = 9;
export const ACCOUNT_NUMBER_DIGITS_MAX = 18;

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

export const linkBankAccount = endpoint({
  name: 'linkBankAccount',
  method: 'POST',
  path: '/bank-accounts',
  summary: 'Links a bank account; whose it is is asked of the bank afterwards',
  status: 201,
  body: linkBankAccountBody,
  answer: bankAccountAnswer,
  errors: ['bank_account_exists', 'bank_account_limit'],
});

export const removeBankAccount = endpoint({
  name: 'removeBankAccount',
  method: 'DELETE',
  path: '/bank-accounts/{id}',
  summary: 'Removes a bank account and erases its number',
  status: 204,
  params: idParams,
});

export const makeBankAccountDefault = endpoint({
  name: 'makeBankAccountDefault',
  method: 'POST',
  path: '/bank-accounts/{id}/default',
  summary: 'Makes a verified account the one repayments come from',
  params: idParams,
  answer: bankAccountAnswer,
  errors: ['bank_account_not_verified'],
});

export const verifyBankAccount = endpoint({
  name: 'verifyBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/verify',
  summary: 'Asks the bank again after it could not be asked; counted by the hour',
  status: 202,
  params: idParams,
  answer: bankAccountAnswer,
  errors: ['bank_account_checked'],
});
