import type { MessageTexts } from './mail-template.ts';

/** The texts about the outcome of money, paid for a person or by them. */
export const MONEY_TEXTS = {
  'payment.paid': {
    mail: {
      en: {
        subject: '{bank} has your payment of {amount}',
        text: '{bank} has your payment of {amount} for the card ending {last4}.\n\n{repayment}\n\nReference: {reference}\n\nAttached: the key facts statement as you accepted it, the sanction letter with the loan agreement, and the receipt. Terms and privacy policy: {policies}',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} को आपका {amount} का भुगतान मिल गया',
        text: '{last4} पर ख़त्म होने वाले कार्ड का आपका {amount} का भुगतान {bank} को मिल गया।\n\n{repayment}\n\nसंदर्भ: {reference}\n\nसाथ में: मुख्य तथ्य विवरण, जैसा आपने स्वीकार किया, स्वीकृति पत्र और ऋण समझौता, और रसीद। शर्तें और निजता नीति: {policies}',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {bank} has your card payment of {amount}. First repayment {due} on {dueDate}. Key facts and receipt are in the app.',
      hi: 'Mohlat: {bank} को आपका {amount} का कार्ड भुगतान मिल गया। पहली किस्त {due}, {dueDate} को। मुख्य तथ्य और रसीद ऐप में हैं।',
    },
  },
  'payment.failed': {
    mail: {
      en: {
        subject: 'Not paid. You owe nothing.',
        text: 'The bill of {amount} for the {bank} card ending {last4} was not paid. You owe nothing and your limit is free again.\n\nYou may pay the bill again.',
        button: 'See the payment',
      },
      hi: {
        subject: 'भुगतान नहीं हुआ। आप पर कुछ बकाया नहीं है।',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड का {amount} का बिल नहीं चुका। आप पर कुछ बकाया नहीं है और आपकी लिमिट फिर उपलब्ध है।\n\nआप बिल फिर से चुका सकते हैं।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your {bank} card bill of {amount} was not paid. You owe nothing.',
      hi: 'Mohlat: आपका {amount} का {bank} कार्ड बिल नहीं चुका। आप पर कुछ बकाया नहीं है।',
    },
  },
  'payment.frozen': {
    mail: {
      en: {
        subject: 'Your payment of {amount} to {bank} may come back',
        text: 'The bill network tells us that your payment of {amount} for the {bank} card ending {last4} may be on its way back to us.\n\nUntil we know for sure, you need not pay anything on it. Nothing is collected from your bank, nothing is charged for lateness, and no day counts as late.\n\nWe write to you as soon as it is clear. Until then, please look at your card: if the bill shows as unpaid there, check its due date.',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} को आपका {amount} का भुगतान शायद लौट आए',
        text: 'बिल नेटवर्क के अनुसार {last4} पर ख़त्म होने वाले {bank} कार्ड का आपका {amount} का भुगतान शायद हमारे पास लौट रहा है।\n\nजब तक यह साफ़ न हो, आपको इस पर कुछ नहीं चुकाना है। आपके बैंक से कुछ नहीं लिया जाएगा, देरी का कोई शुल्क नहीं लगेगा और कोई दिन देरी में नहीं गिना जाएगा।\n\nबात साफ़ होते ही हम आपको लिखेंगे। तब तक अपना कार्ड देख लें: अगर वहाँ बिल बकाया दिखे, तो उसकी नियत तारीख़ देखें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your {bank} card payment of {amount} may come back. You need not pay anything on it until we write to you again.',
      hi: 'Mohlat: आपका {amount} का {bank} कार्ड भुगतान शायद लौट आए। जब तक हम फिर न लिखें, आपको इस पर कुछ नहीं चुकाना है।',
    },
  },
  'payment.thawed': {
    mail: {
      en: {
        subject: 'Your payment of {amount} to {bank} stands',
        text: 'Your payment of {amount} for the {bank} card ending {last4} did not come back: {bank} has it.\n\nYour plan goes on. The days in between count for nothing: they cost nothing, and none of them counts as late. The payment page shows what is due next.',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} को आपका {amount} का भुगतान पक्का है',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड का आपका {amount} का भुगतान नहीं लौटा: वह {bank} के पास है।\n\nआपकी योजना आगे चलती है। बीच के दिन नहीं गिने जाते: उनका कोई शुल्क नहीं है और कोई दिन देरी में नहीं गिना जाता। आगे क्या देय है, यह भुगतान के पन्ने पर है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your {bank} card payment of {amount} did not come back. Your plan goes on; the days in between count for nothing.',
      hi: 'Mohlat: आपका {amount} का {bank} कार्ड भुगतान नहीं लौटा। आपकी योजना आगे चलती है; बीच के दिन नहीं गिने जाते।',
    },
  },
  'payment.late_success': {
    mail: {
      en: {
        subject: '{bank} may have your payment of {amount} after all',
        text: 'We told you that your bill of {amount} for the {bank} card ending {last4} was not paid. The bill network now says that it was. We are sorry for the muddle.\n\nYou owe us nothing on it, and your limit stays free. We ask the network what became of the money.\n\nPlease look at your card before you pay this bill again. If you have paid it another way, too, your bank shows the extra amount as credit on the card.',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} को आपका {amount} का भुगतान शायद मिल गया है',
        text: 'हमने आपको बताया था कि {last4} पर ख़त्म होने वाले {bank} कार्ड का {amount} का बिल नहीं चुका। अब बिल नेटवर्क कहता है कि वह चुक गया। इस गड़बड़ी के लिए हमें खेद है।\n\nइस पर आपको हमें कुछ नहीं देना है और आपकी लिमिट खाली रहती है। पैसे का क्या हुआ, यह हम नेटवर्क से पूछ रहे हैं।\n\nयह बिल फिर से भरने से पहले अपना कार्ड देख लें। अगर आपने इसे किसी और तरीके से भी भर दिया है, तो ज़्यादा रकम कार्ड पर जमा दिखेगी।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your {bank} card bill of {amount} may have been paid after all. You owe us nothing on it. Look at your card before you pay it again.',
      hi: 'Mohlat: आपका {amount} का {bank} कार्ड बिल शायद चुक गया है। आपको हमें कुछ नहीं देना है। फिर से भरने से पहले कार्ड देख लें।',
    },
  },
  'payment.reversed': {
    mail: {
      en: {
        subject: '{bank} sent your payment of {amount} back',
        text: 'Your payment of {amount} for the {bank} card ending {last4} came back to us. Your loan is undone: you owe nothing on it and your limit is free again.\n\nThe card bill itself is unpaid. Check its due date and pay it in time.',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} ने आपका {amount} का भुगतान लौटा दिया',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड का आपका {amount} का भुगतान हमारे पास लौट आया। आपका ऋण रद्द हो गया: उस पर आपका कुछ बकाया नहीं है और आपकी लिमिट फिर उपलब्ध है।\n\nकार्ड का बिल अभी चुका नहीं है। उसकी नियत तारीख़ देखें और समय पर चुकाएँ।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {bank} sent your card payment of {amount} back. You owe nothing on it. Check the card due date.',
      hi: 'Mohlat: {bank} ने आपका {amount} का कार्ड भुगतान लौटा दिया। उस पर आपका कुछ बकाया नहीं है। कार्ड की नियत तारीख़ देखें।',
    },
  },
  'payment.reversed_refund': {
    mail: {
      en: {
        subject: '{bank} sent your payment of {amount} back',
        text: 'Your payment of {amount} for the {bank} card ending {last4} came back to us. Your loan is undone: you owe nothing on it and your limit is free again. What you have repaid so far, {refund}, goes back to where it came from.\n\nThe card bill itself is unpaid. Check its due date and pay it in time.',
        button: 'See the payment',
      },
      hi: {
        subject: '{bank} ने आपका {amount} का भुगतान लौटा दिया',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड का आपका {amount} का भुगतान हमारे पास लौट आया। आपका ऋण रद्द हो गया: उस पर आपका कुछ बकाया नहीं है और आपकी लिमिट फिर उपलब्ध है। अब तक आपने जो चुकाया, {refund}, वह वहीं लौटता है जहाँ से आया था।\n\nकार्ड का बिल अभी चुका नहीं है। उसकी नियत तारीख़ देखें और समय पर चुकाएँ।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {bank} sent your card payment of {amount} back. You owe nothing on it; {refund} goes back to you. Check the card due date.',
      hi: 'Mohlat: {bank} ने आपका {amount} का कार्ड भुगतान लौटा दिया। उस पर आपका कुछ बकाया नहीं है; {refund} आपको लौटते हैं। कार्ड की नियत तारीख़ देखें।',
    },
  },
  'hardship.noted': {
    mail: {
      en: {
        subject: 'We know that you cannot pay on time',
        text: 'You told us that you cannot pay on time. Until {until} you get no reminders of this payment, and no new late charges arise.\n\nWhat you owe stays, and so do late charges already added; the days past due go on being counted. Pay whatever you can at any time.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमें पता है कि आप समय पर नहीं चुका सकते',
        text: 'आपने बताया कि आप समय पर नहीं चुका सकते। {until} तक इस भुगतान का कोई रिमाइंडर नहीं आएगा और कोई नया विलंब शुल्क नहीं लगेगा।\n\nबकाया बना रहता है, पहले लगे विलंब शुल्क भी; देरी के दिन गिने जाते रहते हैं। जितना हो सके, कभी भी चुकाएँ।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: noted that you cannot pay on time. No reminders and no new late charges until {until}. What you owe stays.',
      hi: 'Mohlat: हमने लिख लिया कि आप समय पर नहीं चुका सकते। {until} तक न रिमाइंडर, न नया विलंब शुल्क। बकाया बना रहता है।',
    },
  },
  'loan.closed': {
    mail: {
      en: {
        subject: 'Repaid in full: nothing more is owed',
        text: 'The bill of {bill} that we paid for your {bank} card ending {last4} is repaid in full, with fee and interest. Nothing more is owed on it.\n\nReference: {reference}\n\nThe no-dues letter is attached.',
        button: 'See the payment',
      },
      hi: {
        subject: 'पूरा चुक गया: अब कुछ बकाया नहीं है',
        text: 'आपके {bank} कार्ड ({last4}) का {bill} का बिल, जो हमने चुकाया था, शुल्क और ब्याज सहित पूरा चुक गया है। उस पर अब कुछ बकाया नहीं है।\n\nसंदर्भ: {reference}\n\nबकाया न होने का पत्र साथ है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your {bank} card bill of {bill} is repaid in full. Nothing more is owed on it.',
      hi: 'Mohlat: आपका {bill} का {bank} कार्ड बिल पूरा चुक गया। उस पर अब कुछ बकाया नहीं है।',
    },
  },
  'loan.settled': {
    mail: {
      en: {
        subject: 'We received {amount}: the agreed sum is complete',
        text: 'The lower sum that we agreed on for the {bank} card ending {last4} is complete, and the loan is settled. What was left of it is let off. Nothing more is owed on it.\n\nIt stays in credit bureau records as a settled loan, not as one repaid in full, as the law requires.\n\nThe settlement letter is attached.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमें {amount} मिले: तय रकम पूरी हुई',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए जो कम रकम तय हुई थी, वह पूरी हो गई और लोन समझौते से निपट गया। जो बाकी था, वह माफ़ किया गया। इस पर अब कुछ बकाया नहीं है।\n\nक़ानून के अनुसार क्रेडिट ब्यूरो में यह समझौते से निपटे लोन के रूप में दर्ज रहता है, पूरे चुकाए गए लोन के रूप में नहीं।\n\nनिपटान का पत्र साथ है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we received {amount}. The sum agreed for your {bank} card loan is complete; nothing more is owed on it.',
      hi: 'Mohlat: हमें {amount} मिले। आपके {bank} कार्ड के लोन की तय रकम पूरी हुई; उस पर अब कुछ बकाया नहीं है।',
    },
  },
  'payment.cancelled': {
    mail: {
      en: {
        subject: 'Your payment is cancelled. You owe nothing more on it.',
        text: 'We received {amount}, and your payment for the {bank} card ending {last4} is cancelled. You owe nothing more on it.\n\nThe days used cost {charge}. The service fee of {fee} and its GST are taken back. Your limit is free again.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपका भुगतान रद्द हो गया। उस पर अब कुछ बकाया नहीं है।',
        text: 'हमें {amount} मिले, और {last4} पर ख़त्म होने वाले {bank} कार्ड का आपका भुगतान रद्द हो गया। उस पर अब आपका कुछ बकाया नहीं है।\n\nजितने दिन लगे, उनका खर्च {charge} है। {fee} का सेवा शुल्क और उस पर GST वापस लिए गए। आपकी लिमिट फिर उपलब्ध है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we received {amount}. Your {bank} card payment is cancelled; you owe nothing more on it.',
      hi: 'Mohlat: हमें {amount} मिले। आपका {bank} कार्ड भुगतान रद्द हो गया; उस पर अब कुछ बकाया नहीं है।',
    },
  },
  'repayment.link_sent': {
    mail: {
      en: {
        subject: 'Your link to pay {amount}',
        text: 'With this link you pay {amount}, due on {date}, without logging in. Our team made it for you.\n\nIt works until {until}. It shows the amount and the date and nothing else. Anybody who has it can pay for you.',
        button: 'Pay now',
      },
      hi: {
        subject: '{amount} चुकाने का आपका लिंक',
        text: 'इस लिंक से आप {date} को देय {amount} बिना लॉग इन किए चुका सकते हैं। इसे हमारी टीम ने आपके लिए बनाया।\n\nयह {until} तक काम करता है। इसमें सिर्फ़ रकम और तारीख़ दिखती है। जिसके पास यह हो, वह आपके लिए चुका सकता है।',
        button: 'अभी चुकाएँ',
      },
    },
    sms: {
      en: 'Mohlat: pay {amount}, due on {date}, without logging in: {link}',
      hi: 'Mohlat: {date} को देय {amount} बिना लॉग इन किए चुकाएँ: {link}',
    },
  },
  'refund.returned': {
    mail: {
      en: {
        subject: 'We returned {amount} to you',
        text: 'We returned {amount} of what was paid for the {bank} card ending {last4}.\n\nIt goes back to where you paid from. Your bank may take up to 7 working days to show it.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमने आपको {amount} लौटाए',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए चुकाई गई राशि में से {amount} हमने आपको लौटा दिए।\n\nपैसे वहीं जाते हैं जहाँ से आपने चुकाए थे। आपके बैंक को दिखाने में 7 कामकाजी दिन तक लग सकते हैं।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we returned {amount} to you. Your bank may take up to 7 working days to show it.',
      hi: 'Mohlat: हमने आपको {amount} लौटाए। बैंक को दिखाने में 7 कामकाजी दिन तक लग सकते हैं।',
    },
  },
  'refund.transferred': {
    mail: {
      en: {
        subject: 'We returned {amount} to you',
        text: 'We returned {amount} of what was paid for the {bank} card ending {last4}.\n\nIt went to your account ending {account} by bank transfer. The bank’s reference is {utr}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमने आपको {amount} लौटाए',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए चुकाई गई राशि में से {amount} हमने आपको लौटा दिए।\n\nपैसे बैंक ट्रांसफ़र से आपके {account} पर ख़त्म होने वाले खाते में भेजे गए। बैंक का संदर्भ {utr} है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we returned {amount} to your account ending {account}. UTR {utr}.',
      hi: 'Mohlat: हमने {amount} आपके {account} पर ख़त्म होने वाले खाते में लौटाए। UTR {utr}.',
    },
  },
  'refund.refused': {
    mail: {
      en: {
        subject: 'We could not return {amount} yet',
        text: 'We tried to return {amount} of what was paid for the {bank} card ending {last4}. Your bank did not take it back.\n\nThe money is still yours. We write to you about another way.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हम {amount} अभी नहीं लौटा सके',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए चुकाई गई राशि में से {amount} हमने लौटाने चाहे। आपके बैंक ने उन्हें नहीं लिया।\n\nपैसे अब भी आपके हैं। हम आपको दूसरे तरीके के बारे में लिखेंगे।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we could not return {amount} yet. It is still yours; we write to you.',
      hi: 'Mohlat: हम {amount} अभी नहीं लौटा सके। पैसे अब भी आपके हैं; हम आपको लिखेंगे।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
