import { defineWords } from '../i18n.tsx';
import { en } from './codes.en.ts';

/** Words for the codes that several of the staff's pages show. */
export const useCodeWords = defineWords(en, () => import('./codes.hi.ts').then((module) => module.hi));
