import { defineWords } from '../lib/i18n.tsx';
import { en } from './admin.words.en.ts';

export const useAdminShellWords = defineWords(en, () =>
  import('./admin.words.hi.ts').then((module) => module.hi),
);
