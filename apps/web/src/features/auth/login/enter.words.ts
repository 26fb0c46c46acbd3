import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'Log in by this link',
  text: 'It came by SMS to your mobile number, because wrong codes were typed for it.',
  here: (name: string) =>
    `You are signed in as ${name}. If the link belongs to another account, we ask before anything changes.`,
  enter: 'Log In',
  entering: 'Logging in...',
  failedTitle: 'This link does not work',
  failedText: 'It works once, and for an hour. Ask for a new code to get another.',
  problem: 'That did not work',
  login: 'Ask for a new code',
};

export type EnterWords = typeof en;

export const useEnterWords = defineWords(en, () => import('./enter.words.hi.ts').then((module) => module.hi));
