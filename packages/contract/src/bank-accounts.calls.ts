import { declareCall } from './endpoint.ts';

export const getIfsc = declareCall({
  name: 'getIfsc',
  method: 'GET',
  path: '/ifsc/{code}',
});

/**
 * `review`: a person compares the names. `unverified`: the bank could not be asked; nothing is known, and it may be
 * tried again.
 */
export const BANK_ACCOUNT_STATUSES = ['pending', 'verified', 'review', 'rejected', 'unverified'] as const;
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

export const listBankAccounts = declareCall({
  name: 'listBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
});

/** Rule: SPEC-5 bank form. Account numbers of Indian banks have 9 to 18 digits; spaces and dashes are dropped. */
export const ACCOUNT_NUMBER_DIGITS_MIN = 9;
export const ACCOUNT_NUMBER_DIGITS_MAX = 18;

export const linkBankAccount = declareCall({
  name: 'linkBankAccount',
  method: 'POST',
  path: '/bank-accounts',
});

export const removeBankAccount = declareCall({
  name: 'removeBankAccount',
  method: 'DELETE',
  path: '/bank-accounts/{id}',
});

export const makeBankAccountDefault = declareCall({
  name: 'makeBankAccountDefault',
  method: 'POST',
  path: '/bank-accounts/{id}/default',
});

export const verifyBankAccount = declareCall({
  name: 'verifyBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/verify',
});
