import type { PublicWords } from './words.en.ts';

/** The input of every public page: its language's words, its path, and a function for links to other pages. */
export interface Site {
  readonly language: 'en' | 'hi';
  readonly words: PublicWords;
  /** Path without the language's prefix. */
  readonly path: string;
  readonly href: (path: string) => string;
  readonly otherLanguage: { readonly code: 'en' | 'hi'; readonly label: string; readonly href: string };
}
