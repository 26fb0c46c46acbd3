import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  dialogTitle: 'Change password',
  dialogText: 'Your other devices are logged out. This one stays.',
  current: 'Current password',
  currentHint: 'Leave it empty if you have always logged in by code.',
  next: 'New password',
  confirm: 'Confirm new password',
  hint: 'At least 8 characters',
  good: 'Long enough',
  show: 'Show password',
  hide: 'Hide password',
  needed: 'Enter the new password',
  confirmNeeded: 'Enter the new password again',
  mismatch: 'Please ensure both passwords are the same',
  code: 'Code we sent you',
  codeSent: 'Enter the code we sent you.',
  resend: 'Send the code again',
  resendIn: (clock: string) => `Send the code again in ${clock}`,
  codeHint: 'It is some time since you logged in, so we sent a 6-digit code to your email or mobile.',
  problem: 'There is a problem',
  save: 'Save password',
  saving: 'Saving...',
  done: 'Password changed',
  doneText: 'Your other devices are logged out.',
  mayBeChanged:
    'The password may be changed already: the answer to an earlier press was lost. Log out and log in with the new one: that shows it.',
};

export type PasswordWords = typeof en;

/** The dialog's alone: they come with it. */
export const usePasswordWords = defineWords(en, () =>
  import('./password.words.hi.ts').then((module) => module.hi),
);
