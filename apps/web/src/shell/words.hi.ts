import type { ShellWords } from './words.en.ts';

export const hi = {
  productName: 'Mohlat',
  skipToContent: 'सीधे सामग्री पर जाएँ',
  close: 'बंद करें',
  back: 'वापस',
  home: 'होम',
  help: 'मदद',
  toasts: 'संदेश',
  offline: 'इंटरनेट नहीं है। भुगतान जुड़ने पर होगा।',
  offlineAsOf: (time: string) => `इंटरनेट नहीं है। आँकड़े ${time} के हैं; भुगतान जुड़ने पर होगा।`,
  outOfReach: {
    title: 'इंटरनेट नहीं है',
    text: 'यह पेज आपके फ़ोन पर नहीं रखा है। इंटरनेट जुड़ते ही खुल जाएगा।',
    dashboard: 'डैशबोर्ड पर जाएँ',
  },
  language: 'भाषा',
  theme: 'थीम',
  themes: { system: 'सिस्टम', light: 'हल्की', dark: 'गहरी' },
  nav: {
    main: 'मुख्य',
    menu: 'मेन्यू',
    openMenu: 'मेन्यू खोलें',
    quick: 'शॉर्टकट',
  },
  account: 'आपका खाता',
  userFallback: 'उपयोगकर्ता',
  logout: 'लॉग आउट',
  logoutFailed: 'लॉग आउट नहीं हुआ',
  notifications: {
    title: 'सूचनाएँ',
    open: 'सूचनाएँ',
    openUnread: (count: number) => `सूचनाएँ, ${count} नई`,
  },
  notFound: {
    code: '404',
    title: 'यह पेज नहीं मिला',
    home: 'होम पर लौटें',
    suggestions: 'शायद आप यह ढूँढ रहे हैं',
    dashboard: 'डैशबोर्ड',
    payBill: 'बिल भरें',
  },
  problem: {
    title: 'सेवा में समस्या है',
    noMoney: 'यह पेज नहीं खुला। पेज खोलने से पैसा नहीं चलता; आपके भुगतान वैसे ही हैं।',
    network: 'ऐप का एक हिस्सा नहीं आ सका। इंटरनेट देखकर फिर कोशिश करें।',
    retry: 'फिर कोशिश करें',
    reference: (id: string) => `अनुरोध ${id}`,
  },
  sessionEnded: {
    title: 'आपका सत्र समाप्त हो गया है',
    description: 'आगे बढ़ने के लिए फिर लॉग इन करें। आपका लिखा सुरक्षित है।',
    leave: 'छोड़कर होम पेज पर जाएँ',
  },
  auth: {
    facts: [
      { title: 'पहले कीमत', text: 'किसी भी सहमति से पहले शुल्क, कुल रकम और APR दिखते हैं।' },
      { title: 'कार्ड नंबर नहीं रखते', text: 'बिल ढूँढने के लिए हम केवल आखिरी चार अंक रखते हैं।' },
      { title: 'जवाब इंसान देता है', text: 'हिंदी या English में लिखें: कोई पढ़कर जवाब देता है।' },
    ],
    factsLabel: 'क्या उम्मीद रखें',
  },
} satisfies ShellWords;
