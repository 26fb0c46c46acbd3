import { defineWords } from '../../lib/i18n.tsx';
import { en } from './cost.words.en.ts';

export const useCostWords = defineWords(en, () => import('./cost.words.hi.ts').then((module) => module.hi));
