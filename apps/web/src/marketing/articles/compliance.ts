import type { BilingualArticle } from './article.ts';

export const compliance: BilingualArticle = {
  en: {
    title: 'Compliance',
    lead: 'The rules we work under, what each means for you, and whom to turn to.',
    description:
      'Lender, key facts, cooling-off, penal charges, data, recovery conduct, complaints: the rules Mohlat works under.',
    parts: [
      {
        id: 'lending',
        heading: 'Digital lending',
        text: [
          'Loans are made by a regulated lender under the Reserve Bank of India’s Digital Lending Directions of 8 May 2025, since 28 November 2025 part of its directions for each kind of lender. For you this means:',
        ],
        points: [
          'The lender’s name and registration are shown before you agree.',
          'The money goes from the lender to your card’s bank, through no third account.',
          'For {cooling} after a bill is paid you can return it: the bill and the cost of the days in between, without a penalty, and the service fee is taken back. The law asks for at least one day.',
          'Your limit is not raised without your consent.',
        ],
      },
      {
        id: 'key-facts',
        heading: 'Key facts statement',
        text: [
          'Before each agreement you get the statement that the Reserve Bank prescribed on 15 April 2024: amount, APR, every charge that may arise, the whole schedule, cooling-off, and whom to complain to. In English or Hindi, as a page and as a PDF with its own number. A charge that is not in it may not be taken.',
        ],
      },
      {
        id: 'charges',
        heading: 'Penal charges',
        text: [
          'A late charge is a charge and not interest, as the Reserve Bank’s circular of 18 August 2023 asks: it is not added to what you owe interest on, it is the same for everyone with the same plan, and its reason is named. The whole table is printed.',
        ],
        links: [{ label: 'Late and bounce charges', to: '/pricing' }],
      },
      {
        id: 'prepayment',
        heading: 'Paying early',
        text: [
          'Closing or shortening a loan early costs nothing. From 1 January 2026 the Reserve Bank’s directions of 2 July 2025 ask this of floating-rate loans; we do it for all.',
        ],
      },
      {
        id: 'recovery',
        heading: 'When a payment is late',
        text: [
          'Messages and calls about arrears come only between 8 in the morning and 7 in the evening, at most twice a day and seven times a week. Nobody contacts your family, friends or employer. Before a recovery agent may contact you for the first time, we send you the agent’s name and number.',
          'If you cannot pay for a reason, say so in the app: contact and new late charges then pause. The days past due go on being counted, because the law says so.',
        ],
      },
      {
        id: 'bureaus',
        heading: 'Credit bureaus',
        text: [
          'Each loan, whatever its size, is reported to the credit information companies on the regulator’s dates, with what was repaid and what is late. A mistake that you report is corrected within 21 days of being found.',
        ],
      },
      {
        id: 'identity',
        heading: 'Identity',
        text: [
          'KYC follows the Reserve Bank’s KYC Directions: PAN at its issuer, Aadhaar by DigiLocker with your consent, and a video that a second person checks before it counts. The Aadhaar number is not kept.',
        ],
      },
      {
        id: 'data',
        heading: 'Personal data',
        text: [
          'Under the Digital Personal Data Protection Act, 2023 you can see, correct, download and erase what we hold, and withdraw each consent as easily as you gave it. The app asks for camera, microphone and location once, for KYC, and for nothing else on your phone.',
        ],
        links: [{ label: 'Privacy Policy', to: '/privacy' }],
      },
      {
        id: 'complaints',
        heading: 'Complaints',
        text: [
          'Write to support first; you get a ticket number at once. If the answer does not settle it, write to the grievance officer named below. If 30 days pass without a solution, the Reserve Bank’s ombudsman is open to you, free of charge, at cms.rbi.org.in.',
        ],
        links: [
          { label: 'Write to us', to: '/contact' },
          { label: 'Reserve Bank of India, complaints', to: 'https://cms.rbi.org.in' },
        ],
      },
    ],
  },
  hi: {
    title: 'अनुपालन',
    lead: 'हम किन नियमों पर चलते हैं, आपके लिए उनका क्या मतलब है, और किसके पास जाएँ।',
    description:
      'लोन देने वाली संस्था, मुख्य तथ्य, मन बदलना, देरी का शुल्क, डेटा, वसूली, शिकायत: जिन नियमों पर Mohlat चलता है।',
    parts: [
      {
        id: 'lending',
        heading: 'डिजिटल लोन',
        text: [
          'लोन एक नियमित संस्था देती है, भारतीय रिज़र्व बैंक के 8 मई 2025 के डिजिटल लेंडिंग निर्देशों के अनुसार, जो 28 नवंबर 2025 से हर तरह की संस्था के निर्देशों का हिस्सा हैं। आपके लिए मतलब:',
        ],
        points: [
          'संस्था का नाम और पंजीकरण सहमति से पहले दिखता है।',
          'पैसा संस्था से सीधे कार्ड के बैंक को जाता है, किसी तीसरे खाते से नहीं।',
          'बिल भरने के {cooling} के भीतर लौटा सकते हैं: बिल और बीच के दिनों की लागत, जुर्माना नहीं, और सेवा शुल्क वापस। कानून कम से कम एक दिन कहता है।',
          'आपकी सहमति के बिना लिमिट नहीं बढ़ती।',
        ],
      },
      {
        id: 'key-facts',
        heading: 'मुख्य तथ्य विवरण',
        text: [
          'हर सहमति से पहले वह विवरण मिलता है जो रिज़र्व बैंक ने 15 अप्रैल 2024 को तय किया: रकम, APR, हर संभव शुल्क, पूरी सूची, मन बदलने का समय, और शिकायत किससे। हिंदी या अंग्रेज़ी में, पेज पर और अपने नंबर वाली PDF में। जो शुल्क उसमें नहीं, वह लिया नहीं जा सकता।',
        ],
      },
      {
        id: 'charges',
        heading: 'देरी का शुल्क',
        text: [
          'देरी का शुल्क एक शुल्क है, ब्याज नहीं, जैसा रिज़र्व बैंक का 18 अगस्त 2023 का परिपत्र कहता है: वह ब्याज वाली रकम में नहीं जुड़ता, एक ही योजना के सब लोगों के लिए एक जैसा है, और उसका कारण बताया जाता है। पूरी तालिका छपी है।',
        ],
        links: [{ label: 'लेट और बाउंस शुल्क', to: '/pricing' }],
      },
      {
        id: 'prepayment',
        heading: 'पहले चुकाना',
        text: [
          'समय से पहले बंद करना या घटाना मुफ़्त है। रिज़र्व बैंक के 2 जुलाई 2025 के निर्देश 1 जनवरी 2026 से यह बदलती दर वाले लोन के लिए कहते हैं; हम सब के लिए करते हैं।',
        ],
      },
      {
        id: 'recovery',
        heading: 'देर हो जाए तो',
        text: [
          'बकाया के संदेश और कॉल सुबह 8 से शाम 7 के बीच ही आते हैं, दिन में ज़्यादा से ज़्यादा दो, हफ़्ते में सात। आपके घरवालों, दोस्तों या दफ़्तर से कोई बात नहीं करता। वसूली एजेंट पहली बार बात करे, उससे पहले उसका नाम और नंबर आपको भेजा जाता है।',
          'किसी कारण न चुका सकें तो ऐप में बताएँ: तब संपर्क और देरी के नए शुल्क रुक जाते हैं। देर के दिन गिने जाते रहते हैं, क्योंकि कानून यही कहता है।',
        ],
      },
      {
        id: 'bureaus',
        heading: 'क्रेडिट ब्यूरो',
        text: [
          'हर लोन, कितना भी छोटा, तय तारीखों पर क्रेडिट ब्यूरो को बताया जाता है: क्या चुका और क्या देर से। आपकी बताई गलती मिलने के 21 दिन में ठीक होती है।',
        ],
      },
      {
        id: 'identity',
        heading: 'पहचान',
        text: [
          'KYC रिज़र्व बैंक के KYC निर्देशों से: PAN जारी करने वाले से, आधार आपकी सहमति से DigiLocker पर, और एक वीडियो जिसे मान्य होने से पहले दूसरा व्यक्ति जाँचता है। आधार नंबर नहीं रखा जाता।',
        ],
      },
      {
        id: 'data',
        heading: 'निजी डेटा',
        text: [
          'डिजिटल निजी डेटा संरक्षण अधिनियम, 2023 के तहत आप देख सकते हैं कि हम क्या रखते हैं, ठीक करा सकते हैं, डाउनलोड कर सकते हैं, मिटा सकते हैं, और हर सहमति उतनी ही आसानी से वापस ले सकते हैं जितनी आसानी से दी। ऐप कैमरा, माइक्रोफ़ोन और लोकेशन एक बार KYC के लिए माँगता है, फ़ोन का और कुछ नहीं।',
        ],
        links: [{ label: 'निजता नीति', to: '/privacy' }],
      },
      {
        id: 'complaints',
        heading: 'शिकायत',
        text: [
          'पहले सहायता को लिखें; टिकट नंबर तुरंत मिलता है। बात न बने तो नीचे दिए शिकायत अधिकारी को। 30 दिन में हल न हो तो रिज़र्व बैंक के लोकपाल के पास cms.rbi.org.in पर मुफ़्त जा सकते हैं।',
        ],
        links: [
          { label: 'हमें लिखें', to: '/contact' },
          { label: 'भारतीय रिज़र्व बैंक, शिकायत', to: 'https://cms.rbi.org.in' },
        ],
      },
    ],
  },
};
