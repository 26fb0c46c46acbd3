import type { EnterWords } from './enter.words.ts';

export const hi: EnterWords = {
  title: 'इस लिंक से लॉग इन करें',
  text: 'यह आपके मोबाइल नंबर पर SMS से आया है, क्योंकि उसके लिए गलत OTP लिखे गए।',
  here: (name) => `आप ${name} से लॉग इन हैं। लिंक किसी और खाते का हो, तो कुछ बदलने से पहले हम पूछेंगे।`,
  enter: 'लॉग इन करें',
  entering: 'लॉग इन हो रहा है...',
  failedTitle: 'यह लिंक नहीं चलता',
  failedText: 'यह एक बार, एक घंटे तक चलता है। दूसरा पाने के लिए नया OTP माँगें।',
  problem: 'यह नहीं हो पाया',
  login: 'नया OTP माँगें',
};
