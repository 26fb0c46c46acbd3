import { ALWAYS_ERASED, BOOKS, DECISION, IDENTITY } from './held-fates.ts';
import { HELD_LOSSES } from './held-losses.ts';
import { HELD_MESSAGES } from './held-messages.ts';
import { HELD_REPAYING } from './held-repaying.ts';
import type { HeldTable } from './held-topics.ts';
import type { Text } from './retention.periods.ts';

/** Nobody is asked to judge for an account that is closed. */
const WITHDRAWN = `status = case when status = 'open' then 'withdrawn' else status end,
  decided_at = coalesce(decided_at, created_at), applied_at = coalesce(applied_at, created_at), next_look_at = null`;

const SAME_FACTS: Text = {
  en: 'the same facts as under Payments, as bookkeeping lines',
  hi: '"भुगतान" के ही तथ्य, बहीखाते की पंक्तियों के रूप में',
};
const OWN_MARKS: Text = {
  en: 'marks of our own machinery; they say nothing about you',
  hi: 'हमारी व्यवस्था के निशान; इनमें आपके बारे में कुछ नहीं है',
};

/**
 * Every table that holds rows of a person. What is exported, erased and kept is read from here and from nowhere else; a
 * test compares the list with the database, so that no table is forgotten. A row comes after the rows it hangs on:
 * erasing goes from the end to the beginning.
 */
