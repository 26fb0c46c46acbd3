/** The public pages, each plain HTML outside the app; in Hindi under /hi. */
export const PUBLIC_PATHS = [
  '/',
  '/features',
  '/pricing',
  '/support',
  '/learn-more',
  '/about',
  '/careers',
  '/blog',
  '/blog/when-not-to-use-us',
  '/blog/when-nobody-knows',
  '/blog/what-15000-costs',
  '/press',
  '/faqs',
  '/contact',
  '/security',
  '/terms',
  '/privacy',
  '/cookies',
  '/compliance',
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];
