import type { BilingualArticle } from '../articles/article.ts';

export interface Post extends BilingualArticle {
  /** Last part of the address: /blog/<slug>. */
  readonly slug: string;
  /** Business date, YYYY-MM-DD. */
  readonly publishedOn: string;
}
