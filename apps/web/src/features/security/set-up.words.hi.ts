import type { SetUpWords } from './set-up.words.ts';

export const hi: SetUpWords = {
  app: {
    title: 'ऐप जोड़ें',
    text: 'कोई भी ऑथेंटिकेटर ऐप चलेगा, जैसे Google Authenticator, Microsoft Authenticator या Aegis।',
    scan: '1. ऐप से यह कोड स्कैन करें',
    qr: 'ऑथेंटिकेटर ऐप के लिए QR कोड',
    type: 'स्कैन नहीं हो रहा? ऐप में यह कुंजी लिखें:',
    copyKey: 'कुंजी कॉपी करें',
    open: 'ऐप इसी फ़ोन पर है? उसे खोलें',
    enter: '2. ऐप में दिख रहे छह अंक लिखें',
    confirm: 'चालू करें',
    confirming: 'जाँच रहे हैं...',
    codeNeeded: 'छह अंक लिखें',
    done: 'दूसरा चरण चालू है',
    doneText: 'अब से लॉग इन करते समय हम इसे माँगेंगे।',
  },
  number: {
    title: 'SMS से कोड चालू करें',
    text: 'पासवर्ड से हर लॉग इन पर हम इस मोबाइल पर छह अंक भेजेंगे।',
    mobile: 'मोबाइल नंबर',
    mobileHint: 'वह नंबर जो लॉग इन करते समय आपके पास हो।',
    rule: '10 अंकों का भारतीय मोबाइल नंबर लिखें',
    send: 'कोड भेजें',
    sending: 'भेज रहे हैं...',
  },
};
