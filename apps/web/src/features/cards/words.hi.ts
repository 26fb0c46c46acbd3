import type { CardsWords } from './words.en.ts';

export const hi: CardsWords = {
  title: 'सहेजे हुए कार्ड',
  none: 'कोई कार्ड सहेजा नहीं है। जिस कार्ड का बिल भरें, उसे अगली बार के लिए रख सकते हैं।',
  remove: 'हटाएँ',
  removeLabel: (card: string) => `${card} हटाएँ`,
  expires: (expiry: string) => `${expiry} तक`,
  ask: (card: string) => `${card} हटाएँ?`,
  askText: 'इसके भुगतान और आपकी किस्तें वैसी ही रहेंगी। फिर बिल भरने के लिए कार्ड दोबारा जोड़ना होगा।',
  keep: 'कार्ड रखें',
  confirm: 'कार्ड हटाएँ',
  removing: 'हट रहा है...',
  removed: 'कार्ड हट गया',
  failed: 'कार्ड नहीं हटा',
  close: 'बंद करें',
};
