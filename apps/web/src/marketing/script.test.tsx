// @vitest-environment jsdom
import { businessDate, formatRupees, paise } from '@mohlat/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startCalculator } from './browser/calculator.ts';
import { startContactForm } from './browser/contact-form.ts';
import { startFaqSearch } from './browser/faq-search.ts';
import { rememberLanguage } from './browser/language.ts';
import { showFees, showOperator } from './browser/pricing.ts';
import { showProof } from './browser/proof.ts';
import { carryReferral } from './browser/referral.ts';
import { startThemeSwitch } from './browser/theme.ts';
import { priceBill, PRINTED_PRICES } from './price-bill.ts';
import { PRINTED_LATE } from './figures.tsx';
import { renderPublicPage } from './render.tsx';

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
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
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

  test.each(['Rs. 15,000.00', '₹ 15,000.00', '१५०००.००'])(
    'prices an amount pasted as "%s" as fifteen thousand rupees',
    (pasted) => {
      open('/');
      startCalculator(document);
      const input = document.querySelector('input');
      if (!input) throw new Error('no amount field');
      input.value = pasted;
      input.dispatchEvent(new Event('input'));
      expect(input.value).toBe('15,000.00');
      expect(document.querySelector('[data-plan-total]')?.textContent).toBe('₹15,300.00');
    },
  );

  test('given an amount outside the limits, then it says so and shows no price of another amount', () => {
    open('/');
    startCalculator(document);
    const input = document.querySelector('input');
    if (!input) throw new Error('no amount field');
    input.value = '0';
    input.dispatchEvent(new Event('input'));
    expect(document.querySelector('[data-problem]')?.textContent).toBe(
      'Enter an amount between ₹1 and ₹10,00,000.',
    );
    const figures = () => document.querySelector('[data-result]')?.textContent;
    expect(document.querySelector('[data-plan-total]')?.textContent).toBe('—');
    expect(figures()).not.toMatch(/\d{2}/);
    input.value = '15000';
    input.dispatchEvent(new Event('input'));
    expect(document.querySelector('[data-plan-total]')?.textContent).toBe('₹15,300.00');
    expect(figures()).not.toContain('—');
  });

  test('says so while today’s prices are on their way, and when they cannot be had', () => {
    open('/');
    const calculator = startCalculator(document);
    expect(document.querySelector('[data-note]')?.textContent).toMatch(/^Today’s price is being fetched/);
    expect(document.querySelector('[data-result]')?.ariaBusy).toBe('true');
    calculator?.usePrices(undefined);
    expect(document.querySelector('[data-result]')?.ariaBusy).toBe('false');
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

  test('carries the visitor’s own figure down into the line, the plan and the receipt', () => {
    open('/');
    startCalculator(document)?.usePrices(PRINTED_PRICES);
    const input = document.querySelector<HTMLInputElement>('[data-calculator] input');
    input!.value = '9000';
    input!.dispatchEvent(new Event('input'));
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((place) => place.textContent);
    expect(new Set(texts('[data-own-bill]'))).toEqual(new Set(['₹9,000']));
    expect(texts('[data-own-line] [data-stop-amount]')).toEqual(['₹9,000', '₹3,120', '₹3,120', '₹3,120']);
    expect(texts('[data-own-line] [data-stop-note]').at(-1)).toBe('You owe nothing');
    expect(texts('[data-own-rows] [data-row-amount]')).toEqual(['₹3,120.00', '₹3,120.00', '₹3,120.00']);
    expect(texts('[data-own-total], [data-own-cost]')).toEqual(['₹9,360.00', '₹360.00']);
    expect(texts('[data-own-sum]')).toEqual(['3 instalments, ₹9,360 in all. APR 23.84%.']);
  });

  test('SPEC-1.testimonials: shows what real people said, in the language of the page, and invents no person', () => {
    open('/');
    const section = document.querySelector<HTMLElement>('[data-testimonials]');
    const counts = document.querySelector<HTMLElement>('[data-proof-counts]');
    expect([section?.hidden, counts?.hidden]).toEqual([true, true]);
    const none = { billsPaidCount: 0, datedCount: 0, inTimeCount: 0, sealedOn: null, testimonials: [] };
    showProof(document, none);
    expect([section?.hidden, counts?.hidden]).toEqual([true, true]);
    showProof(document, {
      billsPaidCount: 123_456,
      datedCount: 121_000,
      inTimeCount: 120_000,
      sealedOn: businessDate('2026-11-24'),
      testimonials: [
        { quote: 'It was the total I had seen.', language: 'en', instalments: 3 },
        { quote: 'जो दिखा वही चुकाया।', language: 'hi', instalments: 1 },
      ],
    });
    expect([section?.hidden, counts?.hidden]).toEqual([false, false]);
    expect(section?.querySelector('ul')?.textContent).toBe('It was the total I had seen.repaid in 3 EMIs');
    expect(counts?.textContent).toContain('1,23,456');
    expect(counts?.querySelector('[data-proof-in-time-row]')?.textContent).toBe(
      'of the 1,21,000 whose due date we know: paid by that day1,20,000',
    );
    expect(document.querySelector('[data-proof-sealed]')?.textContent).toContain('Tue, 24\u00a0Nov');
  });

  test('given no bill with a known due date, no count of bills paid by their day is shown', () => {
    open('/');
    showProof(document, {
      billsPaidCount: 52,
      datedCount: 0,
      inTimeCount: 0,
      sealedOn: null,
      testimonials: [],
    });
    const counts = document.querySelector<HTMLElement>('[data-proof-counts]');
    const inTime = counts?.querySelector<HTMLElement>('[data-proof-in-time-row]');
    expect([counts?.hidden, inTime?.hidden]).toEqual([false, true]);
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

  test('a trial installation without a lender is named in Hindi; a lender keeps its name', () => {
    open('/hi');
    const lender = { name: 'Sandbox Lender', registration: 'Trial installation: no registered lender' };
    showOperator(document, { ...pricing, lender });
    const line = document.querySelector('[data-lender-name]');
    expect(line?.textContent).toBe('Sandbox Lender · परीक्षण इंस्टॉलेशन: कोई पंजीकृत ऋणदाता नहीं');
    expect(line?.querySelector('[lang="en"]')?.textContent).toBe('Sandbox Lender');
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
    // Its button is hidden: otherwise the focus falls to the whole document.
    expect(document.activeElement).toBe(document.querySelector('[data-contact-sent]'));
    expect(document.title).toBe('Support · Mohlat');
  });

  const submitSupport = (path: string, answer: () => Promise<Response>) => {
    open(path);
    startContactForm(document);
    const asked = vi.fn<typeof fetch>(answer);
    vi.stubGlobal('fetch', asked);
    const form = document.querySelector('form')!;
    form.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    return { form, asked, problem: () => form.querySelector('[role=alert]')?.textContent };
  };

  test.each([
    ['/support', 'Please enter a valid email address'],
    ['/hi/support', 'सही ईमेल पता लिखें'],
  ])(
    'given a refused address, when the form of %s is sent, then its field says so until the next try',
    async (path, said) => {
      const errors = [{ path: 'email', message: 'Please enter a valid email address' }];
      const refusal = JSON.stringify({ code: 'validation_failed', errors });
      const { form, problem } = submitSupport(path, async () => new Response(refusal, { status: 422 }));
      const email = form.querySelector<HTMLInputElement>('#contact-email')!;
      const described = () =>
        document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent;
      await vi.waitFor(() => expect(described()).toBe(said));
      expect(email.ariaInvalid).toBe('true');
      expect(document.activeElement).toBe(email);
      expect(problem()).not.toMatch(/try again|फिर कोशिश/);
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 503 })));
      form.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
      await vi.waitFor(() => expect(problem()).toMatch(/try again|फिर कोशिश/));
      expect(described()).toBeUndefined();
      expect(email.ariaInvalid).not.toBe('true');
    },
  );

  test('given a form without an answer, when half a minute is over, then it says that it does not know', async () => {
    const bound = vi.spyOn(AbortSignal, 'timeout');
    const over = new DOMException('Timed out', 'TimeoutError');
    const { asked, problem } = submitSupport('/support', () => Promise.reject(over));
    await vi.waitFor(() => expect(problem()).toMatch(/do not know whether it was sent/));
    expect(bound).toHaveBeenCalledWith(30_000);
    expect(asked.mock.calls[0]?.[1]?.signal).toBe(bound.mock.results[0]?.value);
  });

  test('the fields of the contact form take as much as the server does', () => {
    open('/support');
    const fields = [...document.querySelectorAll<HTMLInputElement>('form [name]')];
    expect(fields.map(({ name, maxLength }) => [name, maxLength])).toEqual([
      ['name', 120],
      ['email', 255],
      ['subject', 200],
      ['message', 5000],
    ]);
  });
});
