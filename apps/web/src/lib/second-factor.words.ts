import { defineWords } from './i18n.tsx';
import { en } from './second-factor.words.en.ts';

export const useSecondFactorWords = defineWords(en, () =>
  import('./second-factor.words.hi.ts').then((module) => module.hi),
);
