/** A public page that is read from top to bottom: headings, paragraphs, lists. */
export interface ArticlePart {
  /** Anchor of the part, the same in every language. */
  readonly id: string;
  readonly heading: string;
  readonly text: readonly string[];
  readonly points?: readonly string[];
  readonly links?: readonly ArticleLink[];
}

interface ArticleLink {
  readonly label: string;
  /** A path of the public side without its language, a file, or an address elsewhere. */
  readonly to: string;
}

export interface Article {
  readonly title: string;
  readonly lead: string;
  /** For search engines and shared links; at most 160 characters. */
  readonly description: string;
  readonly parts: readonly ArticlePart[];
}

/** One page in both languages, side by side, so that neither is changed alone. */
export interface BilingualArticle {
  readonly en: Article;
  readonly hi: Article;
}
