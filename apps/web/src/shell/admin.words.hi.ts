import type { AdminShellWords } from './admin.words.en.ts';

export const hi = {
  staff: 'स्टाफ़',
  menu: 'स्टाफ़ मेन्यू',
  toProduct: 'मेरा अपना खाता',
  noRole: 'अभी कोई भूमिका नहीं',
  nav: {
    dashboard: 'डैशबोर्ड',
    users: 'उपयोगकर्ता',
    payments: 'भुगतान',
    approvals: 'मंज़ूरियाँ',
    reviews: 'KYC समीक्षाएँ',
    limits: 'रुकी हुई लिमिट',
    hardships: 'मुश्किल में',
    reconciliation: 'मिलान',
    support: 'सहायता',
    settings: 'सेटिंग',
    books: 'खाते',
    audit: 'ऑडिट',
  },
} satisfies AdminShellWords;
