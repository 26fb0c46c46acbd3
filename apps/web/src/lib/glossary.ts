import { defineWords } from './i18n.tsx';
import { en } from './glossary.en.ts';

export type { Glossary } from './glossary.en.ts';
export const useGlossary = defineWords(en, () => import('./glossary.hi.ts').then((module) => module.hi));
