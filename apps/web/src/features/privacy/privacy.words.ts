import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Your data',
  subtitle: 'See it, take it with you, take back a consent, or close your account',
  back: 'My Profile',
  linkText: 'A copy of your data, your consents, your preferences, closing your account.',
  linkOpen: 'Open',

  heldTitle: 'What we hold, and what for',
  held: [
    {
      what: 'Identity',
      text: 'Name, birth date, PAN, address and the outcome of each check: a lender must know who borrows.',
    },
    {
      what: 'Your limit',
      text: 'Your income, the few figures read from the credit report, and how the limit was decided.',
    },
    {
      what: 'Cards',
      text: 'Bank, last four digits and name on the card. Never the number, never the security code.',
    },
    { what: 'Payments', text: 'Bills paid, repayments, key facts and the account books.' },
    { what: 'Bank accounts', text: 'The accounts you linked; their numbers are sealed.' },
    {
      what: 'Contact',
      text: 'Email address, mobile number, messages to you and the devices you sign in with.',
    },
  ],
  heldNever: 'We never ask for your contacts, your messages, your photos or the list of your apps.',

  copyTitle: 'A copy of your data',
  copyText: 'Everything held about you at this moment. Keep it where only you can read it.',
  copyPdf: 'Download PDF',
  copyJson: 'Download JSON',
  copying: 'Preparing...',
  copyDone: 'Your copy is in your downloads',
  copyFailed: 'The copy was not made',
  fileName: 'mohlat-my-data',

  consentsTitle: 'Consents',
  consentsText: 'Each one stands for itself. Taking one back is as easy as giving it.',
  given: (date: string, version: string) => `Given ${date}, version ${version}`,
  withdrawn: (date: string) => `Taken back ${date}`,
  neverGiven: 'Not given',
  askedTitle: 'Asked when needed',
  takeBackTitle: (what: string) => `Take back: ${what}?`,
  giveTitle: (what: string) => `Agree: ${what}?`,
  youAgreedTo: 'You agreed to this:',
  takeBack: 'Take it back',
  keep: 'Keep it',
  agree: 'I agree',
  notNow: 'Not now',
  saving: 'Saving...',
  consentTakenBack: 'Consent taken back',
  consentGiven: 'Consent given',
  stoppedTitle: 'New payments are stopped',
  stoppedText:
    'You took back a consent that lending needs. Repaying works as before. Switch it on again to pay new bills.',

  preferencesTitle: 'Preferences',
  preferencesText: 'They go with you to the next device you sign in on.',
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  channels: 'Messages that can wait',
  channelsHint: 'Codes, the outcome of payments, receipts and notices the law asks for always come.',
  byEmail: 'By email',
  bySms: 'By SMS',
  inApp: 'In the app',
  quiet: 'Quiet hours',
  quietHint: 'What can wait comes when they end.',
  quietFrom: 'From',
  quietUntil: 'Until',
  quietSame: 'They would end as they begin. Choose two different times.',
  salary: 'Day of the month your salary comes',
  salaryHint: 'Drawn on your lines of time. It moves no date, and it does not affect your credit.',
  noSalary: 'Not said',
  notSaved: 'The change was not saved',

  officerTitle: 'Grievance officer',
  officerText:
    'For anything about your data. Answered within 30 days; after that you can turn to the Data Protection Board of India.',

  closeTitle: 'Close your account',
  closeText:
    'Possible once nothing is owed and nothing is on its way. You see first what goes, what is kept, and why.',
  close: 'Close account',
  closeDialogTitle: 'Close your account?',
  notYetTitle: 'Not yet',
  toRepay: 'Repay',
  toPayments: 'See payments',
  toHelp: 'Write to us',
  signInTitle: 'Log in again first',
  signInText:
    'This needs a log-in from the last hour, so that nobody does it for you on a phone left lying around.',
  signIn: 'Log in again',
  logoutFailed: 'Logout Failed',
  goes: 'Erased at once',
  stays: 'Kept, and why',
  until: (date: string) => `until ${date}`,
  noEnd: 'for good',
  forfeitsTitle: (amount: string) => `You lose ${amount}`,
  forfeitedRewards: (amount: string) =>
    `${amount} of rewards end with the account, and so does cashback still on its way. They can be used in a repayment only, and are not paid out.`,
  forfeitedRemainder: (amount: string) =>
    `${amount} is left over from your repayments, less than a rupee from each. It is too little to send to a bank.`,
  forGood: 'This cannot be undone. With the same PAN you can open a new account later.',
  typeWord: 'Type DELETE to confirm',
  wrongWord: 'Type the word DELETE',
  closeForGood: 'Close for good',
  closing: 'Closing...',
  maybeClosed: 'Your account may be closed already. Press again when you are online: then we know.',
  stay: 'Keep my account',
  cancel: 'Cancel',

  closedTitle: 'Your account is closed',
  closedText: 'Thank you for having been here. This list is in your mail, too.',
  closedUnknown: 'You are signed out. What was erased and what is kept stands in the mail we sent you.',
  maybeTitle: 'Your account may be closed',
  maybeText:
    'You are signed out, and we did not hear how it ended. If it is closed, the mail we sent you says what was erased. If not, you can log in as before.',
  toHome: 'Go to the start page',
};

export type PrivacyWords = typeof en;

export const usePrivacyWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
