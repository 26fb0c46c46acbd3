import { expect, test } from 'vitest';

type Say = (...given: unknown[]) => string;
interface Words extends Readonly<Record<string, Words | Say>> {}

const files = import.meta.glob<{ readonly hi: Words }>(
  ['../features/**/words.hi.ts', '../features/**/*.words.hi.ts', '../lib/admin/*.hi.ts'],
  { eager: true },
);

/** A sentence of the words of a feature by the names on its way there. */
const find = (file: string, way: string) =>
  way
    .split('.')
    .reduce<Words | Say | undefined>(
      (words, name) => (words as Words | undefined)?.[name],
      files[`../${file}.ts`]?.hi,
    ) as Say | undefined;

const COUNTS: readonly (readonly [file: string, way: string, given: readonly unknown[], said: string])[] = [
  ['features/payments/transactions/worth.words.hi', 'compared', [1, 0], '1 बिल की तुलना।'],
  [
    'features/payments/transactions/worth.words.hi',
    'compared',
    [2, 1],
    '2 बिलों की तुलना। 1 छोड़ा गया: रद्द हुआ, या जिसकी देय तारीख या लेट शुल्क पता नहीं।',
  ],
  ['features/payments/words.hi', 'facts.months', [1], '1 महीना'],
  [
    'features/me/words.hi',
    'dashboard.billsOpen',
    [1],
    'आप पर हमारा कुछ बकाया नहीं है। कार्ड का 1 बिल भरना बाकी है।',
  ],
  ['features/security/words.hi', 'codes.left', [1, 10], '10 में से 1 बचा है'],
  [
    'features/security/words.hi',
    'devices.leftOut',
    [1],
    '1 और डिवाइस लॉग इन है, जो ज़्यादा पहले इस्तेमाल हुआ। हर जगह लॉग आउट करने से वह भी लॉग आउट होगा।',
  ],
  ['lib/admin/codes.hi', 'units.months', [1], '1 महीना'],
  ['lib/admin/words.hi', 'rows.marked', [1], '1 चुनी गई'],
  ['lib/admin/words.hi', 'rows.over', ['मंज़ूर', 1, 0], 'मंज़ूर: 1 हो गई।'],
  ['lib/admin/words.hi', 'rows.over', ['मंज़ूर', 2, 1], 'मंज़ूर: 2 हो गईं, 1 नहीं हुई।'],
  ['lib/admin/words.hi', 'leftOut', [1], '1 और पुराना, जो यहाँ नहीं दिखता।'],
  ['features/admin-search/words.hi', 'found', [1], '1 मिला। तीर से आगे बढ़ें, Enter से खोलें।'],
  ['features/admin-reviews/words.hi', 'queue.waiting', [1, false], '1 और बाकी है।'],
  ['features/admin-reconciliation/words.hi', 'readLast', ['सूची', 1, 'आज'], 'सूची, 1 पंक्ति, आज को पढ़ी गई'],
  ['features/admin-reconciliation/words.hi', 'runDone', [1], 'पढ़ा जा रहा है। इस दिन की अब तक 1 पंक्ति पता है।'],
  ['features/admin-restores/words.hi', 'heldOf', [1], '1 रसीद रोकी हुई है'],
  ['features/admin-restores/words.hi', 'clearedReceipts', [1], '1 तब से निकल चुकी है'],
  ['features/admin-restores/words.hi', 'olderDays', [1], '1 और पहले का दिन नहीं दिखाया गया।'],
  ['features/admin-restores/words.hi', 'older', [1], '1 और पुराना पुनर्स्थापन नहीं दिखाया गया।'],
];
/** Those of the features that are here: one can be taken out as a whole. */
const HERE = COUNTS.filter(([file]) => files[`../${file}.ts`] !== undefined);

const inEnglish = import.meta.glob<{ readonly en: Words }>(
  ['../features/payments/payments.words.ts', '../features/referrals/referrals.words.ts'],
  { eager: true },
);
const ENGLISH: readonly (readonly [file: string, part: string, name: string, said: string])[] = [
  ['payments/payments', 'facts', 'coolingOffText', 'You may leave within 1 day, '],
  ['referrals/referrals', 'refer', 'terms', 'At most 1 friend a month. '],
];
/** A number of days or of friends that the owner may set to one. */
test.for(ENGLISH.filter(([file]) => inEnglish[`../features/${file}.words.ts`] !== undefined))(
  '%s: the English sentence speaks of one in the singular',
  ([file, part, name, said]) => {
    const words = inEnglish[`../features/${file}.words.ts`]?.en[part] as Words;
    expect((words[name] as Say)(1).startsWith(said)).toBe(true);
  },
);

test.for(HERE)('%s speaks of one thing in the singular: %s', ([file, way, given, said]) => {
  expect(find(file, way)?.(...given)).toBe(said);
});
