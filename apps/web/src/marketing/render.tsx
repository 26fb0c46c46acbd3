import { renderToStaticMarkup } from 'react-dom/server';
import { PUBLIC_PATHS } from '../lib/public-paths.ts';
import { Layout } from './layout.tsx';
import { type Assets, Head } from './page-head.tsx';
import { PUBLIC_PAGES } from './public-pages.tsx';
import type { Site } from './site.ts';
import { en } from './words.en.ts';
import { hi } from './words.hi.ts';

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
