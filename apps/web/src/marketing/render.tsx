import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PUBLIC_PATHS } from '../lib/public-paths.ts';
import { Layout } from './layout.tsx';
import { PUBLIC_PAGES } from './public-pages.tsx';
import type { Site } from './site.ts';
import { en } from './words.en.ts';
import { hi } from './words.hi.ts';
import type { StructuredData } from './structured-data.ts';

const LANGUAGES = {
  en: { words: en, prefix: '', name: 'English' },
  hi: { words: hi, prefix: '/hi', name: 'हिन्दी' },
} as const;

type Language = keyof typeof LANGUAGES;

const addressOf = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);

/** Every address that is rendered at build: each page in English, and in Hindi under /hi. */
export function publicPaths(): string[] {
  return Object.values(LANGUAGES).flatMap(({ prefix }) =>
    PUBLIC_PATHS.map((path) => addressOf(prefix, path)),
  );
}

function siteOf(language: Language, path: string): Site {
  const { words, prefix } = LANGUAGES[language];
  const code = language === 'en' ? 'hi' : 'en';
  const other = LANGUAGES[code];
  return {
    language,
    words,
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
  const page = PUBLIC_PAGES[path];
  if (page === undefined) return undefined;
  const site = siteOf(language, path);
  const name = site.words.productName;
  const title = path === '/' ? `${name}: ${page.title(site)}` : `${page.title(site)} · ${name}`;
  const html = renderToStaticMarkup(
    <html lang={site.language} data-page="public">
      <Head
        site={site}
        assets={assets}
        title={title}
        description={page.description?.(site) ?? site.words.description}
        data={page.data?.(site, (to) => assets.origin + site.href(to))}
      />
      <body>
        <Layout site={site}>{page.body(site)}</Layout>
      </body>
    </html>,
  );
  return `<!doctype html>${html.replace('</head>', `${assets.head.join('')}</head>`)}\n`;
}

/** For search engines: every public page, with its sibling in the other language. */
export function renderSitemap(origin: string): string {
  const urls = publicPaths().map((address) => {
    const { language, path } = readAddress(address);
    const { href, otherLanguage } = siteOf(language, path);
    const siblings = [
      { code: language, href: href(path) },
      { code: otherLanguage.code, href: otherLanguage.href },
    ].map((one) => `<xhtml:link rel="alternate" hreflang="${one.code}" href="${origin}${one.href}"/>`);
    return `<url><loc>${origin}${address}</loc>${siblings.join('')}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

/** Lets crawlers read the public pages, and nothing of anybody's own. */
export function renderRobots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /dashboard
Disallow: /admin
Disallow: /onboarding
Disallow: /receipt

Sitemap: ${origin}/sitemap.xml
`;
}

interface Assets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Further lines of the head: font preloads. */
  readonly head: readonly string[];
  /** Where the product is reached, without a slash at the end; search engines and shared links need whole addresses. */
  readonly origin: string;
}

interface HeadProps {
  readonly site: Site;
  readonly assets: Assets;
  readonly title: string;
  readonly description: string;
  readonly data: StructuredData | undefined;
}

const PICTURE = { width: 1200, height: 630 } as const;

/** The head of a public page: what browsers, search engines and shared links read. */
function Head({ site, assets, title, description, data }: HeadProps) {
  const here = assets.origin + site.href(site.path);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={here} />
      <link rel="alternate" hrefLang={site.language} href={here} />
      <link
        rel="alternate"
        hrefLang={site.otherLanguage.code}
        href={assets.origin + site.otherLanguage.href}
      />
      <Shared site={site} origin={assets.origin} here={here} title={title} description={description} />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <script src="/first-paint.js" />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      {data === undefined ? null : (
        <script
          type="application/ld+json"
          // Data, not markup: what could end the element early is written as an escape.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      )}
    </head>
  );
}

interface SharedProps {
  readonly site: Site;
  readonly origin: string;
  readonly here: string;
  readonly title: string;
  readonly description: string;
}

/** The preview of a link to this page where it is shared. */
function Shared({ site, origin, here, title, description }: SharedProps) {
  const properties = {
    'og:type': site.path.startsWith('/blog/') ? 'article' : 'website',
    'og:site_name': site.words.productName,
    'og:locale': site.language === 'hi' ? 'hi_IN' : 'en_IN',
    'og:url': here,
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}/share.${site.language}.png`,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
    'og:image:alt': site.words.tagline,
  };
  return (
    <Fragment>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </Fragment>
  );
}
