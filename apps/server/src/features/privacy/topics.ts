import type { HeldTable, TopicName } from '#features/personal-data.ts';
import type { Text } from './retention.periods.ts';

interface Topic {
  readonly held: Text;
  /** The part that is kept after closing, where that is less. */
  readonly kept?: Text;
  /** The same of who never applied for anything. */
  readonly keptOfVisitor?: Text;
  readonly purpose: Text;
}

/** The purposes of data, in the order in which a person reads of them. */
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
  decision: {
    held: {
      en: 'your consents and how your limit was decided: your income, your score, the reasons',
      hi: 'आपकी सहमतियाँ और लिमिट का फ़ैसला कैसे हुआ: आपकी आय, स्कोर, कारण',
    },
    keptOfVisitor: { en: 'your consents', hi: 'आपकी सहमतियाँ' },
    purpose: { en: 'To decide your limit, and to prove how', hi: 'लिमिट तय करने और उसका प्रमाण रखने के लिए' },
  },
  files: {
    held: {
      en: 'recordings and documents you handed in',
      hi: 'आपकी दी हुई रिकॉर्डिंग और दस्तावेज़',
    },
    purpose: { en: 'To verify your identity and income', hi: 'पहचान और आय की जाँच के लिए' },
  },
  cards: {
    held: { en: 'saved cards and fetched bills', hi: 'सहेजे गए कार्ड और मँगाए गए बिल' },
    kept: {
      en: 'bank and last four digits of the cards whose bills were paid',
      hi: 'जिन कार्डों के बिल चुकाए गए, उनके बैंक और आख़िरी चार अंक',
    },
    purpose: { en: 'To find and pay your card bills', hi: 'कार्ड के बिल खोजने और चुकाने के लिए' },
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
  bank: {
    held: { en: 'linked bank accounts', hi: 'जुड़े हुए बैंक खाते' },
    purpose: { en: 'To repay from an account that is yours', hi: 'आपके अपने खाते से चुकाने के लिए' },
  },
  messages: {
    held: { en: 'notifications and preferences', hi: 'सूचनाएँ और पसंद' },
    purpose: { en: 'To tell you what happened, the way you chose', hi: 'आपके चुने तरीके से आपको बताने के लिए' },
  },
  access: {
    held: {
      en: 'who read or copied your data, or blocked or closed your account, and when',
      hi: 'आपका डेटा किसने देखा या कॉपी किया, खाता किसने रोका या बंद किया, और कब',
    },
    purpose: { en: 'To answer for every look at your data', hi: 'आपके डेटा पर हर नज़र का जवाब देने के लिए' },
  },
  mechanism: {
    held: { en: 'technical traces of your requests', hi: 'आपके अनुरोधों के तकनीकी निशान' },
    purpose: { en: 'So that nothing is done twice', hi: 'ताकि कोई काम दो बार न हो' },
  },
};

/** Sorts tables by their topic, as a person reads of them; within a topic their order stays. */
export function byTopic(held: readonly HeldTable[]): HeldTable[] {
  const names = Object.keys(TOPICS);
  return held.toSorted((one, other) => names.indexOf(one.topic) - names.indexOf(other.topic));
}
