import type { ElsewhereWords } from './elsewhere.words.ts';

export const hi: ElsewhereWords = {
  continueWith: (provider: string) => `${provider} से आगे बढ़ें`,
  leaving: 'खोल रहे हैं...',
  comingBack: 'लॉग इन हो रहा है...',
  failed: 'लॉग इन नहीं हुआ',
  notFinished: 'दूसरी तरफ़ से पुष्टि नहीं हुई। फिर कोशिश करें, या किसी और तरह से लॉग इन करें।',
  signupDisabled: 'उस पते का यहाँ कोई खाता नहीं है, और अभी नए खाते नहीं बन सकते।',
  blocked: 'यह खाता रोक दिया गया है। सहायता को लिखें।',
  needsMail: 'उस पते की पुष्टि बाकी है। हमने उस पर मेल भेजा है: उसका लिंक खोलें, फिर यहाँ लौटें।',
  agreeBefore: 'नए हैं? आगे बढ़कर आप ',
  agreeAfter: ' मानते हैं।',
};
