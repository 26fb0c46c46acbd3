import type { BilingualArticle } from './article.ts';

export const press: BilingualArticle = {
  en: {
    title: 'Press',
    lead: 'What may be printed about Mohlat, and where it can be checked.',
    description: 'Facts, figures, name and mark of Mohlat for the press, with where each can be checked.',
    parts: [
      {
        id: 'one-sentence',
        heading: 'In one sentence',
        text: [
          'Mohlat pays a person’s credit card bill on its due date and lets them repay later, at once or in EMIs, for a fee that is shown before they sign up.',
        ],
      },
      {
        id: 'facts',
        heading: 'Facts',
        text: [],
        points: [
          'Service fee: {percent}% of the bill, at least {min} and at most {max}, with {gst}% GST inside it.',
          'Plans: one payment after {singleTerm} without interest, or three EMIs at a fixed {rate}% a year.',
          'A bill of ₹15,000 costs {single} in one payment (APR {singleApr}%) and {emis} in three EMIs of {emi} (APR {emisApr}%).',
          'Cooling-off: {cooling}. Closing early: no charge.',
          'Lender of record: named on this page and in every key facts statement.',
        ],
        links: [{ label: 'Check them on the pricing page', to: '/pricing' }],
      },
      {
        id: 'name',
        heading: 'Name and mark',
        text: [
          'The name is Mohlat, in Devanagari मोहलत: time given to repay. It is written with one capital letter.',
          'The mark may be used as it is, in its own colours, on a plain ground, with clear space of half its width around it.',
        ],
        links: [{ label: 'Mark (SVG)', to: '/icon.svg' }],
      },
      {
        id: 'questions',
        heading: 'Questions',
        text: ['Write to us with “Press” as the subject and your deadline in the first line.'],
        links: [{ label: 'Contact', to: '/contact' }],
      },
    ],
  },
  hi: {
    title: 'प्रेस',
    lead: 'Mohlat के बारे में क्या छापा जा सकता है, और कहाँ जाँचा जा सकता है।',
    description: 'प्रेस के लिए Mohlat के तथ्य, आँकड़े, नाम और चिह्न, और हर एक कहाँ जाँचें।',
    parts: [
      {
        id: 'one-sentence',
        heading: 'एक वाक्य में',
        text: [
          'Mohlat आखिरी तारीख पर आपके क्रेडिट कार्ड का बिल भरता है और आप बाद में, एक बार में या EMI में चुकाते हैं, उस शुल्क पर जो साइन अप से पहले दिखता है।',
        ],
      },
      {
        id: 'facts',
        heading: 'तथ्य',
        text: [],
        points: [
          'सेवा शुल्क: बिल का {percent}%, कम से कम {min}, ज़्यादा से ज़्यादा {max}, {gst}% GST इसी में।',
          'योजनाएँ: {singleTerm} बाद एक भुगतान, बिना ब्याज; या {rate}% सालाना तय दर पर तीन EMI।',
          '₹15,000 का बिल: एक भुगतान में {single} (APR {singleApr}%), {emi} की तीन EMI में {emis} (APR {emisApr}%)।',
          'मन बदलने के लिए {cooling}। समय से पहले बंद करना मुफ़्त।',
          'लोन देने वाली संस्था: इसी पेज पर और हर मुख्य तथ्य विवरण में।',
        ],
        links: [{ label: 'कीमत पेज पर जाँचें', to: '/pricing' }],
      },
      {
        id: 'name',
        heading: 'नाम और चिह्न',
        text: [
          'नाम है मोहलत, अंग्रेज़ी में Mohlat: चुकाने के लिए मिला समय। अंग्रेज़ी में केवल पहला अक्षर बड़ा।',
          'चिह्न जैसा है वैसा ही, अपने रंगों में, सादी ज़मीन पर लगाएँ; चारों ओर उसकी आधी चौड़ाई जितनी जगह छोड़ें।',
        ],
        links: [{ label: 'चिह्न (SVG)', to: '/icon.svg' }],
      },
      {
        id: 'questions',
        heading: 'सवाल',
        text: ['विषय में “Press” लिखें और पहली पंक्ति में अपनी समय-सीमा।'],
        links: [{ label: 'संपर्क', to: '/contact' }],
      },
    ],
  },
};
