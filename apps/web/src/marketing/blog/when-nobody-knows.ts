import type { Post } from './post.ts';

export const whenNobodyKnows: Post = {
  slug: 'when-nobody-knows',
  publishedOn: '2026-11-20',
  en: {
    title: '“We do not know yet”: the hardest sentence in payments',
    lead: 'Why your screen sometimes says that nobody knows, and why that is the safest thing it can say.',
    description:
      'What happens when a bank does not answer, and why Mohlat never calls an unknown payment failed.',
    parts: [
      {
        id: 'lost',
        heading: 'A lost answer',
        text: [
          'We ask the bill network to pay your bank. The request arrives, the money moves, and the answer is lost on its way back. Seen from here this looks exactly like a request that never arrived.',
          'A hurried program writes “failed”. You pay again. Now the bill is paid twice, and it takes weeks to get one of them back.',
        ],
      },
      {
        id: 'three',
        heading: 'Three states, not two',
        text: [
          'So a payment here is paid, failed, or unknown. Unknown is left only by proof: an answer to our question, or the network’s list of that day. No clock turns it into failed, no number of tries, and no employee’s guess.',
          'Meanwhile we ask: every few seconds at first, then every few minutes, then every hour. Your limit stays held for it, and the screen shows your card’s due date and whom to call.',
        ],
      },
      {
        id: 'once',
        heading: 'Never twice',
        text: [
          'If the request has to go out again, it goes out with the same reference, byte for byte. The network knows the reference and pays it once. If a bank pays after all, having said no, the money is yours to know about: we ask for it back, and you owe nothing for it.',
        ],
      },
      {
        id: 'you',
        heading: 'What you do',
        text: [
          'Nothing. Do not pay the bill again. You get a message as soon as it is known, whichever way it went.',
        ],
      },
    ],
  },
  hi: {
    title: '“अभी पता नहीं”: भुगतान का सबसे कठिन वाक्य',
    lead: 'स्क्रीन कभी-कभी क्यों कहती है कि किसी को पता नहीं, और यही सबसे सुरक्षित बात क्यों है।',
    description: 'बैंक जवाब न दे तो क्या होता है, और Mohlat अनजान भुगतान को कभी असफल क्यों नहीं कहता।',
    parts: [
      {
        id: 'lost',
        heading: 'खोया हुआ जवाब',
        text: [
          'हम बिल नेटवर्क से कहते हैं कि बैंक को भुगतान करे। अनुरोध पहुँचता है, पैसा चला जाता है, और जवाब लौटते हुए खो जाता है। यहाँ से यह ठीक वैसा ही दिखता है जैसे अनुरोध पहुँचा ही न हो।',
          'जल्दबाज़ प्रोग्राम लिख देता है “असफल”। आप दोबारा भरते हैं। अब बिल दो बार भर गया, और एक वापस पाने में हफ़्ते लगते हैं।',
        ],
      },
      {
        id: 'three',
        heading: 'दो नहीं, तीन हालतें',
        text: [
          'इसलिए यहाँ भुगतान या तो हो गया, या नहीं हुआ, या पता नहीं। “पता नहीं” से केवल प्रमाण निकालता है: हमारे सवाल का जवाब, या उस दिन की नेटवर्क की सूची। न समय उसे असफल बनाता है, न कोशिशों की गिनती, न किसी कर्मचारी का अंदाज़ा।',
          'इस बीच हम पूछते रहते हैं: पहले हर कुछ सेकंड, फिर हर कुछ मिनट, फिर हर घंटे। आपकी लिमिट उसके लिए रुकी रहती है, और स्क्रीन पर कार्ड की आखिरी तारीख और किससे बात करें, दिखता है।',
        ],
      },
      {
        id: 'once',
        heading: 'दो बार कभी नहीं',
        text: [
          'अनुरोध फिर भेजना पड़े तो उसी नंबर से, अक्षर-अक्षर वही। नेटवर्क नंबर पहचानता है और एक ही बार भरता है। मना करके भी बैंक भर दे, तो हम वह पैसा वापस माँगते हैं और आप पर उसका कुछ बकाया नहीं।',
        ],
      },
      {
        id: 'you',
        heading: 'आपको क्या करना है',
        text: ['कुछ नहीं। बिल दोबारा न भरें। पता चलते ही संदेश आता है, जो भी हुआ हो।'],
      },
    ],
  },
};