export const HELD_TABLES: readonly HeldTable[] = [
  {
    table: 'profiles',
    topic: 'identity',
    title: { en: 'Profile', hi: 'प्रोफ़ाइल' },
    opened: ['pan_sealed', 'address_sealed', 'mobile_sealed'],
    fate: {
      visitor: 'erase',
      applicant: {
        keep: 'application',
        blank: 'monthly_income_paise = null, mobile_sealed = null',
        atEnd: 'erase',
      },
      customer: {
        keep: 'kyc',
        blank: 'monthly_income_paise = null, mobile_sealed = null',
        // The books hang on the row; all that is left of it is its number.
        atEnd: {
          blank:
            'full_name = null, date_of_birth = null, address_sealed = null, state_code = null, pan_sealed = null, pan_hash = null, pan_masked = null',
        },
      },
    },
  },
  {
    table: 'consents',
    topic: 'decision',
    title: { en: 'Consents', hi: 'सहमतियाँ' },
    fate: {
      visitor: { keep: 'access', atEnd: 'erase' },
      applicant: { keep: 'application', atEnd: 'erase' },
      customer: { keep: 'decision', atEnd: 'erase' },
    },
  },
  {
    table: 'kyc_records',
    topic: 'identity',
    title: { en: 'Identity checks', hi: 'पहचान की जाँच' },
    // Nobody is asked to do it again once the account is closed.
    fate: {
      visitor: 'erase',
      applicant: { keep: 'application', blank: 'rekyc_step_on = null', atEnd: 'erase' },
      customer: { keep: 'kyc', blank: 'rekyc_step_on = null', atEnd: 'erase' },
    },
  },
  {
    table: 'kyc_attempts',
    topic: 'identity',
    title: { en: 'Questions asked about your identity', hi: 'पहचान के बारे में पूछे गए प्रश्न' },
    fate: IDENTITY,
  },
  {
    table: 'aadhaar_sessions',
    topic: 'identity',
    title: { en: 'DigiLocker sessions', hi: 'DigiLocker सत्र' },
    fate: ALWAYS_ERASED,
  },
  {
    table: 'stored_files',
    topic: 'files',
    title: { en: 'Files', hi: 'फ़ाइलें' },
    // The rows stay, without their key: what can be read is erased in features/privacy/erasure.repo.ts.
    fate: {
      visitor: { keep: 'access', atEnd: 'archive' },
      applicant: { keep: 'application', atEnd: 'archive' },
      customer: { keep: 'kyc', atEnd: 'archive' },
    },
  },
  {
    table: 'video_challenges',
    topic: 'files',
    title: { en: 'Phrases to be said in the video step', hi: 'वीडियो चरण में कहे जाने वाले वाक्य' },
    fate: IDENTITY,
  },
  {
    table: 'video_parts',
    topic: 'files',
    title: { en: 'Parts of a recording', hi: 'रिकॉर्डिंग के हिस्से' },
    leftOut: OWN_MARKS,
    fate: ALWAYS_ERASED,
  },
  {
    table: 'video_recordings',
    topic: 'files',
    title: { en: 'Recordings of the video step', hi: 'वीडियो चरण की रिकॉर्डिंग' },
    opened: ['location_sealed'],
    fate: IDENTITY,
  },
  {
    table: 'video_sessions',
    topic: 'identity',
    title: { en: "Video calls at our partner's", hi: 'साझेदार के यहाँ वीडियो कॉल' },
    fate: IDENTITY,
  },
  {
    table: 'pan_reviews',
    topic: 'identity',
    title: { en: 'PAN checks by a person', hi: 'व्यक्ति द्वारा PAN की जाँच' },
    opened: ['pan_sealed'],
    fate: IDENTITY,
  },
  {
    table: 'reviews',
    topic: 'identity',
    title: { en: 'Reviews', hi: 'समीक्षाएँ' },
    fate: {
      visitor: 'erase',
      applicant: { keep: 'application', blank: WITHDRAWN, atEnd: 'erase' },
      customer: { keep: 'kyc', blank: WITHDRAWN, atEnd: 'erase' },
    },
  },
  {
    table: 'credit_accounts',
    topic: 'decision',
    title: { en: 'Credit limit', hi: 'क्रेडिट लिमिट' },
    fate: {
      visitor: 'erase',
      applicant: { keep: 'application', atEnd: 'erase' },
      customer: {
        keep: 'decision',
        blank:
          'score = null, assessment_id = null, limit_consent_id = null, report_on = null, review_on = null',
        atEnd: 'erase',
      },
    },
  },
  {
    table: 'credit_assessments',
    topic: 'decision',
    title: { en: 'Decisions about your limit', hi: 'लिमिट के फ़ैसले' },
    fate: DECISION,
  },
  {
    table: 'credit_account_log',
    topic: 'decision',
    title: { en: 'Changes of your limit', hi: 'लिमिट में बदलाव' },
    fate: DECISION,
  },
  {
    table: 'credit_offers',
    topic: 'decision',
    title: { en: 'Limits offered to you', hi: 'आपको दी गई लिमिट की पेशकश' },
    fate: DECISION,
  },
  {
    table: 'income_evidence',
    topic: 'decision',
    title: { en: 'Evidence of income', hi: 'आय का प्रमाण' },
    fate: DECISION,
  },
  {
    table: 'cards',
    topic: 'cards',
    title: { en: 'Cards', hi: 'कार्ड' },
    fate: {
      visitor: 'erase',
      applicant: 'erase',
      customer: {
        keep: 'books',
        // Bank and last four digits belong to the payment; a card that paid nothing goes.
        eraseWhere: `not exists (select 1 from payments p where p.user_id = t.user_id and p.card_id = t.id)`,
        blank: `name_on_card = '', nickname = null, expiry = '', fingerprint = '', removed_at = coalesce(removed_at, created_at)`,
        atEnd: 'archive',
      },
    },
  },
  {
    table: 'bill_fetches',
    topic: 'cards',
    title: { en: 'Fetched bills', hi: 'मँगाए गए बिल' },
    fate: {
      visitor: 'erase',
      applicant: 'erase',
      customer: {
        keep: 'books',
        eraseWhere: `not exists (select 1 from payments p where p.user_id = t.user_id and p.bill_fetch_id = t.id)
          and not exists (select 1 from quotes q where q.user_id = t.user_id and q.bill_fetch_id = t.id and q.payment_id is not null)`,
        atEnd: 'archive',
      },
    },
  },
  {
    table: 'quotes',
    topic: 'books',
    title: { en: 'Prices shown to you', hi: 'आपको दिखाई गई कीमतें' },
    fate: {
      visitor: 'erase',
      applicant: 'erase',
      customer: { keep: 'books', eraseWhere: 't.payment_id is null', atEnd: 'archive' },
    },
  },
  { table: 'payments', topic: 'books', title: { en: 'Payments', hi: 'भुगतान' }, fate: BOOKS },
  {
    table: 'payment_attempts',
    topic: 'books',
    title: { en: 'Orders to the bill network', hi: 'बिल नेटवर्क को दिए गए आदेश' },
    opened: ['mobile_sealed'],
    fate: {
      ...BOOKS,
      customer: { keep: 'books', blank: 'mobile_sealed = null, request_sealed = null', atEnd: 'archive' },
    },
  },
  {
    table: 'payment_leases',
    topic: 'books',
    title: { en: 'Payments being worked on', hi: 'भुगतान जिन पर काम चल रहा है' },
    leftOut: OWN_MARKS,
    fate: ALWAYS_ERASED,
  },
  {
    table: 'bill_status_log',
    topic: 'books',
    title: { en: 'Course of each payment', hi: 'हर भुगतान का क्रम' },
    fate: BOOKS,
  },
  {
    table: 'reservations',
    topic: 'books',
    title: { en: 'Reserved limit', hi: 'रोकी गई लिमिट' },
    fate: BOOKS,
  },
  {
    table: 'key_facts',
    topic: 'books',
    title: { en: 'Key facts you agreed to', hi: 'मुख्य तथ्य जिन पर आप सहमत हुए' },
    fate: {
      ...BOOKS,
      customer: { keep: 'books', atEnd: { blank: 'accepted_from = null' } },
    },
  },
  { table: 'loans', topic: 'books', title: { en: 'Loans', hi: 'ऋण' }, fate: BOOKS },
  {
    table: 'loan_days',
    topic: 'books',
    title: { en: 'Days closed', hi: 'बंद किए गए दिन' },
    leftOut: OWN_MARKS,
    fate: BOOKS,
  },
  {
    table: 'dpd_log',
    topic: 'books',
    title: { en: 'Days past due', hi: 'देरी के दिन' },
    fate: BOOKS,
  },
  {
    table: 'parked_loans',
    topic: 'books',
    title: { en: 'Loans set aside for a look', hi: 'जाँच के लिए अलग रखे ऋण' },
    leftOut: OWN_MARKS,
    fate: BOOKS,
  },
  {
    table: 'rail_rows',
    topic: 'books',
    title: { en: 'What the bill network said of payments', hi: 'बिल नेटवर्क ने भुगतानों के बारे में जो बताया' },
    leftOut: OWN_MARKS,
    fate: BOOKS,
  },
  {
    table: 'loan_freezes',
    topic: 'books',
    title: { en: 'Times a loan was frozen', hi: 'जब ऋण रोका गया' },
    fate: BOOKS,
  },
  {
    table: 'journals',
    topic: 'books',
    title: { en: 'Journals', hi: 'जर्नल' },
    leftOut: SAME_FACTS,
    fate: BOOKS,
  },
  {
    table: 'journal_leaves',
    topic: 'books',
    title: { en: 'Proofs of journals', hi: 'जर्नल के प्रमाण' },
    leftOut: OWN_MARKS,
    fate: { ...BOOKS, customer: { keep: 'books', atEnd: { blank: 'salt = null' } } },
  },
  {
    table: 'reconciliation_breaks',
    topic: 'books',
    title: { en: 'Differences being cleared', hi: 'जिन अंतरों की जाँच चल रही है' },
    leftOut: OWN_MARKS,
    fate: BOOKS,
  },
  {
    table: 'postings',
    topic: 'books',
    title: { en: 'Postings', hi: 'प्रविष्टियाँ' },
    leftOut: SAME_FACTS,
    fate: BOOKS,
  },
  {
    table: 'account_balances',
    topic: 'books',
    title: { en: 'Balances', hi: 'शेष' },
    leftOut: SAME_FACTS,
    fate: BOOKS,
  },
  { table: 'tax_documents', topic: 'books', title: { en: 'Tax invoices', hi: 'कर बीजक' }, fate: BOOKS },
  {
    table: 'charges',
    topic: 'books',
    title: { en: 'Charges for lateness', hi: 'देरी के शुल्क' },
    fate: BOOKS,
  },
  ...HELD_REPAYING,
  ...HELD_LOSSES,
  {
    table: 'bank_accounts',
    topic: 'bank',
    title: { en: 'Bank accounts', hi: 'बैंक खाते' },
    opened: ['number_sealed'],
    fate: ALWAYS_ERASED,
  },
  {
    table: 'bank_account_checks',
    topic: 'bank',
    title: { en: 'Questions asked of your bank', hi: 'आपके बैंक से पूछे गए प्रश्न' },
    fate: ALWAYS_ERASED,
  },
  ...HELD_MESSAGES,
  {
    table: 'access_log',
    topic: 'access',
    title: { en: 'Copies taken and accounts closed', hi: 'ली गई कॉपियाँ और बंद किए गए खाते' },
    fate: {
      visitor: { keep: 'access', atEnd: 'erase' },
      applicant: { keep: 'access', atEnd: 'erase' },
      customer: { keep: 'access', atEnd: 'erase' },
    },
  },
  {
    table: 'account_closures',
    topic: 'access',
    title: { en: 'Closed account', hi: 'बंद खाता' },
    leftOut: OWN_MARKS,
    // A number, a day and what was answered: what is still to be erased, and when, is read from it.
    fate: {
      visitor: { keep: 'access', atEnd: 'archive' },
      applicant: { keep: 'access', atEnd: 'archive' },
      customer: { keep: 'access', atEnd: 'archive' },
    },
  },
  {
    table: 'idempotency_keys',
    topic: 'mechanism',
    title: { en: 'Keys of requests', hi: 'अनुरोधों की कुंजियाँ' },
    leftOut: OWN_MARKS,
    fate: ALWAYS_ERASED,
  },
  {
    table: 'call_counters',
    topic: 'mechanism',
    title: { en: 'Counted calls', hi: 'गिने गए अनुरोध' },
    leftOut: OWN_MARKS,
    fate: ALWAYS_ERASED,
  },
];
