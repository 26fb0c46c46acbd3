import type { BilingualArticle } from './article.ts';

export const about: BilingualArticle = {
  en: {
    title: 'About Mohlat',
    lead: 'Mohlat (मोहलत) means time given to repay. That is all we sell.',
    description:
      'Who Mohlat is, what it does, who lends the money, and what it will not do. Card bills paid today, repaid later.',
    parts: [
      {
        id: 'why',
        heading: 'Why it exists',
        text: [
          'A card bill comes due on one day; a salary comes on another. Between the two lie late fees, interest on the whole statement, and a mark on the credit report.',
          'Mohlat pays the bill on its day, in full, through the national bill network. You repay later, at once or in EMIs, at a price you have seen before you sign up.',
        ],
      },
      {
        id: 'who-is-who',
        heading: 'Who is who',
        text: [
          'Mohlat is the platform: the app, the service and the people who answer you. The money is lent by a regulated lender, whose name and registration stand in the key facts statement before you agree and on every paper afterwards.',
          'The money goes from the lender to your card’s bank. It never passes through your account or ours.',
        ],
      },
      {
        id: 'promises',
        heading: 'What you can hold us to',
        text: ['Each of these is a rule that the software checks, not a slogan.'],
        points: [
          'The total, the APR and every due date are shown before you agree, and do not change afterwards.',
          '“Paid” means that your bank has said so. While nobody knows, the screen says that nobody knows, and the bill is never paid twice.',
          'A late charge is never added to what earns interest, and all of them together stop at {cap}% of the loan.',
          'Closing early costs nothing, and never more than the schedule would have.',
          'Your limit is never raised unless you ask for it.',
        ],
      },
      {
        id: 'not',
        heading: 'What we do not do',
        text: [],
        points: [
          'Read your contacts, messages, photos or call log. The app cannot even ask.',
          'Sell data, show advertising, or call your family about your loan.',
          'Roll one loan into the next. A loan here is repaid, not renewed.',
        ],
      },
      {
        id: 'more',
        heading: 'Read on',
        text: [],
        links: [
          { label: 'What it costs', to: '/pricing' },
          { label: 'How it works, in full', to: '/learn-more' },
          { label: 'The rules we work under', to: '/compliance' },
        ],
      },
    ],
  },
  hi: {
    title: 'Mohlat के बारे में',
    lead: 'मोहलत यानी चुकाने के लिए मिला समय। हम बस यही देते हैं।',
    description: 'Mohlat कौन है, क्या करता है, पैसा कौन देता है, और क्या नहीं करता। कार्ड का बिल आज, चुकाना बाद में।',
    parts: [
      {
        id: 'why',
        heading: 'यह क्यों बना',
        text: [
          'कार्ड के बिल की तारीख एक दिन होती है, तनख़्वाह किसी और दिन। बीच में लेट फ़ीस, पूरे बिल पर ब्याज और क्रेडिट रिपोर्ट पर निशान।',
          'Mohlat बिल उसी दिन पूरा भरता है, राष्ट्रीय बिल नेटवर्क से। आप बाद में, एक बार में या EMI में चुकाते हैं, उस कीमत पर जो साइन अप से पहले दिखती है।',
        ],
      },
      {
        id: 'who-is-who',
        heading: 'कौन क्या है',
        text: [
          'Mohlat एक मंच है: ऐप, सेवा और जवाब देने वाले लोग। पैसा एक नियमित संस्था देती है, जिसका नाम और पंजीकरण सहमति से पहले मुख्य तथ्य विवरण में और बाद में हर कागज़ पर होता है।',
          'पैसा उस संस्था से सीधे आपके कार्ड के बैंक को जाता है। न आपके खाते से गुज़रता है, न हमारे।',
        ],
      },
      {
        id: 'promises',
        heading: 'जिस पर आप हमें परख सकते हैं',
        text: ['इनमें से हर बात सॉफ़्टवेयर जाँचता है; ये नारे नहीं हैं।'],
        points: [
          'कुल रकम, APR और हर तारीख सहमति से पहले दिखती है और बाद में नहीं बदलती।',
          '“भुगतान हो गया” तभी, जब आपका बैंक कहे। जब तक पता नहीं, स्क्रीन यही कहती है, और बिल दो बार कभी नहीं भरता।',
          'देरी के शुल्क पर ब्याज कभी नहीं लगता, और सब मिलाकर लोन के {cap}% पर रुक जाते हैं।',
          'समय से पहले बंद करना मुफ़्त है, और कभी तय किस्तों से महँगा नहीं।',
          'आपके कहे बिना लिमिट कभी नहीं बढ़ती।',
        ],
      },
      {
        id: 'not',
        heading: 'जो हम नहीं करते',
        text: [],
        points: [
          'आपके संपर्क, संदेश, फ़ोटो या कॉल नहीं पढ़ते। ऐप माँग भी नहीं सकता।',
          'डेटा नहीं बेचते, विज्ञापन नहीं दिखाते, लोन के लिए आपके घरवालों को फ़ोन नहीं करते।',
          'एक लोन से दूसरा नहीं चुकाते। यहाँ लोन चुकता है, आगे नहीं खिसकता।',
        ],
      },
      {
        id: 'more',
        heading: 'आगे पढ़ें',
        text: [],
        links: [
          { label: 'कितना लगता है', to: '/pricing' },
          { label: 'कैसे काम करता है, पूरा', to: '/learn-more' },
          { label: 'जिन नियमों पर हम चलते हैं', to: '/compliance' },
        ],
      },
    ],
  },
};
