import { defineWords } from '../../lib/i18n.tsx';
import { en } from './part.words.en.ts';

export const usePartWords = defineWords(en, () => import('./part.words.hi.ts').then((module) => module.hi));
