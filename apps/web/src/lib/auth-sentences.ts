import { en } from './auth-sentences.en.ts';
import { defineWords } from './i18n.tsx';

export const useAuthSentences = defineWords(en, () => import('./auth-sentences.hi.ts').then((m) => m.hi));
