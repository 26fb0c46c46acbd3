import type { MessageTexts } from './mail-template.ts';

/** The texts about a lower sum that is agreed to end a loan. */
export const AGREED_TEXTS = {
  'loan.settlement_agreed': {
    mail: {
      en: {
        subject: 'Agreed: pay {amount} by {day} and this loan is closed',
        text: 'We agreed on a lower sum for the {bank} card ending {last4}. Pay {amount} by {day}, at once or in parts, and the loan is closed. Whatever else is owed is let off then.\n\nIf all of it has not come in by that day, or a bank takes back an earlier repayment, the agreement no longer holds and you owe the full amount. What you have paid counts towards it.',
        button: 'See the payment',
      },
      hi: {
        subject: 'तय हुआ: {day} तक {amount} चुकाएँ और यह लोन बंद हो जाएगा',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए कम रकम तय हुई है। {day} तक एक साथ या हिस्सों में {amount} चुकाएँ और लोन बंद हो जाएगा। बाकी जो भी बकाया है, वह तब माफ़ हो जाएगा।\n\nअगर उस दिन तक पूरी रकम नहीं आई, या किसी बैंक ने पहले की कोई चुकौती वापस ले ली, तो यह समझौता लागू नहीं रहेगा और आप पर पूरा बकाया रहेगा। जो चुकाया है, वह उसमें गिना जाएगा।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: agreed: pay {amount} by {day} and your {bank} card loan is closed. After that day the agreement no longer holds.',
      hi: 'Mohlat: तय हुआ: {day} तक {amount} चुकाएँ और आपके {bank} कार्ड का लोन बंद। उस दिन के बाद समझौता लागू नहीं रहेगा।',
    },
  },
  'loan.settlement_over': {
    mail: {
      en: {
        subject: 'The lower sum agreed for your loan no longer holds',
        text: 'We had agreed on a lower sum for the {bank} card ending {last4}. A bank has taken back a repayment of this loan since, so more is owed than when we agreed, and the agreement no longer holds. What you have paid counts.\n\nStill to repay: {outstanding}.\n\nIf you cannot pay it, write to us: a new sum can be agreed.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपके लोन के लिए तय कम रकम अब लागू नहीं है',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए कम रकम तय हुई थी। उसके बाद किसी बैंक ने इस लोन की एक चुकौती वापस ले ली। अब बकाया तय करते समय से ज़्यादा है, इसलिए वह समझौता अब लागू नहीं है। जो चुकाया है, वह गिना जाता है।\n\nअभी चुकाना बाकी है: {outstanding}।\n\nअगर आप यह नहीं चुका सकते, तो हमें लिखें: नई रकम तय हो सकती है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: the lower sum agreed for your {bank} card loan no longer holds: a bank took back a repayment. Still to repay: {outstanding}.',
      hi: 'Mohlat: आपके {bank} कार्ड के लोन के लिए तय कम रकम अब लागू नहीं है: बैंक ने एक चुकौती वापस ली। बाकी: {outstanding}।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
