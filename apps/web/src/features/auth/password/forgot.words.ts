import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'Forgot your password',
  subtitle: 'We send a link to choose a new one. It works once, for a day.',
  submit: 'Send the link',
  pending: 'Sending...',
  sentTitle: 'Check your mail',
  sentText: (email: string) =>
    `If ${email} has an account, a link and a code are on their way. It can take a minute; look in spam too.`,
  limitedTitle: 'No more mails at the moment',
  limitedText:
    'If a mail of ours has come, type the code of the newest one. Otherwise try again later, or write to support.',
  back: 'Back to Log In',
};

export type ForgotWords = typeof en;

export const useForgotWords = defineWords(en, () =>
  import('./forgot.words.hi.ts').then((module) => module.hi),
);
