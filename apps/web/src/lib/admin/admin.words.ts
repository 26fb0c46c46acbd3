import { defineWords } from '../i18n.tsx';
import { en } from './words.en.ts';

export const useAdminWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
