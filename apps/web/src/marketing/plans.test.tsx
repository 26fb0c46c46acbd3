// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { showFees, type PublicPricing } from './browser/pricing.ts';
import { PRINTED_LATE } from './figures.tsx';
import { PRINTED_PRICES } from './price-bill.ts';
import { renderPublicPage } from './render.tsx';

const assets = { styles: ['/s.css'], scripts: ['/m.js'], head: [], origin: 'https://mohlat.example' };
const [single, emis] = PRINTED_PRICES.plans;
const given: PublicPricing = {
  ...PRINTED_PRICES,
  sandbox: true,
  late: PRINTED_LATE,
  lender: { name: '', registration: '' },
  grievanceOfficer: { name: '', phone: '', email: '' },
};

/** Puts a public page into the document, as a browser would. */
function open(path: string): void {
  const parsed = new DOMParser().parseFromString(renderPublicPage(path, assets) ?? '', 'text/html');
  document.documentElement.lang = parsed.documentElement.lang;
  document.body.replaceChildren(...parsed.body.childNodes);
}

const plans = () =>
  [...document.querySelectorAll('[data-plan-words] > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
const example = () => document.querySelector<HTMLElement>('[data-example]');

test('the printed plans are those of the first settings, and stay as they are while these are in force', () => {
  open('/pricing');
  const printed = [
    ['1 payment', 'Due 30 days after the bill is paid. No interest.'],
    ['3 EMIs', 'Monthly, at a fixed 11.75% a year on what you still owe.'],
  ];
  expect(plans()).toEqual(printed);
  showFees(document, given);
  expect(plans()).toEqual(printed);
  expect(document.body.textContent).toContain('Cancelling within 3 days: you repay');
});

test('given other plans in force, then the page names them and no others', () => {
  open('/pricing');
  showFees(document, {
    ...given,
    coolingOffDays: 5,
    plans: [
      { ...single!, dueDays: 45 },
      { ...emis!, instalments: 6, annualRatePercent: '14.00' },
      { ...emis!, instalments: 2, annualRatePercent: '0.00' },
    ],
  });
  expect(plans()).toEqual([
    ['1 payment', 'Due 45 days after the bill is paid. No interest.'],
    ['6 EMIs', 'Monthly, at a fixed 14.00% a year on what you still owe.'],
    ['2 EMIs', 'Monthly, without interest.'],
  ]);
  expect(example()?.textContent).toContain('A bill of ₹15,000, repaid in 6 EMIs.');
  expect(document.body.textContent).toContain('Cancelling within 5 days: you repay');
});

test('given no EMIs on offer, then neither the plan nor its example stands there', () => {
  open('/hi/pricing');
  showFees(document, { ...given, plans: [{ ...single!, annualRatePercent: '9.00' }] });
  expect(plans()).toEqual([['1 भुगतान', 'बिल भरने के 30 दिन बाद, 9.00% सालाना की तय दर से ब्याज के साथ।']]);
  expect(example()?.hidden).toBe(true);
});

test('given other plans in force, then the facts for the press say nothing untrue of them', () => {
  open('/press');
  const facts = () =>
    [...document.querySelectorAll<HTMLElement>('[data-fee-text]')].filter(({ hidden }) => !hidden);
  const text = () =>
    facts()
      .map(({ textContent }) => textContent)
      .join(' ');
  expect(text()).toContain(
    'one payment after 30 days without interest, or three EMIs at a fixed 11.75% a year',
  );
  expect(text()).toContain('Cooling-off: 3 days.');
  showFees(document, { ...given, coolingOffDays: 1, plans: [{ ...single!, dueDays: 45 }, emis!] });
  expect(text()).toContain('one payment after 45 days without interest');
  expect(text()).toContain('Cooling-off: 1 day.');
  showFees(document, { ...given, plans: [single!] });
  expect(text()).not.toContain('three EMIs');
});

describe('given other terms in force, then no page promises those that came first', () => {
  const inForce: PublicPricing = {
    ...given,
    coolingOffDays: 17,
    late: { ...PRINTED_LATE, graceDays: 13, bouncePaise: 77_700, capPercent: '7.00' },
    plans: [{ ...single!, dueDays: 45 }, emis!],
  };
  test.each([
    ['/terms', 'within 17 days of the bill being paid'],
    ['/hi/terms', 'बिल भरने के 17 दिन के भीतर'],
    ['/faqs', 'the last of 17 days', 'Days of grace after the due date: 13.', 'costs ₹777'],
    ['/hi/faqs', '17 दिन के भीतर', 'छूट के दिन: 13।', 'के ₹777'],
    ['/support', 'Days of grace after the due date: 13.'],
    ['/hi/support', 'छूट के दिन: 13।'],
    ['/about', 'stop at 7% of the loan'],
    ['/hi/about', 'लोन के 7% पर'],
    ['/press'],
    ['/hi/press'],
  ])('%s', (path, ...sentences) => {
    open(path);
    showFees(document, inForce);
    const text = document.querySelector('main')?.textContent ?? '';
    for (const sentence of sentences) expect(text).toContain(sentence);
    expect(text).not.toMatch(/third day|three days|तीसरे दिन|तीन दिन|₹100\b|10%|30 days (?:or|,)|30 दिन बाद/);
  });
});

test('given an answer with a figure that staff may change, then search engines are not told it', () => {
  for (const path of ['/faqs', '/hi/faqs']) {
    const html = renderPublicPage(path, assets) ?? '';
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(json).toContain('"Question"');
    expect(json).not.toMatch(/third day|three days|तीसरे दिन|तीन दिन|₹100\b|\{\w+\}/);
  }
});

test('given a post with figures, then it says that they are of its day, and where those in force stand', () => {
  open('/blog/what-15000-costs');
  const text = document.querySelector('main')?.textContent;
  expect(text).toContain('Figures and rules are those of the day above. Those in force: Pricing');
  open('/hi/blog/when-not-to-use-us');
  expect(document.querySelector('main')?.querySelector('a[href="/hi/pricing"]')).not.toBeNull();
});
