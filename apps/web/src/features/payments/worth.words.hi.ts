import type { WorthWords } from './worth.words.ts';

export const hi: WorthWords = {
  avoidedAt: (bank) => `${bank} का बचा लेट शुल्क`,
  avoided: 'बचे लेट शुल्क',
  cost: 'इसका आपको खर्च',
  costOfYear: 'उसका आपको खर्च',
  gained: (amount) => `देर करने से ${amount} कम।`,
  even: 'सिर्फ़ लेट शुल्क जितना ही।',
  lost: (amount) => `सिर्फ़ लेट शुल्क से ${amount} ज़्यादा। पैसा पास हो तो बिल खुद भरना सस्ता है।`,
  note: 'लेट शुल्क बैंक की प्रकाशित सूची से सबसे कम है, टैक्स से पहले; देर करने पर ब्याज भी लगता है और स्कोर भी गिरता है।',
  yearTitle: (year) => `${year} में क्या यह फ़ायदे का रहा?`,
  compared: (count, other) =>
    `${count} बिलों की तुलना।${other === 0 ? '' : ` ${other} छोड़े गए: रद्द हुए, या जिनकी देय तारीख या लेट शुल्क पता नहीं।`}`,
};
