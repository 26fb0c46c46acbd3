import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: (amount: string, day: string) => `Agreed: pay ${amount} by ${day} and this loan is closed`,
  partly: (agreed: string) => `Of the ${agreed} agreed, this is what is still to come.`,
  text: 'Whatever else is owed is let off then. After that day the agreement no longer holds.',
  pay: (amount: string) => `Pay ${amount}`,
};

export const useSettlementWords = defineWords(en, () =>
  import('./settlement.words.hi.ts').then((module) => module.hi),
);
