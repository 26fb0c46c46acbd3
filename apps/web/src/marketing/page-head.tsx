import { Fragment } from 'react';
import type { StructuredData } from './structured-data.ts';
import type { Site } from './site.ts';

export interface Assets {
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
export function Head({ site, assets, title, description, data }: HeadProps) {
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
