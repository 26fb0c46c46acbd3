import type { ReactNode } from 'react';
import type { PublicPath } from '../lib/public-paths.ts';
import { Card } from '../ui/card.tsx';
import { about } from './articles/about.ts';
import { ArticlePage } from './articles/article-page.tsx';
import type { BilingualArticle } from './articles/article.ts';
import { careers } from './articles/careers.ts';
import { compliance } from './articles/compliance.ts';
import { cookies } from './articles/cookies.ts';
import { press } from './articles/press.ts';
import { privacy } from './articles/privacy.ts';
import { security } from './articles/security.ts';
import { terms } from './articles/terms.ts';
import { Blog, BlogPost } from './blog/blog-page.tsx';
import type { Post } from './blog/post.ts';
import { POSTS } from './blog/posts.ts';
import { Faqs } from './faqs/faqs-page.tsx';
import { Landing } from './landing.tsx';
import { PageHead } from './layout.tsx';
import { ContactForm, Features, GrievanceCard, LearnMore, Pricing, Support } from './pages.tsx';
import type { Site } from './site.ts';
import { type StructuredData, structuredFaqs, structuredPost, structuredSite } from './structured-data.ts';

export interface PublicPage {
  readonly title: (site: Site) => string;
  /** For search engines and shared links; without one, the site's own. */
  readonly description?: (site: Site) => string;
  readonly body: (site: Site) => ReactNode;
  readonly data?: (site: Site, address: (path: string) => string) => StructuredData;
}

interface ArticleShape {
  readonly isPolicy?: boolean;
  readonly hasOperator?: boolean;
}

function articlePage(article: BilingualArticle, shape: ArticleShape = {}): PublicPage {
  const { isPolicy = false, hasOperator = false } = shape;
  return {
    title: (site) => article[site.language].title,
    description: (site) => article[site.language].description,
    body: (site) => (
      <ArticlePage
        site={site}
        article={article[site.language]}
        hasContents={isPolicy}
        hasOperator={hasOperator}
        {...(isPolicy ? { dated: site.words.article.changed } : {})}
      />
    ),
  };
}

function postPage(post: Post): PublicPage {
  return {
    ...articlePage(post),
    body: (site) => <BlogPost site={site} post={post} />,
    data: (site, address) => structuredPost(post, site, address(site.path)),
  };
}

/** The page at each public address. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  '/': {
    title: (site) => site.words.tagline,
    body: (site) => <Landing site={site} />,
    data: (site, address) => structuredSite(site, address('/')),
  },
  '/features': { title: (site) => site.words.features.title, body: (site) => <Features site={site} /> },
  '/pricing': {
    title: (site) => site.words.pricing.title,
    description: (site) => site.words.pricing.lead,
    body: (site) => <Pricing site={site} />,
  },
  '/support': { title: (site) => site.words.support.title, body: (site) => <Support site={site} /> },
  '/learn-more': { title: (site) => site.words.learnMore.title, body: (site) => <LearnMore site={site} /> },
  '/about': articlePage(about, { hasOperator: true }),
  '/careers': articlePage(careers),
  '/blog': {
    title: (site) => site.words.blog.title,
    description: (site) => site.words.blog.description,
    body: (site) => <Blog site={site} />,
  },
  ...Object.fromEntries(POSTS.map((post) => [`/blog/${post.slug}`, postPage(post)])),
  '/press': articlePage(press, { hasOperator: true }),
  '/faqs': {
    title: (site) => site.words.faqs.title,
    description: (site) => site.words.faqs.description,
    body: (site) => <Faqs site={site} />,
    data: structuredFaqs,
  },
  '/contact': {
    title: (site) => site.words.contact.title,
    description: (site) => site.words.contact.description,
    body: (site) => <Contact site={site} />,
  },
  '/security': articlePage(security),
  '/terms': articlePage(terms, { isPolicy: true }),
  '/privacy': articlePage(privacy, { isPolicy: true }),
  '/cookies': articlePage(cookies),
  '/compliance': articlePage(compliance, { isPolicy: true, hasOperator: true }),
} satisfies Partial<Record<PublicPath, PublicPage>>;

function Contact({ site }: { readonly site: Site }) {
  const words = site.words.contact;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <ContactForm site={site} />
        <div className="flex flex-col gap-5">
          <Card title={words.waysTitle}>
            <ul className="ruled">
              {words.ways.map((way) => (
                <li key={way} className="py-2.5">
                  {way}
                </li>
              ))}
            </ul>
          </Card>
          <Card title={words.fraudTitle}>
            <p className="text-ink-2">{words.fraudText}</p>
          </Card>
          <GrievanceCard site={site} />
        </div>
      </div>
    </div>
  );
}
