import type { BilingualArticle } from './article.ts';

export const privacy: BilingualArticle = {
  en: {
    title: 'Privacy Policy',
    lead: 'What we ask for, why, who sees it, and how long it stays.',
    description:
      'What Mohlat asks for and why, what it never takes, who sees it, how long it stays, and what you can do.',
    parts: [
      {
        id: 'what',
        heading: 'What we ask for and why',
        text: [
          'Name, PAN, date of birth, address, income: a lender must know them before lending, and your limit depends on them.',
          'Mobile and email: to log you in, to find your bill, and to tell you about your money.',
          'Aadhaar: you type the number and give consent at DigiLocker. We keep the last four digits and that it was verified, never the number.',
          'Card: we take the number once to recognise the bank and network, keep its last four digits, and drop the rest. The security code is checked on your phone and never sent.',
          'Video: recorded once for KYC, kept encrypted, seen by the reviewer.',
        ],
      },
      {
        id: 'not',
        heading: 'What we never take',
        text: [
          'Your contacts, call log, photos, messages or location in the background. Location is asked for once, during video KYC, because the law requires it.',
        ],
      },
      {
        id: 'who',
        heading: 'Who sees it',
        text: [
          'The lender; the issuer of your PAN; DigiLocker; the credit bureaus, which we ask about you with your consent and tell of each loan as the law requires; the bill network and the payment gateway, each only what its task needs.',
          'Also, for their task alone: the service that asks your bank, with one rupee, whose bank account it is; the one that compares names, when yours is written differently in two papers; the one that holds the video call, where KYC is done by one; and those that carry our mails and SMS.',
          'Within Mohlat, our staff who review a recording, a paper or a name that a machine must not decide on see that one thing, and each look is written down. Nobody buys your data and no advertiser receives it.',
        ],
      },
      {
        id: 'how-long',
        heading: 'How long it stays',
        text: [
          'Loan and identity records stay as long as the law requires after your last loan is closed, then they are erased. An account that never borrowed is erased when you ask.',
        ],
      },
      {
        id: 'yours',
        heading: 'What you can do',
        text: [
          'In My Profile: see what we hold, download it, correct it, switch each consent on or off, and ask for erasure. While money is owed, what the loan needs is kept, and we say so.',
          'Withdrawing a consent a running loan needs stops new payments, not your repayments.',
        ],
      },
      {
        id: 'storage',
        heading: 'This website',
        text: [
          'Your browser keeps your session, language, theme, an invitation code and a random name of itself, and nothing to follow you around. There are no advertising cookies and no outside scripts, except the payment gateway’s own on the page where you repay and, where it is switched on, a captcha’s on the pages to sign up, to log in and to ask for a code. The full list is under Cookies.',
        ],
      },
      {
        id: 'contact',
        heading: 'Questions',
        text: [
          'Write to support, or to the grievance officer named in your key facts statement. You can also turn to the Data Protection Board of India.',
        ],
      },
    ],
  },
  hi: {
    title: 'निजता नीति',
    lead: 'हम क्या पूछते हैं, क्यों, कौन देखता है, और कितने समय रहता है।',
    description:
      'Mohlat क्या पूछता है और क्यों, क्या कभी नहीं लेता, कौन देखता है, कितने समय रहता है, और आप क्या कर सकते हैं।',
    parts: [
      {
        id: 'what',
        heading: 'क्या पूछते हैं और क्यों',
        text: [
          'नाम, PAN, जन्म तिथि, पता, आय: लोन देने से पहले जानना ज़रूरी है, और लिमिट इन पर निर्भर है।',
          'मोबाइल और ईमेल: लॉग इन, बिल ढूँढने और आपके पैसे की सूचना के लिए।',
          'आधार: आप नंबर लिखते हैं और DigiLocker पर सहमति देते हैं। हम आखिरी चार अंक और सत्यापन रखते हैं, नंबर कभी नहीं।',
          'कार्ड: बैंक और नेटवर्क पहचानने के लिए नंबर एक बार लेते हैं, आखिरी चार अंक रखते हैं, बाकी हटा देते हैं। सुरक्षा कोड फ़ोन पर ही जाँचा जाता है, भेजा नहीं जाता।',
          'वीडियो: KYC के लिए एक बार, एन्क्रिप्ट करके रखा, जाँचने वाला देखता है।',
        ],
      },
      {
        id: 'not',
        heading: 'जो कभी नहीं लेते',
        text: [
          'आपके संपर्क, कॉल, फ़ोटो, संदेश, या पीछे से लोकेशन। लोकेशन एक बार, वीडियो KYC के समय पूछी जाती है, क्योंकि कानून चाहता है।',
        ],
      },
      {
        id: 'who',
        heading: 'कौन देखता है',
        text: [
          'लोन देने वाली संस्था; PAN जारी करने वाला; DigiLocker; क्रेडिट ब्यूरो, जिनसे हम आपकी सहमति से पूछते हैं और जिन्हें क़ानून के अनुसार हर लोन की जानकारी देते हैं; बिल नेटवर्क और भुगतान गेटवे, हर एक उतना ही जितना उसके काम का है।',
          'और, केवल अपने काम के लिए: वह सेवा जो एक रुपया भेजकर आपके बैंक से पूछती है कि बैंक खाता किसका है; वह जो नामों का मिलान करती है, जब दो कागज़ों में नाम अलग लिखा हो; वह जो वीडियो कॉल कराती है, जहाँ KYC उससे होता है; और वे जो हमारे ईमेल और SMS पहुँचाते हैं।',
          'Mohlat के भीतर, जाँचने वाले कर्मचारी वह वीडियो, कागज़ या नाम ही देखते हैं जिसका फ़ैसला मशीन नहीं कर सकती, और हर बार देखना लिखा जाता है। आपका डेटा कोई नहीं खरीदता और किसी विज्ञापनदाता को नहीं मिलता।',
        ],
      },
      {
        id: 'how-long',
        heading: 'कितने समय रहता है',
        text: [
          'लोन और पहचान के रिकॉर्ड आखिरी लोन बंद होने के बाद कानून जितना रहते हैं, फिर मिटाए जाते हैं। जिसने लोन नहीं लिया, उसका खाता कहने पर मिटता है।',
        ],
      },
      {
        id: 'yours',
        heading: 'आप क्या कर सकते हैं',
        text: [
          'मेरी प्रोफ़ाइल में: देखें हम क्या रखते हैं, डाउनलोड करें, ठीक करें, हर सहमति चालू या बंद करें, और मिटाने को कहें। बकाया रहते हुए लोन के लिए ज़रूरी जानकारी रहती है, और हम यह बताते हैं।',
          'चल रहे लोन के लिए ज़रूरी सहमति वापस लेने से नए भुगतान रुकते हैं, चुकौती नहीं।',
        ],
      },
      {
        id: 'storage',
        heading: 'यह वेबसाइट',
        text: [
          'आपका ब्राउज़र सत्र, भाषा, थीम, निमंत्रण कोड और अपना एक बेतरतीब नाम रखता है, पीछा करने वाला कुछ नहीं। विज्ञापन कुकी नहीं हैं और बाहर की स्क्रिप्ट नहीं, केवल चुकाने वाले पेज पर भुगतान गेटवे की अपनी और, जहाँ चालू हो, साइन अप, लॉग इन और कोड माँगने के पेज पर कैप्चा की। पूरी सूची कुकी पेज पर है।',
        ],
      },
      {
        id: 'contact',
        heading: 'सवाल',
        text: [
          'सहायता को लिखें, या मुख्य तथ्य विवरण में दिए शिकायत अधिकारी को। भारतीय डेटा संरक्षण बोर्ड के पास भी जा सकते हैं।',
        ],
      },
    ],
  },
};
