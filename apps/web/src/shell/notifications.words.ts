import { defineWords } from '../lib/i18n.tsx';
import { en } from './notifications.en.ts';

/** The panel's own words come with it. */
export const usePanelWords = defineWords(en, () =>
  import('./notifications.hi.ts').then((module) => module.hi),
);
