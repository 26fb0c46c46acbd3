import { defineWords } from '../../lib/i18n.tsx';
import { en } from './hardship.words.en.ts';

export const useHardshipWords = defineWords(en, () =>
  import('./hardship.words.hi.ts').then((module) => module.hi),
);
