import { defineWords } from './i18n.tsx';

/** After a bill that was not paid, or came back. */
const en = {
  failed: 'Your limit is free again. You can pay the bill another way, or try again.',
  reversed: 'Your loan is undone and your limit is free again. Check the card’s due date.',
  lateTitle: 'Before you pay this bill again',
  late: 'We told you that it was not paid; the bill network now says that it was. Look at your card first. Your limit is free.',
  tryAgain: 'Pay another way or try again',
};
export type NotPaidWords = typeof en;

export const useNotPaidWords = defineWords(en, () => import('./not-paid.words.hi.ts').then((m) => m.hi));
