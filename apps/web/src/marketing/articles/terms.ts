import type { BilingualArticle } from './article.ts';

export const terms: BilingualArticle = {
  en: {
    title: 'Terms and Conditions',
    lead: 'What you agree to when you open an account. The key facts statement of each payment comes on top, and where the two differ it decides.',
    description:
      'The agreement between you and Mohlat: the service, its price, changing your mind, repaying, complaints.',
    parts: [
      {
        id: 'who',
        heading: 'Who is who',
        text: [
          'Mohlat is the platform: the app, the service and the people who answer you. The lender is the regulated entity named in your key facts statement; the loan is a contract between you and the lender.',
          'You must be at least 18, live in India, and use your own PAN, Aadhaar, mobile number and bank account.',
        ],
      },
      {
        id: 'service',
        heading: 'What the service does',
        text: [
          'You ask us to pay a credit card bill that is yours. If it is within your available limit, the bill is paid through the bill network and you owe the lender the amount, the service fee and, with EMIs, interest.',
          'A payment may be refused by the bank or the network. Then nothing is owed for it and your limit is free again.',
        ],
      },
      {
        id: 'price',
        heading: 'Price',
        text: [
          'Fee, interest, total and APR are shown before you agree and fixed by your agreement. The printed fees are on the pricing page; a change of them never touches a payment already made.',
          'Late and bounce charges are those on the pricing page and in your key facts statement. They are charges, not interest, and never earn interest.',
        ],
      },
      {
        id: 'cooling-off',
        heading: 'Changing your mind',
        text: [
          'You can cancel in the app within {cooling} of the bill being paid: until 24:00 on the last of them, and at least until 24:00 on the day after we told you so. The key facts statement of each payment names its own days. You repay the bill and the proportionate cost of the days in between; the service fee is taken back and there is no penalty.',
        ],
      },
      {
        id: 'repaying',
        heading: 'Repaying',
        text: [
          'You repay on the dates of your schedule, from your own bank account or by UPI. Credit cards and other credit cannot be used to repay. You can close at any time by paying what is owed that day.',
          'Repayments and arrears are reported to credit bureaus as the law requires.',
        ],
      },
      {
        id: 'account',
        heading: 'Your account',
        text: [
          'Keep your password and codes to yourself; nobody from Mohlat asks for them. Tell us at once if somebody else may have used your account.',
          'You may close your account when nothing is owed. We may block an account that is used for somebody else’s bills, with false papers or against the law, and tell you why unless the law forbids it.',
        ],
      },
      {
        id: 'complaints',
        heading: 'Complaints and law',
        text: [
          'Write to support first, then to the grievance officer. If 30 days pass without a solution, the Reserve Bank of India’s ombudsman is open to you at cms.rbi.org.in.',
          'Indian law applies. Nothing here takes away a right the law gives you.',
        ],
      },
    ],
  },
  hi: {
    title: 'नियम और शर्तें',
    lead: 'खाता खोलते समय आप किस बात पर सहमत होते हैं। हर भुगतान का मुख्य तथ्य विवरण इसके साथ है, और फ़र्क होने पर वही मान्य है।',
    description: 'आपके और Mohlat के बीच समझौता: सेवा, कीमत, मन बदलना, चुकाना, शिकायत।',
    parts: [
      {
        id: 'who',
        heading: 'कौन क्या है',
        text: [
          'Mohlat एक मंच है: ऐप, सेवा और जवाब देने वाले लोग। लोन देने वाली वह नियमित संस्था है जिसका नाम आपके मुख्य तथ्य विवरण में है; लोन आपके और उसके बीच का अनुबंध है।',
          'आपकी उम्र कम से कम 18 हो, आप भारत में रहते हों, और अपना PAN, आधार, मोबाइल नंबर और बैंक खाता इस्तेमाल करें।',
        ],
      },
      {
        id: 'service',
        heading: 'सेवा क्या करती है',
        text: [
          'आप अपना क्रेडिट कार्ड बिल भरने को कहते हैं। वह आपकी उपलब्ध लिमिट में हो, तो बिल नेटवर्क से भरा जाता है और आप पर रकम, सेवा शुल्क और EMI में ब्याज बनता है।',
          'बैंक या नेटवर्क भुगतान मना कर सकता है। तब उसका कुछ बकाया नहीं और लिमिट फिर खाली हो जाती है।',
        ],
      },
      {
        id: 'price',
        heading: 'कीमत',
        text: [
          'शुल्क, ब्याज, कुल रकम और APR सहमति से पहले दिखते हैं और सहमति से तय होते हैं। छपे शुल्क कीमत पेज पर हैं; उनका बदलाव पहले के भुगतान को नहीं छूता।',
          'लेट और बाउंस शुल्क वही हैं जो कीमत पेज और मुख्य तथ्य विवरण में हैं। वे शुल्क हैं, ब्याज नहीं, और उन पर ब्याज नहीं लगता।',
        ],
      },
      {
        id: 'cooling-off',
        heading: 'मन बदलना',
        text: [
          'बिल भरने के {cooling} के भीतर, आखिरी दिन रात 24:00 बजे तक, और कम से कम हमारे बताने के अगले दिन 24:00 बजे तक, ऐप में रद्द कर सकते हैं। हर भुगतान के अपने दिन उसके मुख्य तथ्य विवरण में हैं। आप बिल और बीच के दिनों की लागत चुकाते हैं; सेवा शुल्क वापस होता है और जुर्माना नहीं लगता।',
        ],
      },
      {
        id: 'repaying',
        heading: 'चुकाना',
        text: [
          'आप अपनी तारीखों पर, अपने बैंक खाते या UPI से चुकाते हैं। क्रेडिट कार्ड या दूसरे क्रेडिट से नहीं चुका सकते। उस दिन का बकाया चुकाकर कभी भी बंद कर सकते हैं।',
          'चुकौती और बकाया कानून के अनुसार क्रेडिट ब्यूरो को बताए जाते हैं।',
        ],
      },
      {
        id: 'account',
        heading: 'आपका खाता',
        text: [
          'पासवर्ड और OTP अपने पास रखें; Mohlat से कोई नहीं माँगता। किसी और ने खाता इस्तेमाल किया हो, तो तुरंत बताएँ।',
          'कुछ बकाया न हो तो खाता बंद कर सकते हैं। दूसरों के बिल, झूठे कागज़ या गैरकानूनी इस्तेमाल पर हम खाता रोक सकते हैं, और कानून न रोके तो कारण बताते हैं।',
        ],
      },
      {
        id: 'complaints',
        heading: 'शिकायत और कानून',
        text: [
          'पहले सहायता को लिखें, फिर शिकायत अधिकारी को। 30 दिन में हल न हो तो भारतीय रिज़र्व बैंक के लोकपाल के पास cms.rbi.org.in पर जा सकते हैं।',
          'भारतीय कानून लागू है। कानून का दिया कोई अधिकार यहाँ कम नहीं होता।',
        ],
      },
    ],
  },
};
