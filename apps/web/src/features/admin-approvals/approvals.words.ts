import { defineWords } from '../../lib/i18n.tsx';
import { en } from './words.en.ts';

export const useApprovalsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
