import type { ForgotWords } from './forgot.words.ts';

export const hi: ForgotWords = {
  title: 'पासवर्ड भूल गए',
  subtitle: 'हम नया पासवर्ड चुनने का लिंक भेजते हैं। यह एक बार, एक दिन तक चलता है।',
  submit: 'लिंक भेजें',
  pending: 'भेज रहे हैं...',
  sentTitle: 'अपना ईमेल देखें',
  sentText: (email: string) => `अगर ${email} का खाता है, तो लिंक और OTP आ रहे हैं। एक मिनट लग सकता है; स्पैम भी देखें।`,
  limitedTitle: 'अभी और ईमेल नहीं',
  limitedText: 'अगर हमारा ईमेल आया है, तो सबसे नए ईमेल का OTP लिखें। नहीं तो बाद में कोशिश करें, या सहायता को लिखें।',
  back: 'लॉग इन पर लौटें',
};
