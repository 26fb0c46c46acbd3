import { defineWords } from '../../lib/i18n.tsx';
import { en } from './settlement.words.en.ts';

export const useSettlementWords = defineWords(en, () =>
  import('./settlement.words.hi.ts').then((module) => module.hi),
);
