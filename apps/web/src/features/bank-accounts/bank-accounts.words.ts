import type { BankAccountStatus } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

const statuses: Record<BankAccountStatus, string> = {
  pending: 'Checking with your bank',
  verified: 'Verified',
  review: 'Under review',
  rejected: 'Not accepted',
  unverified: 'Not checked yet',
};

export const en = {
  title: 'Bank Account Details',
  none: 'No bank account linked. Autopay collects from an account in your own name.',
  add: 'Add Account',
  addAnother: 'Add Another Account',
  loadFailed: 'Failed to load bank accounts.',
  isDefault: 'Default',
  statuses,
  pendingText:
    'Linked, not verified yet: we are checking with your bank. We send ₹1 to the account to see whose it is. You can leave this page; we will tell you.',
  nameAtBank: (name: string) => `In the name of ${name}`,
  makeDefault: 'Make default',
  makeDefaultLabel: (account: string) => `Make default: ${account}`,
  madeDefault: 'Default account changed',
  verifyPan: 'Verify your PAN',
  tryAgain: 'Try again',
  tryAgainLabel: (account: string) => `Try again: ${account}`,
  remove: 'Remove',
  removeLabel: (account: string) => `Remove ${account}`,
  notDone: 'This was not done',
  removal: {
    ask: (account: string) => `Remove ${account}?`,
    text: 'Its number is erased. What you owe stays as it is. To use the account again, add it again.',
    autopay: (card: string | undefined) =>
      card === undefined
        ? 'Autopay goes on collecting from it.'
        : `Autopay for the bill of ${card} goes on collecting from it.`,
    endAutopay: 'End it there',
    keep: 'Keep account',
    confirm: 'Remove account',
    removing: 'Removing...',
    removed: 'Bank account removed',
    failed: 'The account was not removed',
  },
  link: {
    title: 'Link Bank Account',
    name: 'Account holder name',
    number: 'Account number',
    show: 'Show account number',
    hide: 'Hide account number',
    confirm: 'Confirm account number',
    ifsc: 'IFSC code',
    ifscHint: '11 characters, as on your cheque book or passbook',
    validating: 'Validating IFSC code...',
    validated: 'IFSC code validated',
    bank: 'Bank',
    branch: 'Branch',
    address: 'Address',
    branchUnknown: 'The branch cannot be shown right now. You can add the account all the same.',
    invalid: 'Invalid IFSC code',
    failed: 'Error validating IFSC code',
    failedHint: 'You can add the account all the same.',
    termsBefore: 'I accept the ',
    terms: 'terms and conditions',
    termsAfter: '. ',
    termsToast: 'You must accept the terms to proceed',
    whatIsLeft: 'Fill in every field and accept the terms to save.',
    save: 'Save',
    saving: 'Saving...',
    linked: 'Bank account linked successfully',
    checking: 'We are checking with your bank.',
    notLinked: 'Failed to link bank account. Please try again.',
    loggedOut: 'You must be logged in to link a bank account',
  },
  /** The translated messages of the form's rules. English has none: the rules themselves are in English. */
  sentences: {} as Readonly<Record<string, string>>,
};

export type BankWords = typeof en;

export const useBankWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
