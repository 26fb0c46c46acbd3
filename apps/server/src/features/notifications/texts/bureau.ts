import type { MessageTexts } from './mail-template.ts';

/** The texts about what is reported to credit information companies. Rule: LEND-23, LEND-24 (bureau) */
export const BUREAU_TEXTS = {
  'bureau.reported': {
    mail: {
      en: {
        subject: 'Reported to the credit bureaus: {amount} overdue',
        text: 'As the law asks, we report every loan to the credit bureaus. This report says how your payments with us stood at the end of {date}: {amount} was overdue. That lowers your credit score.\n\nOnce you pay what is overdue, the next report says so. If what we reported is wrong, write to us: we correct it within 21 days.',
        button: 'See my payments',
      },
      hi: {
        subject: 'क्रेडिट ब्यूरो को बताया गया: {amount} समय पर नहीं चुकाए गए',
        text: 'क़ानून के अनुसार हम हर लोन की जानकारी क्रेडिट ब्यूरो को देते हैं। इस रिपोर्ट में लिखा है कि {date} के अंत में आपके भुगतान कैसे थे: {amount} की तारीख़ निकल चुकी थी। इससे आपका क्रेडिट स्कोर घटता है।\n\nजो बाकी है उसे चुकाते ही अगली रिपोर्ट में वह लिखा होगा। अगर हमारी बताई जानकारी ग़लत है, तो हमें लिखें: हम 21 दिन में उसे ठीक करते हैं।',
        button: 'मेरे भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we reported to the credit bureaus that {amount} of yours was overdue on {date}. Pay, or write to us if it is wrong: {link}',
      hi: 'Mohlat: हमने क्रेडिट ब्यूरो को बताया कि {date} को आपके {amount} की तारीख़ निकल चुकी थी। चुकाएँ, या ग़लत हो तो हमें लिखें: {link}',
    },
  },
} as const satisfies Record<string, MessageTexts>;
