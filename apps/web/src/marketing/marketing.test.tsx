// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PUBLIC_PATHS } from '../lib/public-paths.ts';
import { PUBLIC_PAGES } from './public-pages.tsx';
import { publicPaths, renderPublicPage, renderRobots, renderSitemap } from './render.tsx';

const assets = { styles: ['/s.css'], scripts: ['/m.js'], head: [], origin: 'https://mohlat.example' };

function page(path: string): string {
  const html = renderPublicPage(path, assets);
  if (html === undefined) throw new Error(`No page at ${path}`);
  return html;
}

/** Puts a public page into the document, as a browser would. */
function open(path: string): void {
  const parsed = new DOMParser().parseFromString(page(path), 'text/html');
  document.documentElement.lang = parsed.documentElement.lang;
  document.body.replaceChildren(...parsed.body.childNodes);
}

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

describe('the public pages', () => {
  test.each(publicPaths())('%s is plain HTML that a strict CSP accepts', (path) => {
    const html = page(path);
    expect(html.startsWith('<!doctype html><html lang="')).toBe(true);
    expect(html).not.toMatch(
      /<style|style="|<script(?! type="application\/ld\+json")(?![^>]* src=)|javascript:|\son\w+="/,
    );
    expect(html).toContain('<h1');
  });

  test('link to nothing that does not exist', () => {
    const app = ['/login', '/signup', '/dashboard', '/help', '/status', '/icon.svg'];
    const known = new Set([...publicPaths(), ...app]);
    for (const path of publicPaths()) {
      const hrefs = [...page(path).matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map((match) => match[1] ?? '');
      expect(hrefs.filter((href) => !known.has(href))).toEqual([]);
    }
  });

  test('stand at the addresses the app knows them by', () => {
    expect(Object.keys(PUBLIC_PAGES).toSorted()).toEqual([...PUBLIC_PATHS].toSorted());
  });

  test.each(publicPaths())('%s tells search engines and shared links what it is', (path) => {
    const parsed = new DOMParser().parseFromString(page(path), 'text/html');
    const content = (selector: string) => parsed.querySelector(selector)?.getAttribute('content') ?? '';
    const description = content('meta[name=description]');
    expect(description.length).toBeGreaterThan(30);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(content('meta[property="og:description"]')).toBe(description);
    expect(content('meta[property="og:image"]')).toMatch(/^https:\/\/mohlat\.example\/share\.(en|hi)\.png$/);
    const canonical = parsed.querySelector('link[rel=canonical]')?.getAttribute('href');
    expect(canonical).toBe(`https://mohlat.example${path}`);
    expect(parsed.title).toContain('Mohlat');
  });

  test('have titles and descriptions of their own', () => {
    const english = publicPaths().filter((path) => !path.startsWith('/hi'));
    expect(new Set(english.map((path) => /<title>[^<]*/.exec(page(path))?.[0])).size).toBe(english.length);
  });

  test('carry structured data that cannot end its element early', () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page('/faqs')) ?? [];
    const data = JSON.parse(json) as { mainEntity: unknown[] };
    expect(data.mainEntity.length).toBeGreaterThan(15);
    expect(json).not.toContain('<');
  });

  test('are all in the sitemap, and crawlers are kept from what belongs to a person', () => {
    const sitemap = renderSitemap('https://mohlat.example');
    for (const path of publicPaths()) expect(sitemap).toContain(`<loc>https://mohlat.example${path}</loc>`);
    const robots = renderRobots('https://mohlat.example');
    expect(robots).toContain('Sitemap: https://mohlat.example/sitemap.xml');
    for (const path of ['/dashboard', '/api/', '/admin']) expect(robots).toContain(`Disallow: ${path}`);
  });

  test('SPEC-1.hero, SPEC-2.header-links, SPEC-2.landing-signed-in: the landing carries both forms: the visitor’s and the logged-in one', () => {
    const html = page('/');
    expect(html).toContain('We pay your card bill today. You repay later.');
    expect(html).toContain('Welcome back');
    expect(html).toContain('Go to Dashboard');
    for (const link of ['Features', 'Pricing', 'Support', 'Log In', 'Sign Up'])
      expect(html).toContain(`>${link}</a>`);
  });

  test('SPEC-1.emi-example: print the specification’s example without any script', () => {
    const html = page('/');
    for (const figure of ['₹15,300.00', '24.33', '₹5,200.00', '₹15,600.00', '23.84', '₹300.00']) {
      expect(html).toContain(figure);
    }
  });

  test('every page exists in Hindi and the two name each other', () => {
    expect(publicPaths().filter((path) => path.startsWith('/hi'))).toHaveLength(publicPaths().length / 2);
    expect(page('/hi/pricing')).toContain('href="/pricing"');
    expect(page('/pricing')).toContain('href="/hi/pricing"');
    expect(renderPublicPage('/nowhere', assets)).toBeUndefined();
  });
});

/** The addresses that the specification names, spelled out here so that none is lost together with its page. */
const NAMED = [
  '/',
  '/features',
  '/pricing',
  '/support',
  '/learn-more',
  '/about',
  '/careers',
  '/blog',
  '/press',
  '/faqs',
  '/contact',
  '/security',
  '/terms',
  '/privacy',
  '/cookies',
  '/compliance',
];

describe('what the specification asks of the public side', () => {
  const links = () =>
    [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')?.split(/[?#]/)[0]);
  const headings = () => [...document.querySelectorAll('h2, h3')].map((heading) => heading.textContent);

  test.each(NAMED)('%s has a page in English and one in Hindi', (path) => {
    expect(renderPublicPage(path, assets)).toContain('<html lang="en"');
    expect(renderPublicPage(path === '/' ? '/hi' : `/hi${path}`, assets)).toContain('<html lang="hi"');
  });

  test('SPEC-1.four-features: four cards say what the product does, on the landing and on their own page', () => {
    const cards = ['Instant bill payment', 'Flexible repayment', 'Quick process', 'Secure'];
    open('/features');
    expect(headings()).toEqual(expect.arrayContaining(cards));
    open('/');
    expect(headings()).toEqual(expect.arrayContaining(cards));
  });

  test('SPEC-1.three-steps: three steps say how it works', () => {
    open('/');
    const steps = [
      'Sign up and complete KYC',
      'Enter card details and bill amount',
      'We pay, you repay later',
    ];
    expect(headings().filter((heading) => steps.includes(heading ?? ''))).toEqual(steps);
  });

  test('SPEC-2.features-header: the header leads to the other pages and the ways in', () => {
    open('/features');
    expect(links()).toEqual(
      expect.arrayContaining(['/features', '/pricing', '/support', '/login', '/signup']),
    );
  });

  test('SPEC-2.footer: the footer leads to twelve pages', () => {
    open('/');
    const company = ['/about', '/careers', '/blog', '/press'];
    const help = ['/help', '/faqs', '/contact'];
    const legal = ['/security', '/terms', '/privacy', '/cookies', '/compliance'];
    expect(links()).toEqual(expect.arrayContaining([...company, ...help, ...legal]));
  });
});
