import type { Post } from './post.ts';

export const what15000Costs: Post = {
  slug: 'what-15000-costs',
  publishedOn: '2026-11-20',
  en: {
    title: 'What ₹15,000 costs, to the paisa',
    lead: 'A price is only honest if you can work it out yourself. Here is ours, line by line.',
    description: 'Fee, GST, EMI, interest and APR of a ₹15,000 card bill, worked out line by line.',
    parts: [
      {
        id: 'fee',
        heading: 'The fee',
        text: [
          'Two percent of ₹15,000 is ₹300. The fee may not fall below ₹50 nor rise above ₹500, so ₹300 it stays. GST of 18% is inside it: ₹45.76, in two equal halves of ₹22.88. You owe the lender ₹15,300.',
        ],
      },
      {
        id: 'single',
        heading: 'In one payment',
        text: [
          'Thirty days after the bill was paid you return ₹15,300. No interest. Seen as a yearly rate this is an APR of 24.33%: ₹300 for ₹15,000 over 30 days, times 365.',
        ],
      },
      {
        id: 'emi',
        heading: 'In three EMIs',
        text: [
          'At 11.75% a year, one twelfth of it each month, three equal instalments come to ₹5,200 each, ₹15,600 together. Inside them:',
        ],
        points: [
          'First: ₹4,950 of the bill, ₹100 of the fee, ₹150 interest.',
          'Second: ₹5,000 of the bill, ₹100 of the fee, ₹100 interest.',
          'Third: ₹5,050 of the bill, ₹100 of the fee, ₹50 interest.',
        ],
      },
      {
        id: 'apr',
        heading: 'Why the APR is 23.84% and not 11.75%',
        text: [
          'The rate is the price of the interest alone. The APR also counts the fee, and it counts it over the months in which you have the money. On average you hold two thirds of it, for a quarter of a year: ₹600 for that is close to 24% a year. This is the number to compare with any other offer.',
        ],
        links: [{ label: 'Work it out for your own bill', to: '/' }],
      },
    ],
  },
  hi: {
    title: '₹15,000 कितने में, पैसे तक',
    lead: 'कीमत तभी ईमानदार है जब आप खुद जोड़ सकें। यह रही हमारी, पंक्ति दर पंक्ति।',
    description: '₹15,000 के कार्ड बिल का शुल्क, GST, EMI, ब्याज और APR, पंक्ति दर पंक्ति।',
    parts: [
      {
        id: 'fee',
        heading: 'शुल्क',
        text: [
          '₹15,000 का दो प्रतिशत ₹300 है। शुल्क ₹50 से कम और ₹500 से ज़्यादा नहीं हो सकता, इसलिए ₹300 ही रहा। 18% GST इसी में है: ₹45.76, ₹22.88 के दो बराबर हिस्सों में। आप पर ₹15,300 बने।',
        ],
      },
      {
        id: 'single',
        heading: 'एक भुगतान में',
        text: [
          'बिल भरने के तीस दिन बाद ₹15,300 लौटाएँ। ब्याज नहीं। सालाना दर में देखें तो APR 24.33%: 30 दिन के लिए ₹15,000 पर ₹300, गुणा 365।',
        ],
      },
      {
        id: 'emi',
        heading: 'तीन EMI में',
        text: ['11.75% सालाना, हर महीने उसका बारहवाँ हिस्सा: तीन बराबर किस्तें ₹5,200 की, कुल ₹15,600। उनके भीतर:'],
        points: [
          'पहली: बिल के ₹4,950, शुल्क के ₹100, ब्याज ₹150।',
          'दूसरी: बिल के ₹5,000, शुल्क के ₹100, ब्याज ₹100।',
          'तीसरी: बिल के ₹5,050, शुल्क के ₹100, ब्याज ₹50।',
        ],
      },
      {
        id: 'apr',
        heading: 'APR 11.75% नहीं, 23.84% क्यों',
        text: [
          'दर केवल ब्याज की कीमत है। APR शुल्क भी गिनता है, और उतने महीनों पर जितने पैसा आपके पास रहा। औसतन दो तिहाई रकम, चौथाई साल: उसके ₹600 साल के करीब 24% होते हैं। किसी और पेशकश से तुलना इसी संख्या से करें।',
        ],
        links: [{ label: 'अपने बिल का हिसाब लगाएँ', to: '/' }],
      },
    ],
  },
};
