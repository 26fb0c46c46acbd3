import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from './landing.tsx';
import { Layout } from './layout.tsx';
import { privacy as privacyEn, terms as termsEn } from './legal.en.ts';
import { privacy as privacyHi, terms as termsHi } from './legal.hi.ts';
import { Features, LearnMore, Legal, Pricing, Support } from './pages.tsx';
import type { Site } from './site.ts';
import { en } from './words.en.ts';
import { hi } from './words.hi.ts';

interface Assets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Further lines of the head: font preloads. */
  readonly head: readonly string[];
}

interface PublicPage {
  readonly title: (site: Site) => string;
  readonly body: (site: Site) => ReactNode;
}

const PAGES: Record<string, PublicPage> = {
  '/': { title: (site) => site.words.tagline, body: (site) => <Landing site={site} /> },
  '/features': { title: (site) => site.words.features.title, body: (site) => <Features site={site} /> },
  '/pricing': { title: (site) => site.words.pricing.title, body: (site) => <Pricing site={site} /> },
  '/support': { title: (site) => site.words.support.title, body: (site) => <Support site={site} /> },
  '/learn-more': { title: (site) => site.words.learnMore.title, body: (site) => <LearnMore site={site} /> },
  '/terms': {
    title: (site) => site.legal.terms.title,
    body: (site) => <Legal site={site} page={site.legal.terms} />,
  },
  '/privacy': {
    title: (site) => site.legal.privacy.title,
    body: (site) => <Legal site={site} page={site.legal.privacy} />,
  },
};

const LANGUAGES = {
  en: { words: en, legal: { terms: termsEn, privacy: privacyEn }, prefix: '', name: 'English' },
  hi: { words: hi, legal: { terms: termsHi, privacy: privacyHi }, prefix: '/hi', name: 'हिन्दी' },
} as const;

type Language = keyof typeof LANGUAGES;

const addressOf = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);

/** Every address that is rendered at build: each page in English, and in Hindi under /hi. */
export function publicPaths(): string[] {
  return Object.values(LANGUAGES).flatMap(({ prefix }) =>
    Object.keys(PAGES).map((path) => addressOf(prefix, path)),
  );
}

function siteOf(language: Language, path: string): Site {
  const { words, legal, prefix } = LANGUAGES[language];
  const code = language === 'en' ? 'hi' : 'en';
  const other = LANGUAGES[code];
  return {
    language,
    words,
    legal,
    path,
    href: (to) => addressOf(prefix, to),
    otherLanguage: { code, label: other.name, href: addressOf(other.prefix, path) },
  };
}

/** Splits an address into its language and the page's own path. */
function readAddress(address: string): { language: Language; path: string } {
  const bare = address.length > 1 ? address.replace(/\/$/, '') : address;
  if (bare !== '/hi' && !bare.startsWith('/hi/')) return { language: 'en', path: bare };
  return { language: 'hi', path: bare.slice('/hi'.length) || '/' };
}

/** The whole document of a public page, or undefined when the address is not one of them. */
export function renderPublicPage(address: string, assets: Assets): string | undefined {
  const { language, path } = readAddress(address);
  const page = PAGES[path];
  if (page === undefined) return undefined;
  const site = siteOf(language, path);
  const title =
    path === '/'
      ? `${site.words.productName}: ${page.title(site)}`
      : `${page.title(site)} · ${site.words.productName}`;
  const document = (
    <html lang={site.language} data-page="public">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={site.words.description} />
        <link rel="alternate" hrefLang={site.otherLanguage.code} href={site.otherLanguage.href} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script src="/first-paint.js" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <Layout site={site}>{page.body(site)}</Layout>
      </body>
    </html>
  );
  const html = renderToStaticMarkup(document);
  return `<!doctype html>${html.replace('</head>', `${assets.head.join('')}</head>`)}\n`;
}
