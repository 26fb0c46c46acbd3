import { defineWords } from '../../lib/i18n.tsx';
import { en } from './video.words.en.ts';

export const useVideoWords = defineWords(en, () => import('./video.words.hi.ts').then((module) => module.hi));
