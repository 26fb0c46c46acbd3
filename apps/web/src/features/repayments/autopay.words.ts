import { defineWords } from '../../lib/i18n.tsx';
import { en } from './autopay.words.en.ts';

export const useAutopayWords = defineWords(en, () =>
  import('./autopay.words.hi.ts').then((module) => module.hi),
);
