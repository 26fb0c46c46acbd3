import { defineWords } from '../../lib/i18n.tsx';
import { en } from './worth.words.en.ts';

export const useWorthWords = defineWords(en, () => import('./worth.words.hi.ts').then((module) => module.hi));
