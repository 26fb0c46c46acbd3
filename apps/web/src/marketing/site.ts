import type { PublicWords } from './words.en.ts';

/** What every public page is given: its language's words, where it stands, and how to link to its neighbours. */
export interface Site {
  readonly language: 'en' | 'hi';
  readonly words: PublicWords;
  /** Path without the language's prefix. */
  readonly path: string;
  readonly href: (path: string) => string;
  readonly otherLanguage: { readonly code: 'en' | 'hi'; readonly label: string; readonly href: string };
}
