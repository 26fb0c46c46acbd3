// @vitest-environment jsdom
import { businessDate, formatRupees, paise } from '@mohlat/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startCalculator } from './browser/calculator.ts';
import { startContactForm } from './browser/contact-form.ts';
import { startFaqSearch } from './browser/faq-search.ts';
import { rememberLanguage } from './browser/language.ts';
import { showFees } from './browser/fees.ts';
import { showOperator, showTestimonials } from './browser/operator.ts';
import { carryReferral } from './browser/referral.ts';
import { startThemeSwitch } from './browser/theme.ts';
import { priceBill, PRINTED_PRICES } from './price-bill.ts';
import { PRINTED_LATE } from './printed-late.ts';
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

  test('are all in the sitemap, and crawlers are kept from what is somebody’s own', () => {
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

describe('the price of a bill', () => {
  const today = businessDate('2026-11-20');

  test('LEND-W2, SPEC-9.fee, SPEC-9.total: ₹15,000 costs ₹15,300 in one payment and 3 × ₹5,200 in EMIs', () => {
    const price = priceBill(1_500_000, PRINTED_PRICES, today);
    expect(price.feePaise).toBe(30_000);
    expect(price.plans.map((plan) => [plan.totalPaise, plan.aprPercent, plan.firstDueOn])).toEqual([
      [1_530_000, '24.33', '2026-12-20'],
      [1_560_000, '23.84', '2026-12-20'],
    ]);
  });

  test('the fee stays between ₹50 and ₹500', () => {
    expect(priceBill(10_000, PRINTED_PRICES, today).feePaise).toBe(5_000);
    expect(priceBill(10_000_000, PRINTED_PRICES, today).feePaise).toBe(50_000);
  });

  test('a bill too small for EMIs is offered one payment only', () => {
    expect(priceBill(10_000, PRINTED_PRICES, today).plans.map((plan) => plan.plan.kind)).toEqual(['single']);
  });
});

describe('the small script', () => {
  const pricing = {
    ...PRINTED_PRICES,
    sandbox: true,
    late: PRINTED_LATE,
    lender: { name: 'Lender Limited', registration: 'N-1' },
    grievanceOfficer: { name: 'Officer', phone: '1800', email: 'g@example.in' },
  };

  test('answers to the amount typed, and groups it', () => {
    open('/');
    startCalculator(document);
    const input = document.querySelector('input');
    if (!input) throw new Error('no amount field');
    input.value = '100000';
    input.dispatchEvent(new Event('input'));
    expect(input.value).toBe('1,00,000');
    const totals = [...document.querySelectorAll('[data-plans] [data-plan-total]')].map(
      (total) => total.textContent,
    );
    expect(totals[0]).toBe('₹1,00,500.00');
    expect(document.querySelector('[data-fee]')?.textContent).toBe('₹500.00');
  });

  test('explains an amount outside the limits and keeps the last figures', () => {
    open('/');
    startCalculator(document);
    const input = document.querySelector('input');
    if (!input) throw new Error('no amount field');
    input.value = '0';
    input.dispatchEvent(new Event('input'));
    expect(document.querySelector('[data-problem]')?.textContent).toBe(
      'Enter an amount between ₹1 and ₹10,00,000.',
    );
    expect(document.querySelector('[data-plan-total]')?.textContent).toBe('₹15,300.00');
  });

  test('says so when today’s prices cannot be had', () => {
    open('/');
    startCalculator(document)?.usePrices(undefined);
    expect(document.querySelector('[data-note]')?.textContent).toMatch(/could not be fetched/);
  });

  test('uses the server’s plans, also ones that are not printed', () => {
    open('/');
    const plans = [
      ...PRINTED_PRICES.plans,
      { kind: 'emi', instalments: 6, annualRatePercent: '11.75', dueDays: null } as const,
    ];
    startCalculator(document)?.usePrices({ ...PRINTED_PRICES, plans });
    const names = [...document.querySelectorAll('[data-plans] [data-plan-name]')].map(
      (name) => name.textContent,
    );
    expect(names).toEqual(['1 payment', '3 EMIs', '6 EMIs']);
  });

  test('SPEC-1.testimonials: shows testimonials only when called for, each marked Example', () => {
    open('/');
    const section = document.querySelector<HTMLElement>('[data-testimonials]');
    expect(section?.hidden).toBe(true);
    showTestimonials(document);
    expect(section?.hidden).toBe(false);
    const items = [...(section?.querySelectorAll('li') ?? [])];
    expect(items).toHaveLength(3);
    expect(items.every((item) => item.textContent?.startsWith('Example'))).toBe(true);
  });

  test('shows the fees in force; printed ones say of which day they are', () => {
    open('/pricing');
    const text = () => document.querySelector('main')?.textContent ?? '';
    expect(text()).toContain('on day 4, 34 and 64');
    expect(text()).toContain('Figures of');
    expect(text()).toContain('2026');
    const bands = [{ unpaidUpToPaise: 100_000, chargePaise: 7_500 }];
    const late = { ...PRINTED_LATE, graceDays: 5, onLateDays: [6, 20], capPercent: '5.00', bands };
    showFees(document, { ...pricing, fee: { ...pricing.fee, percent: '2.50' }, late });
    expect(text()).toContain('Days of grace after the due date: 5. Then, on day 6 and 20');
    expect(text()).toContain('stop at 5% of the loan');
    expect(text()).toContain('2.5%');
    expect(text()).toContain('Figures of today');
    const cost = (name: string) =>
      document.querySelector(`[data-example] [data-cost="${name}"]`)?.textContent;
    expect(cost('serviceFeePaise')).toBe('₹375.00');
    expect(cost('gstIncludedPaise')).toBe('₹57.20');
    const prices = { ...pricing, fee: { ...pricing.fee, percent: '2.50' } };
    const emis = priceBill(1_500_000, prices, businessDate('2027-04-15')).plans[1];
    expect(cost('totalPaise')).toBe(formatRupees(emis?.totalPaise ?? paise(0), { decimals: 'always' }));
    expect(cost('aprPercent')).toBe(`${emis?.aprPercent}%`);
    const rows = [...document.querySelectorAll('[data-late-words] tr')].map((row) => row.textContent);
    expect(rows).toEqual(['up to ₹1,000₹75', 'above ₹1,000₹500']);
  });

  test('puts the prices in force into a page that quotes them, and leaves out a plan not offered', () => {
    open('/press');
    const quote = () => document.querySelector<HTMLElement>('[data-fee-text*="{emi}"]');
    expect(quote()?.textContent).toBe(
      'A bill of ₹15,000 costs ₹15,300 in one payment (APR 24.33%) and ₹15,600 in three EMIs of ₹5,200 (APR 23.84%).',
    );
    showFees(document, { ...pricing, fee: { ...pricing.fee, percent: '1.90' } });
    expect(quote()?.textContent).toMatch(/₹15,285 in one .* 23.12%\) and ₹15,585 in three EMIs of ₹5,195/);
    showFees(document, { ...pricing, plans: pricing.plans.filter((plan) => plan.kind === 'single') });
    expect(quote()?.hidden).toBe(true);
  });

  test('names lender and grievance officer as the server knows them', () => {
    open('/');
    expect(document.querySelector<HTMLElement>('[data-lender]')?.hidden).toBe(true);
    showOperator(document, pricing);
    expect(document.querySelector('[data-lender]')?.textContent).toBe('Loans by Lender Limited · N-1');
    expect(document.querySelector<HTMLElement>('[data-lender-unknown]')?.hidden).toBe(true);
  });

  test('carries a referral code to every Sign Up link of the visit', () => {
    open('/');
    carryReferral(
      document,
      new URL('https://m.example/?ref=ABCD1234') as unknown as Location,
      sessionStorage,
    );
    open('/features');
    carryReferral(document, new URL('https://m.example/features') as unknown as Location, sessionStorage);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-signup]')];
    expect(links.length).toBeGreaterThan(1);
    expect(links.every((link) => link.getAttribute('href') === '/signup?ref=ABCD1234')).toBe(true);
  });

  test('searches the answers as one types, and says how many are left', () => {
    open('/faqs');
    startFaqSearch(document);
    const input = document.querySelector<HTMLInputElement>('[data-faq-search] input');
    const type = (text: string) => {
      if (!input) throw new Error('no search field');
      input.value = text;
      input.dispatchEvent(new Event('input'));
      return document.querySelector('[data-faq-count]')?.textContent;
    };
    const shown = () => document.querySelectorAll('details:not([hidden])').length;
    const all = shown();
    expect(type('enach')).toBe('Answers found: 1');
    expect(shown()).toBe(1);
    expect(type('no such words anywhere')).toMatch(/Write to us/);
    expect(type('')).toBe('');
    expect(shown()).toBe(all);
  });

  test('a page read in Hindi opens the app in Hindi', () => {
    open('/hi');
    rememberLanguage(document, localStorage);
    expect(localStorage.getItem('mohlat-language')).toBe('hi');
  });

  test('lets the theme be chosen, remembers it, and shows the choice on the next page', () => {
    open('/');
    const place = () => document.querySelector<HTMLElement>('[data-theme-switch]');
    expect(place()?.hidden).toBe(true);
    startThemeSwitch(document);
    expect(place()?.hidden).toBe(false);
    const choice = (value: string) => place()?.querySelector<HTMLInputElement>(`input[value=${value}]`);
    expect(choice('system')?.checked).toBe(true);
    choice('dark')?.click();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('mohlat-theme')).toBe('dark');
    open('/hi/pricing');
    startThemeSwitch(document);
    expect(choice('dark')?.checked).toBe(true);
    choice('system')?.click();
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('mohlat-theme')).toBeNull();
  });

  test('the contact form gives a ticket, and keeps what was typed when it fails', async () => {
    open('/support');
    document.title = 'Support · Mohlat';
    startContactForm(document);
    const form = document.querySelector('form');
    const name = document.querySelector<HTMLInputElement>('#contact-name');
    if (!form || !name) throw new Error('no form');
    name.value = 'Asha';
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 503 })));
    form.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    await vi.waitFor(() => expect(form.querySelector('[role=alert]')?.textContent).toMatch(/was not sent/));
    expect(name.value).toBe('Asha');
    expect(document.title).toBe('Error: Support · Mohlat');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"ticket":"T-17"}', { status: 201 })));
    form.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    await vi.waitFor(() =>
      expect(document.querySelector('[data-contact-ticket]')?.textContent).toBe('Ticket T-17'),
    );
    expect(form.hidden).toBe(true);
    expect(document.title).toBe('Support · Mohlat');
  });
});
