import { hasFigures } from '../lib/figure-places.ts';
import type { Post } from './blog/post.ts';
import { faqs as english } from '../lib/faqs.en.ts';
import { faqs as hindi } from '../lib/faqs.hi.ts';
import type { Site } from './site.ts';

/** A schema.org object, told to search engines beside the page. */
export type StructuredData = Readonly<Record<string, unknown>>;

const CONTEXT = 'https://schema.org';

export function structuredSite(site: Site, url: string): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: site.words.productName,
    alternateName: 'मोहलत',
    url,
    inLanguage: site.language,
    description: site.words.description,
  };
}

export function structuredPost(post: Post, site: Site, url: string): StructuredData {
  const { title, description } = post[site.language];
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    headline: title,
    description,
    url,
    datePublished: post.publishedOn,
    inLanguage: site.language,
    publisher: { '@type': 'Organization', name: site.words.productName },
  };
}

export function structuredFaqs(site: Site): StructuredData {
  const groups = site.language === 'hi' ? hindi : english;
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    inLanguage: site.language,
    // An answer with figures is filled by the settings in force, and a search engine keeps what was printed.
    mainEntity: groups
      .flatMap((group) => [...group.items])
      .filter((item) => !hasFigures(item.answer))
      .map((item) => ({
        '@type': 'Question',
        name: item.question,
        acceptedAnswer: { '@type': 'Answer', text: item.answer },
      })),
  };
}
