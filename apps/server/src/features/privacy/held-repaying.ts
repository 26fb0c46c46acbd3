import type { HeldTable } from './held-topics.ts';

const BOOKED = { keep: 'books', atEnd: 'archive' } as const;
const BOOKS = { visitor: BOOKED, applicant: BOOKED, customer: BOOKED } as const satisfies HeldTable['fate'];

/** How a person repaid, what was said about it, and what came back. */
export const HELD_REPAYING: readonly HeldTable[] = [
  {
    table: 'hardships',
    topic: 'books',
    title: { en: 'Times you said you could not pay on time', hi: 'जब आपने बताया कि समय पर नहीं चुका सकते' },
    // Somebody's own words about a hard time are no part of the books.
    fate: {
      visitor: BOOKED,
      applicant: BOOKED,
      customer: { keep: 'books', blank: 'note = null', atEnd: 'archive' },
    },
  },
  {
    table: 'contacts',
    topic: 'books',
    title: { en: 'Reminders we sent you', hi: 'हमारे भेजे गए रिमाइंडर' },
    fate: BOOKS,
  },
  { table: 'repayments', topic: 'books', title: { en: 'Repayments', hi: 'चुकौतियाँ' }, fate: BOOKS },
  {
    table: 'referral_codes',
    topic: 'books',
    title: { en: 'Your referral code', hi: 'आपका रेफ़रल कोड' },
    fate: { visitor: 'erase', applicant: 'erase', customer: 'erase' },
  },
  {
    table: 'referrals',
    topic: 'books',
    title: { en: 'Friends you brought', hi: 'आपके बुलाए दोस्त' },
    fate: BOOKS,
  },
  { table: 'rewards', topic: 'books', title: { en: 'Rewards', hi: 'रिवॉर्ड' }, fate: BOOKS },
  { table: 'refunds', topic: 'books', title: { en: 'Money returned', hi: 'लौटाए गए पैसे' }, fate: BOOKS },
  {
    table: 'chargebacks',
    topic: 'books',
    title: { en: 'Repayments your bank asked back', hi: 'बैंक द्वारा वापस माँगी गई चुकौतियाँ' },
    opened: ['response_summary_sealed'],
    fate: BOOKS,
  },
  {
    table: 'chargeback_files',
    topic: 'books',
    title: { en: 'Documents we kept for your bank', hi: 'आपके बैंक के लिए रखे दस्तावेज़' },
    fate: BOOKS,
  },
  { table: 'mandates', topic: 'books', title: { en: 'Autopay', hi: 'ऑटोपे' }, fate: BOOKS },
  {
    table: 'presentations',
    topic: 'books',
    title: { en: 'Debits under autopay', hi: 'ऑटोपे के डेबिट' },
    fate: BOOKS,
  },
  // A part paid early writes instalments anew.
  { table: 'instalments', topic: 'books', title: { en: 'Instalments', hi: 'किस्तें' }, fate: BOOKS },
  {
    table: 'allocations',
    topic: 'books',
    title: { en: 'What each repayment covered', hi: 'हर चुकौती से क्या चुका' },
    fate: BOOKS,
  },
];
