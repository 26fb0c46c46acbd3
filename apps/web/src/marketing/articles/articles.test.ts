import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BilingualArticle } from './article.ts';
import { cookies } from './cookies.ts';
import { privacy } from './privacy.ts';
import { security } from './security.ts';

const WEB = join(import.meta.dirname, '../../..');

const textOf = (article: BilingualArticle, language: 'en' | 'hi', part: string): string => {
  const found = article[language].parts.find(({ id }) => id === part);
  return [...(found?.text ?? []), ...(found?.points ?? [])].join('\n');
};

/** By each script that keeps something in the browser: the words of its line on /cookies. */
const KEPT: Readonly<Record<string, readonly [en: string, hi: string]>> = {
  'public/first-paint.js': ['friend who invited you', 'बुलाने वाले दोस्त'],
  'src/features/auth/signup/referral-code.ts': ['friend who invited you', 'बुलाने वाले दोस्त'],
  'src/features/me/onboarding/onboarding-form.ts': ['What you typed', 'जो लिखा'],
  'src/lib/admin/views-line.tsx': ['named views', 'नाम दिए गए दृश्य'],
  'src/lib/asked-number.ts': ['asked for a code by SMS', 'SMS से कोड मँगाने पर'],
  'src/lib/asked-mail.ts': ['asked for a mail with a link', 'लिंक वाला ईमेल'],
  'src/lib/auth-client.ts': ['random name of this browser', 'ब्राउज़र का एक बेतरतीब नाम'],
  'src/lib/draft.ts': ['What you typed', 'जो लिखा'],
  'src/lib/elsewhere.ts': ['account elsewhere', 'किसी और खाते से'],
  'src/lib/intent.ts': ['is not answered yet', 'जवाब अभी नहीं आया'],
  'src/lib/kept-name.ts': ['The name you are greeted by', 'जिस नाम से आपका स्वागत'],
  'src/lib/kept-request.ts': ['is not answered yet', 'जवाब अभी नहीं आया'],
  'src/lib/language.ts': ['Your language', 'आपकी भाषा'],
  'src/lib/session-state.ts': ['Whose tab it is', 'टैब किसका है'],
  'src/lib/take-mark.ts': ['A KYC video', 'KYC वीडियो'],
  'src/lib/take-store.ts': ['A KYC video', 'KYC वीडियो'],
  'src/lib/theme.ts': ['your theme', 'थीम'],
  'src/marketing/browser/language.ts': ['Your language', 'आपकी भाषा'],
  'src/marketing/browser/referral.ts': ['friend who invited you', 'बुलाने वाले दोस्त'],
  'src/marketing/browser/theme.ts': ['your theme', 'थीम'],
  'src/service-worker/keeper.ts': ['The files of the app', 'ऐप की फ़ाइलें'],
};

test('given each script that keeps something in the browser, then /cookies has its line', () => {
  const keeps = /\b(?:localStorage|sessionStorage|storage)\.setItem\(|\bcaches\.open\(|indexedDB\.open\(/;
  const files = globSync(['src/**/*.{ts,tsx}', 'public/*.js'], { cwd: WEB })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(?:test|testing)\./.test(path));
  const keeping = files.filter((path) => keeps.test(readFileSync(join(WEB, path), 'utf8')));
  expect(keeping.filter((path) => KEPT[path] === undefined)).toEqual([]);
  for (const [en, hi] of Object.values(KEPT)) {
    expect(textOf(cookies, 'en', 'kept')).toContain(en);
    expect(textOf(cookies, 'hi', 'kept')).toContain(hi);
  }
});

test.each([
  ['cookies', textOf(cookies, 'en', 'others'), textOf(cookies, 'hi', 'others')],
  ['privacy', textOf(privacy, 'en', 'storage'), textOf(privacy, 'hi', 'storage')],
])('/%s names both scripts of other companies: the gateway’s and the captcha’s', (_, en, hi) => {
  expect(en).toMatch(/payment gateway[^]*captcha/);
  expect(hi).toMatch(/भुगतान गेटवे[^]*कैप्चा/);
});

test('/privacy names everybody outside who is given something of a person', () => {
  const receivers = [
    ['whose bank account it is', 'बैंक खाता किसका है'],
    ['compares names', 'नामों का मिलान'],
    ['video call', 'वीडियो कॉल'],
    ['mails and SMS', 'ईमेल और SMS'],
    ['our staff who review', 'जाँचने वाले कर्मचारी'],
  ] as const;
  for (const [en, hi] of receivers) {
    expect(textOf(privacy, 'en', 'who')).toContain(en);
    expect(textOf(privacy, 'hi', 'who')).toContain(hi);
  }
});

test('/security says which fields are encrypted, and where a person is asked again, as it is', () => {
  const papers = textOf(security, 'en', 'papers');
  expect(papers).toContain('PAN, postal address and bank account numbers are encrypted field by field');
  expect(papers).toContain('what you log in with, an e-mail address or a mobile number, are not');
  expect(textOf(security, 'hi', 'papers')).not.toMatch(/मोबाइल[^।]* अलग-अलग एन्क्रिप्ट/);
  const account = textOf(security, 'en', 'account');
  expect(account).not.toContain('touches money');
  for (const act of ['e-mail address or mobile number', 'link', 'download', 'close'])
    expect(account.split('\n').find((line) => line.includes('log-in is not fresh'))).toContain(act);
  expect(textOf(security, 'hi', 'account')).not.toContain('पैसे या पहचान की बात');
});
