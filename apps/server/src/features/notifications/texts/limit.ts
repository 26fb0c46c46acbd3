import type { MessageTexts } from './mail-template.ts';

/** The texts about the credit limit and the proofs it rests on. */
export const LIMIT_TEXTS = {
  'credit.lowered': {
    mail: {
      en: {
        subject: 'Your credit limit is now {amount}',
        text: 'Your credit limit is now {amount}.\n\n{reasons}\n\nWhat you owe and how you repay it stay the same.',
        button: 'See my credit limit',
      },
      hi: {
        subject: 'आपकी क्रेडिट लिमिट अब {amount} है',
        text: 'आपकी क्रेडिट लिमिट अब {amount} है।\n\n{reasons}\n\nजो आप पर बकाया है और जैसे आप चुकाते हैं, वह वैसा ही रहेगा।',
        button: 'मेरी क्रेडिट लिमिट देखें',
      },
    },
    sms: {
      en: 'Mohlat: your credit limit is now {amount}. The reasons are in the app.',
      hi: 'Mohlat: आपकी क्रेडिट लिमिट अब {amount} है। कारण ऐप में हैं।',
    },
  },
  'credit.on_hold': {
    mail: {
      en: {
        subject: 'New payments are on hold',
        text: '{why}\n\nRepaying works as before.',
        button: 'See what ends it',
      },
      hi: {
        subject: 'नए भुगतान रुके हुए हैं',
        text: 'फ़िलहाल आप नए बिल नहीं चुकवा सकते।\n\n{why}\n\nचुकाना पहले की तरह चलता है।',
        button: 'देखें यह कैसे हटेगा',
      },
    },
    sms: {
      en: 'Mohlat: new payments are on hold. The app says why; repaying works as before.',
      hi: 'Mohlat: नए भुगतान रुके हुए हैं। कारण ऐप में है; चुकाना पहले की तरह चलता है।',
    },
  },
  'credit.ended': {
    mail: {
      en: {
        subject: 'Your credit limit has ended',
        text: '{why}\n\nRepaying works as before.',
        button: 'See my credit limit',
      },
      hi: {
        subject: 'आपकी क्रेडिट लिमिट समाप्त हो गई है',
        text: '{why}\n\nचुकाना पहले की तरह चलता है।',
        button: 'मेरी क्रेडिट लिमिट देखें',
      },
    },
    sms: {
      en: 'Mohlat: your credit limit has ended. The app says why; repaying works as before.',
      hi: 'Mohlat: आपकी क्रेडिट लिमिट समाप्त हो गई है। कारण ऐप में है; चुकाना पहले की तरह चलता है।',
    },
  },
  'kyc.video_verified': {
    mail: {
      en: {
        subject: 'Your video KYC is approved',
        text: 'Your video KYC is approved. You can now ask for your credit limit to be looked at again.',
        button: 'See my KYC',
      },
      hi: {
        subject: 'आपका वीडियो KYC मंज़ूर हुआ',
        text: 'आपका वीडियो KYC मंज़ूर हो गया है। अब आप अपनी क्रेडिट लिमिट फिर से देखने को कह सकते हैं।',
        button: 'मेरा KYC देखें',
      },
    },
    sms: {
      en: 'Mohlat: your video KYC is approved.',
      hi: 'Mohlat: आपका वीडियो KYC मंज़ूर हुआ।',
    },
  },
  'kyc.video_rejected': {
    mail: {
      en: {
        subject: 'Your video KYC was not accepted',
        text: 'Your video KYC was not accepted.\n\n{reason}\n\nYou can record it again at any time; nothing else changes.',
        button: 'Record again',
      },
      hi: {
        subject: 'आपका वीडियो KYC स्वीकार नहीं हुआ',
        text: 'आपका वीडियो KYC स्वीकार नहीं हुआ। इसका कारण KYC पेज पर लिखा है।\n\nआप कभी भी फिर रिकॉर्ड कर सकते हैं; और कुछ नहीं बदलता।',
        button: 'फिर रिकॉर्ड करें',
      },
    },
    sms: {
      en: 'Mohlat: your video KYC was not accepted. The app says why; you can record it again.',
      hi: 'Mohlat: आपका वीडियो KYC स्वीकार नहीं हुआ। कारण ऐप में है; आप फिर रिकॉर्ड कर सकते हैं।',
    },
  },
  'kyc.pan_verified': {
    mail: {
      en: {
        subject: 'Your PAN is verified',
        text: 'A person has compared the names: this PAN is yours. You can go on with your KYC.',
        button: 'See my KYC',
      },
      hi: {
        subject: 'आपका PAN सत्यापित हुआ',
        text: 'एक व्यक्ति ने नामों का मिलान किया है: यह PAN आपका है। अब आप अपना KYC आगे बढ़ा सकते हैं।',
        button: 'मेरा KYC देखें',
      },
    },
    sms: {
      en: 'Mohlat: your PAN is verified. You can go on with your KYC.',
      hi: 'Mohlat: आपका PAN सत्यापित हुआ। आप अपना KYC आगे बढ़ा सकते हैं।',
    },
  },
  'kyc.name_renewed': {
    mail: {
      en: {
        subject: 'Your name is changed',
        text: 'A person has compared the names: this PAN is yours. Your profile now has the name on it: {name}.\n\nDocuments made before keep the name of that time.',
        button: 'See my KYC',
      },
      hi: {
        subject: 'आपका नाम बदल गया है',
        text: 'एक व्यक्ति ने नामों का मिलान किया है: यह PAN आपका है। अब आपकी प्रोफ़ाइल में उसी का नाम है: {name}।\n\nपहले बने दस्तावेज़ों पर तब का नाम ही रहता है।',
        button: 'मेरा KYC देखें',
      },
    },
    sms: {
      en: 'Mohlat: your PAN is verified. Your profile now has the name on it, which the app shows.',
      hi: 'Mohlat: आपका PAN सत्यापित हुआ। अब आपकी प्रोफ़ाइल में उसी का नाम है, जो ऐप में दिखता है।',
    },
  },
  'kyc.pan_lost': {
    mail: {
      en: {
        subject: 'Your PAN is no longer verified',
        text: 'Another account has verified the same PAN together with an Aadhaar document. It is therefore no longer verified on this account.\n\nIf that account is yours, too, go on there. If it is not, write to us at once.',
        button: 'See my KYC',
      },
      hi: {
        subject: 'आपका PAN अब सत्यापित नहीं है',
        text: 'किसी दूसरे खाते ने यही PAN आधार दस्तावेज़ के साथ सत्यापित किया है। इसलिए इस खाते पर वह अब सत्यापित नहीं है।\n\nअगर वह खाता भी आपका है, तो वहीं आगे बढ़ें। अगर नहीं, तो हमें तुरंत लिखें।',
        button: 'मेरा KYC देखें',
      },
    },
    sms: {
      en: 'Mohlat: another account has verified your PAN with an Aadhaar document. If it is not yours, write to us at once.',
      hi: 'Mohlat: दूसरे खाते ने आपका PAN आधार दस्तावेज़ के साथ सत्यापित किया है। वह खाता आपका न हो तो हमें तुरंत लिखें।',
    },
  },
  'kyc.pan_rejected': {
    mail: {
      en: {
        subject: 'Your PAN was not accepted',
        text: 'Your PAN was not accepted.\n\n{reason}\n\nYou can try again at any time.',
        button: 'Try again',
      },
      hi: {
        subject: 'आपका PAN स्वीकार नहीं हुआ',
        text: 'आपका PAN स्वीकार नहीं हुआ। इसका कारण KYC पेज पर लिखा है।\n\nआप कभी भी फिर कोशिश कर सकते हैं।',
        button: 'फिर कोशिश करें',
      },
    },
    sms: {
      en: 'Mohlat: your PAN was not accepted. The app says why; you can try again.',
      hi: 'Mohlat: आपका PAN स्वीकार नहीं हुआ। कारण ऐप में है; आप फिर कोशिश कर सकते हैं।',
    },
  },
  'kyc.due': {
    mail: {
      en: {
        subject: 'Confirm your KYC by {day}',
        text: 'The law asks for your KYC again from time to time. Confirm PAN and Aadhaar once more by {day}. Until then nothing changes.',
        button: 'Confirm my KYC',
      },
      hi: {
        subject: '{day} तक अपने KYC की पुष्टि करें',
        text: 'कानून समय-समय पर KYC फिर से माँगता है। {day} तक PAN और आधार की एक बार फिर पुष्टि करें। तब तक कुछ नहीं बदलता।',
        button: 'मेरे KYC की पुष्टि करें',
      },
    },
    sms: {
      en: 'Mohlat: confirm your KYC once more by {day}. Until then nothing changes.',
      hi: 'Mohlat: {day} तक अपने KYC की एक बार फिर पुष्टि करें। तब तक कुछ नहीं बदलता।',
    },
  },
  'kyc.lapsed': {
    mail: {
      en: {
        subject: 'Your KYC has lapsed',
        text: 'New payments rest until you confirm PAN and Aadhaar once more. What you owe and how you repay it stay the same.',
        button: 'Confirm my KYC',
      },
      hi: {
        subject: 'आपके KYC की अवधि समाप्त हो गई',
        text: 'जब तक आप PAN और आधार की फिर से पुष्टि नहीं करते, नए भुगतान रुके रहेंगे। जो आप पर बकाया है और जैसे आप चुकाते हैं, वह वैसा ही रहेगा।',
        button: 'मेरे KYC की पुष्टि करें',
      },
    },
    sms: {
      en: 'Mohlat: your KYC has lapsed. New payments rest until you confirm it; repaying works as before.',
      hi: 'Mohlat: आपके KYC की अवधि समाप्त हो गई। पुष्टि होने तक नए भुगतान रुके रहेंगे; चुकाना पहले की तरह चलता है।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
