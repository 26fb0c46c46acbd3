import { defineWords } from '../../lib/i18n.tsx';
import { en } from './words.en.ts';

export const useStatusWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
