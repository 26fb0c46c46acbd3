import type { MessageTexts } from './mail-template.ts';

/** The texts about the recovery of a loan that does not perform. */
export const RECOVERY_TEXTS = {
  'recovery.agent_named': {
    mail: {
      en: {
        subject: 'Notice: your recovery agent is {agent}',
        text: 'This is a formal notice. The recovery agent for your payment to the {bank} card ending {last4} is:\n\n{agent}\n{phone}\n\nThe agent may contact you from 8:00 to 19:00, speaks with you alone, and takes no money: you pay in the app or by a link from us. Name and number stand on the page of the payment. Somebody else who says that they collect for us does not: write to us.',
        button: 'See the payment',
      },
      hi: {
        subject: 'सूचना: आपके वसूली एजेंट {agent} हैं',
        text: 'यह एक औपचारिक सूचना है। {last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान के वसूली एजेंट हैं:\n\n{agent}\n{phone}\n\nएजेंट सुबह 8:00 से शाम 7:00 तक संपर्क कर सकते हैं, केवल आपसे बात करते हैं, और कोई पैसा नहीं लेते: आप ऐप में या हमारे लिंक से चुकाते हैं। नाम और नंबर भुगतान के पेज पर हैं। कोई और कहे कि वह हमारे लिए वसूली करता है, तो वह सच नहीं: हमें लिखें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat notice: your recovery agent is {agent}, {phone}. Calls come from 8:00 to 19:00 only. Pay in the app alone, never to the agent.',
      hi: 'Mohlat सूचना: आपके वसूली एजेंट {agent}, {phone} हैं। फ़ोन केवल सुबह 8:00 से शाम 7:00 तक आता है। केवल ऐप में चुकाएँ, एजेंट को कभी नहीं।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
