import type { BilingualArticle } from './article.ts';

export const careers: BilingualArticle = {
  en: {
    title: 'Careers',
    lead: 'No role is open today. This is how we work, so that you know whether to look again.',
    description: 'Working at Mohlat: how we build, what we expect, and how roles are announced.',
    parts: [
      {
        id: 'open',
        heading: 'Open roles',
        text: [
          'None at the moment. A role that opens is printed here with the work, the place, the pay range and the steps of choosing. There are no unpaid tests and no fees, ever.',
          'Anyone who offers you a job here for money is not from us.',
        ],
        links: [{ label: 'Tell us', to: '/contact' }],
      },
      {
        id: 'how',
        heading: 'How we work',
        text: [],
        points: [
          'Small teams that own a thing whole: its tables, its screens, its words and what happens at night.',
          'Money is counted in whole paise, and a change to the books comes with the proof that they balance.',
          'We look at what we made, on a cheap phone, before we call it finished.',
          'We write in plain words. A sentence a borrower has to read twice is a defect.',
        ],
      },
      {
        id: 'people',
        heading: 'People who collect',
        text: [
          'Nobody here is paid by what they squeeze out of a borrower. Calls are made between 8 in the morning and 7 in the evening, are recorded, and stop when someone says that they cannot pay and why.',
        ],
      },
    ],
  },
  hi: {
    title: 'नौकरियाँ',
    lead: 'आज कोई पद खाली नहीं। हम कैसे काम करते हैं, यह पढ़ लें, ताकि पता रहे दोबारा देखना है या नहीं।',
    description: 'Mohlat में काम: हम कैसे बनाते हैं, क्या उम्मीद रखते हैं, पद कैसे बताए जाते हैं।',
    parts: [
      {
        id: 'open',
        heading: 'खाली पद',
        text: [
          'अभी कोई नहीं। पद खुलेगा तो काम, जगह, वेतन की सीमा और चुनने के कदमों के साथ यहीं छपेगा। बिना पैसे का काम या कोई फ़ीस कभी नहीं।',
          'जो पैसे लेकर यहाँ नौकरी दिलाने को कहे, वह हमारा नहीं।',
        ],
        links: [{ label: 'हमें बताएँ', to: '/contact' }],
      },
      {
        id: 'how',
        heading: 'हम कैसे काम करते हैं',
        text: [],
        points: [
          'छोटी टीमें, जो पूरी चीज़ सँभालती हैं: उसकी तालिकाएँ, स्क्रीन, शब्द और रात में क्या होता है।',
          'पैसा पूरे पैसों में गिना जाता है, और खातों का हर बदलाव इस प्रमाण के साथ आता है कि हिसाब बराबर है।',
          'पूरा कहने से पहले हम अपना काम सस्ते फ़ोन पर देखते हैं।',
          'सादे शब्द लिखते हैं। जिसे दो बार पढ़ना पड़े, वह वाक्य खराबी है।',
        ],
      },
      {
        id: 'people',
        heading: 'वसूली करने वाले',
        text: [
          'यहाँ किसी की कमाई इस पर नहीं कि उधार लेने वाले से कितना निकाला। कॉल सुबह 8 से शाम 7 के बीच होती हैं, रिकॉर्ड होती हैं, और जब कोई बता दे कि क्यों नहीं चुका सकता, तो रुक जाती हैं।',
        ],
      },
    ],
  },
};
