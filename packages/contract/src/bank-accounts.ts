import { z } from 'zod';
import { BANK_ACCOUNT_STATUSES } from './bank-accounts.calls.ts';
import { ifscSchema, linkBankAccountBody } from './bank-accounts.form.ts';
import { BANK_REASON_CODES } from './bank-reasons.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import * as calls from './bank-accounts.calls.ts';

export * from './bank-accounts.calls.ts';
export * from './bank-accounts.form.ts';

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
    /** The account holder's name at the bank; told only when the account is verified. */
    nameAtBank: nameSchema.nullable(),
  }),
  createdAt: instantSchema,
});
export type BankAccount = z.input<typeof bankAccountAnswer>;

export const bankAccountsContract = contract({
  calls,
  endpoints: {
    getIfsc: {
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
    },
    listBankAccounts: {
      summary: 'Linked bank accounts, newest first',
      query: pageQuery,
      answer: pageOf(bankAccountAnswer),
    },
    linkBankAccount: {
      summary: 'Links a bank account; whose it is is asked of the bank afterwards',
      status: 201,
      body: linkBankAccountBody,
      answer: bankAccountAnswer,
      errors: ['account_guarded', 'bank_account_exists', 'bank_account_limit'],
    },
    removeBankAccount: {
      summary: 'Removes a bank account and erases its number',
      status: 204,
      params: idParams,
      errors: ['account_guarded'],
    },
    makeBankAccountDefault: {
      summary: 'Makes a verified account the one repayments come from',
      params: idParams,
      answer: bankAccountAnswer,
      errors: ['account_guarded', 'bank_account_not_verified'],
    },
    verifyBankAccount: {
      summary: 'Asks the bank again after it could not be asked; counted by the hour',
      status: 202,
      params: idParams,
      answer: bankAccountAnswer,
      errors: ['bank_account_checked'],
    },
  },
  refusals: {
    ifsc_not_found: {
      status: 404,
      retry: 'never',
      en: 'Invalid IFSC code',
      hi: 'IFSC कोड सही नहीं है',
    },
    bank_account_exists: {
      status: 409,
      retry: 'never',
      en: 'This bank account is already linked.',
      hi: 'यह बैंक खाता पहले से जुड़ा है।',
    },
    bank_account_limit: {
      status: 409,
      retry: 'never',
      en: 'You have linked as many bank accounts as you can. Remove one first.',
      hi: 'आप जितने बैंक खाते जोड़ सकते हैं, उतने जोड़ चुके हैं। पहले एक हटाएँ।',
    },
    bank_account_not_verified: {
      status: 409,
      retry: 'never',
      en: 'Only a verified bank account can be the default.',
      hi: 'केवल सत्यापित बैंक खाता ही मुख्य खाता बन सकता है।',
    },
    bank_account_checked: {
      status: 409,
      retry: 'never',
      en: 'Your bank has already answered about this account.',
      hi: 'इस खाते के बारे में आपका बैंक जवाब दे चुका है।',
    },
  },
});
