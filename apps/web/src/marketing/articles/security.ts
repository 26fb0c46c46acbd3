import type { BilingualArticle } from './article.ts';

export const security: BilingualArticle = {
  en: {
    title: 'Security',
    lead: 'What protects your money and your papers here, and how to report a hole in it.',
    description:
      'How Mohlat protects accounts, identity papers and money, what it never asks for, and how to report a vulnerability.',
    parts: [
      {
        id: 'account',
        heading: 'Your account',
        text: [],
        points: [
          'Passwords are stored as argon2id hashes; a password known to be weak is refused, with the reason.',
          'Codes work once, for a few minutes, five tries at most. Links in mails work once.',
          'A session that is stolen and used twice ends both.',
          'A second step is yours to turn on: an authenticator app or a passkey, with recovery codes. Then a password alone opens nothing.',
          'You see every device you are logged in on, and can log out one of them or log out everywhere, at once.',
          'We write to you when a log-in comes from a new device, and when a password, an address or a second step changes.',
          'To change your e-mail address or mobile number, to link another way to log in, to download your data and to close the account you show again who you are when the log-in is not fresh.',
        ],
      },
      {
        id: 'papers',
        heading: 'Your papers',
        text: [],
        points: [
          'PAN, postal address and bank account numbers are encrypted field by field (AES-256-GCM), with keys outside the database that can be changed while the service runs. Your name, your birth date and what you log in with, an e-mail address or a mobile number, are not.',
          'Each KYC video and each document is encrypted with a key of its own. Every look that staff take at them is written to a log that cannot be altered unseen.',
          'Your Aadhaar number and your full card number are not kept. The card’s security code never leaves your device.',
          'All of it is stored in India.',
        ],
      },
      {
        id: 'money',
        heading: 'Your money',
        text: [],
        points: [
          'The books are double-entry and append-only: a wrong entry is answered by its mirror, never erased. Some thirty rules that must always hold are proven against them.',
          'A request that is sent twice is carried out once. A provider’s message is a hint: we ask back before we believe it.',
          'A write-off, an agreed lower sum and a large waiver need two people, and neither may be that customer.',
        ],
      },
      {
        id: 'never',
        heading: 'What we never ask for',
        text: [
          'A password, a code, a UPI PIN or a card’s security code, by phone, mail, SMS or chat. Someone who does is not from us: do not answer, and tell us.',
        ],
      },
      {
        id: 'report',
        heading: 'Reporting a vulnerability',
        text: [
          'Write to us with “Security” as the subject: what you found, how to repeat it, and what it lets one do. You hear from a person within two working days, and again when it is mended.',
          'Please use accounts of your own, leave other people’s data alone, do not slow the service down, and give us 90 days before you publish. If you do, we will not go to law over it and will thank you by name if you wish.',
        ],
        links: [{ label: 'Report', to: '/contact' }],
      },
    ],
  },
  hi: {
    title: 'सुरक्षा',
    lead: 'आपका पैसा और कागज़ यहाँ कैसे सुरक्षित हैं, और कमी मिले तो कैसे बताएँ।',
    description: 'Mohlat खाते, पहचान के कागज़ और पैसे को कैसे सुरक्षित रखता है, क्या कभी नहीं माँगता, और कमी कैसे बताएँ।',
    parts: [
      {
        id: 'account',
        heading: 'आपका खाता',
        text: [],
        points: [
          'पासवर्ड argon2id हैश के रूप में रहते हैं; कमज़ोर पासवर्ड कारण बताकर मना होता है।',
          'कोड एक बार, कुछ मिनट, ज़्यादा से ज़्यादा पाँच कोशिश। मेल के लिंक एक ही बार चलते हैं।',
          'चुराया गया सत्र दोबारा इस्तेमाल हो तो दोनों ख़त्म।',
          'दूसरा चरण आप खुद चालू कर सकते हैं: ऑथेंटिकेटर ऐप या पासकी, साथ में रिकवरी कोड। फिर सिर्फ़ पासवर्ड से कुछ नहीं खुलता।',
          'आप जिन डिवाइस पर लॉग इन हैं वे सब दिखते हैं; किसी एक से या सभी जगह से तुरंत लॉग आउट कर सकते हैं।',
          'नए डिवाइस से लॉग इन हो, या पासवर्ड, पता या दूसरा चरण बदले, तो हम आपको लिखते हैं।',
          'ईमेल या मोबाइल नंबर बदलने, लॉग इन का दूसरा तरीका जोड़ने, अपना डेटा डाउनलोड करने और खाता बंद करने पर, लॉग इन ताज़ा न हो तो फिर दिखाना होता है कि आप कौन हैं।',
        ],
      },
      {
        id: 'papers',
        heading: 'आपके कागज़',
        text: [],
        points: [
          'PAN, पता और बैंक खाता नंबर अलग-अलग एन्क्रिप्ट होते हैं (AES-256-GCM); चाबियाँ डेटाबेस से बाहर रहती हैं और चलते-चलते बदली जा सकती हैं। आपका नाम, जन्म तिथि और जिससे आप लॉग इन करते हैं, ईमेल या मोबाइल नंबर, एन्क्रिप्ट नहीं होते।',
          'हर KYC वीडियो और हर दस्तावेज़ अपनी अलग चाबी से एन्क्रिप्ट होता है। कर्मचारी जब भी देखें, वह ऐसे लॉग में लिखा जाता है जिसे छिपकर बदला नहीं जा सकता।',
          'आधार नंबर और पूरा कार्ड नंबर नहीं रखा जाता। कार्ड का सुरक्षा कोड आपके फ़ोन से बाहर नहीं जाता।',
          'सब कुछ भारत में रहता है।',
        ],
      },
      {
        id: 'money',
        heading: 'आपका पैसा',
        text: [],
        points: [
          'खाते दोहरी प्रविष्टि वाले हैं और केवल जुड़ते हैं: गलत प्रविष्टि का जवाब उसकी उलटी प्रविष्टि है, मिटाना नहीं। कोई तीस नियम, जो हमेशा सच रहें, उन पर परखे जाते हैं।',
          'दो बार भेजा गया अनुरोध एक ही बार होता है। किसी सेवा का संदेश इशारा भर है: मानने से पहले हम खुद पूछते हैं।',
          'लोन को डूबा मानना, कम रकम पर समझौता और बड़ी छूट दो लोग तय करते हैं, और दोनों में से कोई वह ग्राहक नहीं हो सकता।',
        ],
      },
      {
        id: 'never',
        heading: 'जो हम कभी नहीं माँगते',
        text: [
          'पासवर्ड, कोड, UPI PIN या कार्ड का सुरक्षा कोड, न फ़ोन पर, न मेल, SMS या चैट में। जो माँगे वह हमारा नहीं: जवाब न दें, हमें बताएँ।',
        ],
      },
      {
        id: 'report',
        heading: 'कमी बताना',
        text: [
          'विषय में “Security” लिखें: क्या मिला, कैसे दोहराएँ, और उससे क्या हो सकता है। दो कामकाजी दिन में एक इंसान जवाब देता है, और ठीक होने पर फिर।',
          'अपने ही खाते इस्तेमाल करें, दूसरों का डेटा न छुएँ, सेवा धीमी न करें, और छापने से पहले हमें 90 दिन दें। ऐसा करें तो हम कानूनी कार्रवाई नहीं करेंगे, और चाहें तो नाम लेकर धन्यवाद देंगे।',
        ],
        links: [{ label: 'बताएँ', to: '/contact' }],
      },
    ],
  },
};
