import { defineWords } from '../../lib/i18n.tsx';
import { en } from './not-me.words.en.ts';

export const useNotMeWords = defineWords(en, () =>
  import('./not-me.words.hi.ts').then((module) => module.hi),
);
