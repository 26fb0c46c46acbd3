import type { LinkWords } from './links.words.ts';

export const hi: LinkWords = {
  newPassword: {
    title: 'नया पासवर्ड चुनें',
    subtitle: (account: string) => `${account} के लिए। इस डिवाइस पर आप लॉग इन रहेंगे।`,
    submit: 'पासवर्ड सेव करें',
    pending: 'सेव हो रहा है...',
    done: 'पासवर्ड बदल गया',
    expiredTitle: 'यह लिंक अब नहीं चलता',
    expiredText: 'लिंक एक बार, एक दिन तक चलता है। नया मँगाएँ।',
    askAgain: 'नया लिंक भेजें',
  },
  confirmed: {
    doneTitle: 'आपके ईमेल की पुष्टि हो गई',
    doneText: (account: string) => `आप ${account} से लॉग इन हैं।`,
    halfTitle: 'एक पते की पुष्टि हो गई',
    halfText: 'दूसरे पते पर भी ईमेल गया है। बदलाव पूरा करने के लिए उसका लिंक खोलें।',
    failedTitle: 'यह लिंक नहीं चला',
    failedText: 'लिंक एक बार, एक दिन तक चलता है। नया मँगाने के लिए लॉग इन करें।',
    continue: 'आगे बढ़ें',
    login: 'लॉग इन करें',
  },
  elsewhere: {
    title: 'जहाँ यह लिंक मँगाया था, वहीं आगे बढ़ें',
    text: 'यह किसी दूसरे ब्राउज़र या ऐप का है, और यहाँ किसी को लॉग इन नहीं करता। सबसे नए ईमेल के OTP से नया पासवर्ड यहाँ भी चुन सकते हैं।',
    newPassword: 'नया पासवर्ड चुनें',
  },
  whose: {
    title: 'कौन सा खाता?',
    text: (here: string, other: string) => `आप ${here} से लॉग इन हैं। जो लिंक आपने खोला वह ${other} का है।`,
    unknown: 'दूसरे खाते',
    takeOver: (other: string) => `${other} से आगे बढ़ें`,
    stay: (here: string) => `${here} में ही रहें`,
    pending: 'लॉग इन हो रहा है...',
    retry: 'फिर कोशिश करें',
    dead: 'जो लिंक आपने खोला वह अब नहीं चलता।',
    visitorTitle: 'इस लिंक से लॉग इन करें?',
    visitorText: (other: string) =>
      `इस लिंक से आप ${other} से लॉग इन होंगे। खाता आपका हो तभी आगे बढ़ें: लिंक किसी और ने भी भेजा हो सकता है।`,
    notMe: 'यह मैं नहीं हूँ',
  },
};
