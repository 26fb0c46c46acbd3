import type { PeriodName, Text } from './retention.periods.ts';

/** A line of its own in the list of what outlives an account. */
export interface ToldLine {
  readonly what: Text;
  readonly why: Text;
  /** For so long after closing at most; `for_good`: there is no end. */
  readonly until: { readonly months: number } | PeriodName | 'for_good';
}

/** The records kept beside the tables of a person. That there is something in it is not looked up: an answer would betray a proposal. */
export const TOLD = {
  sign_in: {
    what: {
      en: 'the history of your log-ins: when, from which address and on which device',
      hi: 'आपके लॉग-इन का इतिहास: कब, किस पते से और किस उपकरण पर',
    },
    why: {
      en: 'to explain what happened to an account; each entry is kept for 1 year',
      hi: 'यह बता पाने के लिए कि खाते के साथ क्या हुआ; हर प्रविष्टि 1 साल रखी जाती है',
    },
    until: { months: 12 },
  },
  proposals: {
    what: {
      en: 'what our team wrote about you where two of them had to decide, if they had to',
      hi: 'जहाँ हमारी टीम के दो लोगों को फ़ैसला करना पड़ा, वहाँ आपके बारे में जो लिखा गया',
    },
    why: {
      en: 'two people decide about money, limits and accounts; it is kept with the account books',
      hi: 'पैसे, लिमिट और खातों के फ़ैसले दो लोग करते हैं; यह बहीखातों के साथ रखा जाता है',
    },
    until: 'books',
  },
  audit_log: {
    what: {
      en: 'the log of what our team did with your account, and why, as they wrote it',
      hi: 'हमारी टीम ने आपके खाते के साथ क्या किया और क्यों, जैसा उन्होंने लिखा, उसका लॉग',
    },
    why: {
      en: 'to answer for every act: no row of the log is ever changed or taken out. Your account is a number in it; only who worked for us is named',
      hi: 'हर काम का जवाब देने के लिए: लॉग की कोई पंक्ति कभी बदली या हटाई नहीं जाती। उसमें आपका खाता बस एक संख्या है; नाम सिर्फ़ उनका है जिन्होंने हमारे यहाँ काम किया',
    },
    until: 'for_good',
  },
  dead_jobs: {
    what: {
      en: 'a message to you that could not be sent, sealed',
      hi: 'आपका कोई संदेश जो भेजा नहीं जा सका, मुहरबंद',
    },
    why: {
      en: 'to find out why, and to send it after all; kept for 90 days after the last try',
      hi: 'वजह जानने और उसे फिर भेजने के लिए; आख़िरी कोशिश के 90 दिन बाद तक रखा जाता है',
    },
    until: { months: 4 },
  },
} as const satisfies Record<string, ToldLine>;
