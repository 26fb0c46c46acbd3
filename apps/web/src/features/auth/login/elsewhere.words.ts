import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  continueWith: (provider: string) => `Continue with ${provider}`,
  leaving: 'Opening...',
  comingBack: 'Logging you in...',
  failed: 'Login Failed',
  notFinished: 'The other side did not confirm. Try again, or log in another way.',
  signupDisabled: 'There is no account of that address here, and new ones cannot be made at the moment.',
  blocked: 'This account is blocked. Write to support.',
  needsMail: 'That address is not proven yet. We sent it a mail: open its link, then come back.',
  /** In between stand the links to the terms. */
  agreeBefore: 'New here? By going on you agree to the ',
  agreeAfter: '.',
};

export type ElsewhereWords = typeof en;

export const useElsewhereWords = defineWords(en, () =>
  import('./elsewhere.words.hi.ts').then((module) => module.hi),
);
