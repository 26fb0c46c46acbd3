// @vitest-environment jsdom
import type { KeyFacts as Facts } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sampleQuote } from '../../../../test/samples.ts';
import { KeyFacts } from './key-facts.tsx';

const quote = sampleQuote('emi');
const FACTS = {
  ...quote.keyFacts,
  rateType: 'Fixed',
  loanType: 'Credit card bill payment loan, 3 monthly instalments',
  contingentCharges: [{ name: 'Closing early', text: 'Nil.' }],
  lateCharges: {
    onLateDays: [4, 34],
    bands: [{ unpaidUpToPaise: 50_000, chargePaise: 0 }],
    aboveBandsPaise: 50_000,
    bouncePaise: 11_800,
    capPercent: '7.50',
  },
};
/** The facts that read the same in every language. */
const NAMES = [
  FACTS.lender.name,
  FACTS.lender.registration,
  FACTS.platform,
  FACTS.card.bankName,
  FACTS.proposalNumber,
  FACTS.grievanceOfficer.name,
  FACTS.grievanceOfficer.email,
  FACTS.version,
  FACTS.hash.slice(0, 12),
];

const shown = async (language: 'en' | 'hi', facts: Facts = FACTS) => {
  const { view } = await openScreen(
    { path: '/', lazy: async () => ({ Component: () => <KeyFacts facts={facts} /> }) },
    '/',
    language,
  );
  await vi.waitFor(() => expect(view.container.querySelector('dl')).not.toBeNull());
  return view.container.textContent;
};

afterEach(cleanup);

test('in Hindi the key facts have no English word but names and short marks', async () => {
  const text = NAMES.reduce((left, name) => left.replaceAll(name, ' '), await shown('hi'));
  expect(text.match(/[A-Za-z]{4,}/g)).toBeNull();
  expect(text).toContain('₹500');
  expect(text).toContain('₹118');
  expect(text).toContain('7.5%');
});

test('given a statement of before the cap was written on it, when it is read, it says none', async () => {
  const { capPercent: _, ...lateCharges } = FACTS.lateCharges;
  expect(await shown('en', { ...FACTS, lateCharges })).not.toContain('All of them together');
});

test('given a trial installation, when read in Hindi, then its registration is said in Hindi', async () => {
  const lender = { name: 'Sandbox Lender', registration: 'Trial installation: no registered lender' };
  expect(await shown('hi', { ...FACTS, lender })).toContain('परीक्षण इंस्टॉलेशन: कोई पंजीकृत ऋणदाता नहीं');
  expect(document.body.textContent).not.toContain('no registered lender');
  expect(screen.getByText('Sandbox Lender').lang).toBe('en');
});

test('in English they read the loan, the card and each late charge', async () => {
  const text = await shown('en');
  expect(text).toContain('Credit card bill payment loan, 3 monthly instalments');
  expect(text).toContain('HDFC Bank, card ending 4021');
  expect(text).toContain(
    'On day 4 and 34 after a missed due date: up to ₹500 unpaid: ₹0, above that: ₹500. All of them together: at most 7.5% of the financed amount.',
  );
});
