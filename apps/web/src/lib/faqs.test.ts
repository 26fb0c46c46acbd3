import { LIMIT_POLICY } from '@mohlat/money';
import { expect, test } from 'vitest';
import { formatRupees } from '../ui/rupees.ts';
import { faq as faqEn } from './faq.en.ts';
import { faq as faqHi } from './faq.hi.ts';
import { faqs as en } from './faqs.en.ts';
import { faqs as hi } from './faqs.hi.ts';

const answerTo = (groups: typeof en | typeof hi, question: string) =>
  groups.flatMap(({ items }) => [...items]).find((item) => item.question.includes(question))?.answer ?? '';

test('an account is closed where the menu says "Your data", in both languages', () => {
  expect(answerTo(en, 'close my account')).toMatch(/^Under Your data in My Profile/);
  expect(answerTo(hi, 'खाता कैसे बंद')).toMatch(/^मेरी प्रोफ़ाइल के “आपका डेटा” में/);
});

test('the officer for complaints is named at places that people inside the app have as well', () => {
  expect(answerTo(en, 'complaint was not settled')).toContain('on the Help page');
  expect(answerTo(en, 'complaint was not settled')).not.toContain('every page');
  expect(answerTo(hi, 'शिकायत')).toContain('मदद के पेज');
});

test('the least income and the ages of a limit are those by which it is decided, in both languages', () => {
  const { minAge, maxAge, minIncomePaise } = LIMIT_POLICY;
  for (const answer of [answerTo(en, 'Who can use'), answerTo(hi, 'कौन इस्तेमाल')]) {
    expect(answer).toContain(formatRupees(minIncomePaise));
    expect(answer).toMatch(new RegExp(`${minAge}.*${maxAge}`));
  }
});

test('the account one repays from is chosen, linked and debited where the app does so, in both languages', () => {
  const [, , , ofBank] = faqEn;
  const [, , , ofBankHi] = faqHi;
  expect(ofBank!.answer).toMatch(/under Bank Account Details[^]*autopay collects from the one you approved/);
  expect(ofBankHi!.answer).toMatch(/“बैंक खाते की जानकारी” में[^]*ऑटोपे/);
});
