import type { PeriodName, Text } from './retention.periods.ts';

/**
 * visitor: never applied for anything; applicant: identity checked or a limit refused; customer: had a limit.
 * What the law keeps of a closed account hangs on it.
 */
export type Standing = 'visitor' | 'applicant' | 'customer';

/** What becomes of a table's rows when the account is closed. */
export type Fate =
  | 'erase'
  | {
      readonly keep: PeriodName;
      /** Columns emptied at once, as the right side of `set`. */
      readonly blank?: string;
      /** Rows that fit are erased at once; `t` is the table. */
      readonly eraseWhere?: string;
      /** What happens when the time is over. Books stay, once nothing in them leads to a person. */
      readonly atEnd: 'erase' | 'archive' | { readonly blank: string };
    };

export interface HeldTable {
  readonly table: string;
  /** Under which heading a person reads of it. */
  readonly topic: TopicName;
  readonly title: Text;
  /** Left out of the copy a person gets, with the reason. */
  readonly leftOut?: Text;
  /** Sealed columns that are opened for their owner; every other sealed column stays closed. */
  readonly opened?: readonly string[];
  readonly fate: Readonly<Record<Standing, Fate>>;
}

export type TopicName =
  'identity' | 'files' | 'decision' | 'books' | 'cards' | 'bank' | 'messages' | 'access' | 'mechanism';

interface Topic {
  readonly held: Text;
  /** What is left of it after closing, where that is less. */
  readonly kept?: Text;
  readonly purpose: Text;
}

/** What the data is there for, as a person reads it. */
export const TOPICS: Readonly<Record<TopicName, Topic>> = {
  identity: {
    held: {
      en: 'your identity record: name, birth date, PAN, address, the outcome of each check',
      hi: 'पहचान का रिकॉर्ड: नाम, जन्मतिथि, PAN, पता, हर जाँच का नतीजा',
    },
    purpose: {
      en: 'To know who borrows, as the law asks of a lender',
      hi: 'यह जानने के लिए कि उधार कौन ले रहा है, जैसा कानून चाहता है',
    },
  },
  files: {
    held: {
      en: 'recordings and documents you handed in',
      hi: 'आपकी दी हुई रिकॉर्डिंग और दस्तावेज़',
    },
    purpose: { en: 'To verify your identity and income', hi: 'पहचान और आय की जाँच के लिए' },
  },
  decision: {
    held: {
      en: 'your consents and how your limit was decided',
      hi: 'आपकी सहमतियाँ और लिमिट का फ़ैसला कैसे हुआ',
    },
    purpose: { en: 'To decide your limit, and to prove how', hi: 'लिमिट तय करने और उसका प्रमाण रखने के लिए' },
  },
  books: {
    held: {
      en: 'payments, repayments, key facts and ledger entries',
      hi: 'भुगतान, चुकौतियाँ, मुख्य तथ्य और बहीखाते की प्रविष्टियाँ',
    },
    purpose: {
      en: 'To pay your bills, take your repayments and keep the books',
      hi: 'बिल चुकाने, चुकौती लेने और बही रखने के लिए',
    },
  },
  cards: {
    held: { en: 'saved cards and fetched bills', hi: 'सहेजे गए कार्ड और मँगाए गए बिल' },
    kept: {
      en: 'bank and last four digits of the cards whose bills were paid',
      hi: 'जिन कार्डों के बिल चुकाए गए, उनके बैंक और आख़िरी चार अंक',
    },
    purpose: { en: 'To find and pay your card bills', hi: 'कार्ड के बिल खोजने और चुकाने के लिए' },
  },
  bank: {
    held: { en: 'linked bank accounts', hi: 'जुड़े हुए बैंक खाते' },
    purpose: { en: 'To repay from an account that is yours', hi: 'आपके अपने खाते से चुकाने के लिए' },
  },
  messages: {
    held: { en: 'notifications and preferences', hi: 'सूचनाएँ और पसंद' },
    purpose: { en: 'To tell you what happened, the way you chose', hi: 'आपके चुने तरीके से आपको बताने के लिए' },
  },
  access: {
    held: { en: 'who read or copied your data, and when', hi: 'आपका डेटा किसने और कब देखा या कॉपी किया' },
    purpose: { en: 'To answer for every look at your data', hi: 'आपके डेटा पर हर नज़र का जवाब देने के लिए' },
  },
  mechanism: {
    held: { en: 'technical traces of your requests', hi: 'आपके अनुरोधों के तकनीकी निशान' },
    purpose: { en: 'So that nothing is done twice', hi: 'ताकि कोई काम दो बार न हो' },
  },
};
