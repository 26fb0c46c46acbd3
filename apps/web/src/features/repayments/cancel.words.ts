import { defineWords } from '../../lib/i18n.tsx';
import { en } from './cancel.words.en.ts';

export const useCancelWords = defineWords(en, () =>
  import('./cancel.words.hi.ts').then((module) => module.hi),
);
