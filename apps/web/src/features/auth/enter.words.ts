import { defineWords } from '../../lib/i18n.tsx';
import { en } from './enter.words.en.ts';

export const useEnterWords = defineWords(en, () => import('./enter.words.hi.ts').then((module) => module.hi));
