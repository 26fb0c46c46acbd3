import type { SearchWords } from './search.words.ts';

export const hi: SearchWords = {
  title: 'खोजें',
  text: 'आप जो खोजते हैं, वह ऑडिट लॉग में लिखा जाता है।',
  label: 'व्यक्ति, भुगतान या रेफ़रेंस',
  hint: 'नाम की शुरुआत, मोबाइल या कार्ड के आखिरी चार अंक; ईमेल, PAN, टिकट, आईडी या भुगतान या विवाद का रेफ़रेंस पूरा लिखें।',
  search: 'खोजें',
  short: 'कम से कम तीन अक्षर लिखें',
  found: (count) => (count === 0 ? 'कुछ नहीं मिला।' : `${count} मिले। तीर से आगे बढ़ें, Enter से खोलें।`),
  more: (list) => `${list} में सब देखें`,
  failed: 'यह खोजा नहीं जा सका।',
};
