import type { MessageTexts } from './mail-template.ts';

/** The texts about autopay, from the mandate to each debit. */
export const MANDATE_TEXTS = {
  'mandate.active': {
    mail: {
      en: {
        subject: 'Autopay is on',
        text: 'Your instalments are collected on their due dates. You are told two days before each debit, or at least one where it was planned later. You can pause or cancel autopay at any time.',
        button: 'See the payment',
      },
      hi: {
        subject: 'ऑटोपे चालू है',
        text: 'आपकी किस्तें नियत तारीख़ों पर अपने आप ली जाती हैं। हर बार दो दिन पहले आपको बताया जाता है; डेबिट देर से तय हुआ हो तो कम से कम एक दिन पहले। आप ऑटोपे कभी भी रोक या रद्द कर सकते हैं।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: autopay is on. Your instalments are collected on their due dates.',
      hi: 'Mohlat: ऑटोपे चालू है। आपकी किस्तें नियत तारीख़ों पर अपने आप ली जाती हैं।',
    },
  },
  'mandate.stopped': {
    mail: {
      en: {
        subject: 'Autopay has stopped',
        text: 'Your instalments are no longer collected. Pay each by its due date, or set autopay up again.',
        button: 'See the payment',
      },
      hi: {
        subject: 'ऑटोपे बंद हो गया',
        text: 'अब आपकी किस्तें अपने आप नहीं ली जातीं। हर किस्त नियत तारीख़ तक चुकाएँ, या ऑटोपे फिर से चालू करें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: autopay has stopped. Pay each instalment by its due date.',
      hi: 'Mohlat: ऑटोपे बंद हो गया। हर किस्त नियत तारीख़ तक चुकाएँ।',
    },
  },
  'mandate.rejected': {
    mail: {
      en: {
        subject: 'Your bank did not confirm autopay',
        text: 'You approved autopay, and your bank did not confirm it. {why}\n\nNothing is collected. Pay each instalment by its due date, or set autopay up again.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपके बैंक ने ऑटोपे की पुष्टि नहीं की',
        text: 'आपने ऑटोपे मंज़ूर किया था, पर आपके बैंक ने उसकी पुष्टि नहीं की। {why}\n\nकुछ भी अपने आप नहीं लिया जाएगा। हर किस्त नियत तारीख़ तक चुकाएँ, या ऑटोपे फिर से चालू करें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your bank did not confirm autopay, so nothing is collected. Pay each instalment by its due date.',
      hi: 'Mohlat: आपके बैंक ने ऑटोपे की पुष्टि नहीं की, इसलिए कुछ भी अपने आप नहीं लिया जाएगा। हर किस्त नियत तारीख़ तक चुकाएँ।',
    },
  },
  'mandate.paused': {
    mail: {
      en: {
        subject: 'Autopay is paused',
        text: 'Autopay was paused at your bank. Until you resume it there, your instalments are not collected: pay each by its due date.',
        button: 'See the payment',
      },
      hi: {
        subject: 'ऑटोपे रुका हुआ है',
        text: 'ऑटोपे आपके बैंक में रोका गया है। जब तक आप उसे वहाँ फिर से शुरू नहीं करते, किस्तें अपने आप नहीं ली जाएँगी: हर किस्त नियत तारीख़ तक चुकाएँ।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: autopay is paused at your bank. Pay each instalment by its due date until you resume it.',
      hi: 'Mohlat: ऑटोपे आपके बैंक में रुका हुआ है। फिर से शुरू करने तक हर किस्त नियत तारीख़ तक चुकाएँ।',
    },
  },
  'mandate.debit_due': {
    mail: {
      en: {
        subject: '{amount} will be collected on {date}',
        text: '{lender} will collect {amount} on {date}, under the autopay you approved.\n\nFor: instalment {instalment} of your payment to the {bank} card ending {last4}.\nReference: {reference}\n\nIf you do not want this debit, cancel autopay before that day.',
        button: 'See or cancel autopay',
      },
      hi: {
        subject: '{date} को {amount} लिए जाएँगे',
        text: 'आपके मंज़ूर किए ऑटोपे के तहत {lender} {date} को {amount} लेगा।\n\nकिसके लिए: {last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान की किस्त {instalment}।\nसंदर्भ: {reference}\n\nअगर आप यह नहीं चाहते, तो उस दिन से पहले ऑटोपे रद्द करें।',
        button: 'ऑटोपे देखें या रद्द करें',
      },
    },
    sms: {
      en: 'Mohlat: {lender} will collect {amount} on {date} by autopay for instalment {instalment}, ref {reference}. To stop it, cancel autopay in the app before that day.',
      hi: 'Mohlat: {lender} किस्त {instalment} के {amount} {date} को ऑटोपे से लेगा, संदर्भ {reference}। रोकने के लिए उस दिन से पहले ऐप में ऑटोपे रद्द करें।',
    },
  },
  'mandate.debited': {
    mail: {
      en: {
        subject: '{amount} was collected',
        text: '{amount} was collected for instalment {instalment} of your payment to the {bank} card ending {last4}.\n\nReference: {reference}\n\nIf something is not right, write to our grievance officer {officer}, {officerEmail}, {officerPhone}.',
        button: 'See the payment',
      },
      hi: {
        subject: '{amount} ले लिए गए',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान की किस्त {instalment} के लिए {amount} लिए गए।\n\nसंदर्भ: {reference}\n\nअगर कुछ ठीक नहीं है, तो हमारे शिकायत अधिकारी को लिखें: {officer}, {officerEmail}, {officerPhone}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {amount} collected by autopay for instalment {instalment}, ref {reference}. Complaints: {officerPhone}.',
      hi: 'Mohlat: किस्त {instalment} के {amount} ऑटोपे से लिए गए, संदर्भ {reference}। शिकायत: {officerPhone}।',
    },
  },
  'mandate.debited_late': {
    mail: {
      en: {
        subject: '{amount} was collected after all',
        text: 'We told you that instalment {instalment} of your payment to the {bank} card ending {last4} could not be collected. Your bank has paid it after all: {amount} was collected.\n\nDo not pay it again. What you paid for it meanwhile goes back to you. A charge for the failed debit is taken back; the rest, such as what you paid for charges, waits for your next instalment.\n\nReference: {reference}\n\nIf something is not right, write to our grievance officer {officer}, {officerEmail}, {officerPhone}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आख़िरकार {amount} ले लिए गए',
        text: 'हमने आपको बताया था कि {last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान की किस्त {instalment} नहीं ली जा सकी। आपके बैंक ने आख़िरकार रकम दे दी: {amount} ले लिए गए।\n\nइसे दोबारा न चुकाएँ। इस बीच आपने इसके लिए जो चुकाया, वह आपको लौटाया जाएगा। नाकाम डेबिट का शुल्क वापस लिया जाता है; बाकी, जैसे शुल्कों के लिए चुकाई रकम, आपकी अगली किस्त के लिए रखा रहेगा।\n\nसंदर्भ: {reference}\n\nअगर कुछ ठीक नहीं है, तो हमारे शिकायत अधिकारी को लिखें: {officer}, {officerEmail}, {officerPhone}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {amount} was collected by autopay after all for instalment {instalment}, ref {reference}. Do not pay it again. Complaints: {officerPhone}.',
      hi: 'Mohlat: किस्त {instalment} के {amount} आख़िरकार ऑटोपे से ले लिए गए, संदर्भ {reference}। दोबारा न चुकाएँ। शिकायत: {officerPhone}।',
    },
  },
  'mandate.unanswered': {
    mail: {
      en: {
        subject: 'Your bank has not answered yet about {amount}',
        text: 'Your bank was asked for {amount}, for instalment {instalment} of your payment to the {bank} card ending {last4}, and has not answered yet. Do not pay it again.\n\nThe bank may answer until {date}. Until then nothing counts as late: no charge, no hold.\n\nReference: {reference}',
        button: 'See the payment',
      },
      hi: {
        subject: '{amount} के बारे में आपके बैंक ने अभी जवाब नहीं दिया है',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान की किस्त {instalment} के लिए आपके बैंक से {amount} माँगे गए हैं। बैंक ने अभी जवाब नहीं दिया है। इसे दोबारा न चुकाएँ।\n\nबैंक {date} तक जवाब दे सकता है। तब तक इसे देर नहीं माना जाता: कोई शुल्क नहीं, कोई रोक नहीं।\n\nसंदर्भ: {reference}',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your bank has not answered yet about {amount} for instalment {instalment}. Do not pay it again. Until {date} nothing counts as late.',
      hi: 'Mohlat: किस्त {instalment} के {amount} के बारे में आपके बैंक ने अभी जवाब नहीं दिया है। दोबारा न चुकाएँ। {date} तक इसे देर नहीं माना जाता।',
    },
  },
  'mandate.debit_back_paid': {
    mail: {
      en: {
        subject: 'A debit came back, and its instalment is paid: {charge} to pay',
        text: 'Your bank returned the debit of {amount} for want of money. You had paid instalment {instalment} of your payment to the {bank} card ending {last4} meanwhile: do not pay it again.\n\nA bounce charge of {charge} applies for the returned debit. Please pay it by {date}.\n\nReference: {reference}',
        button: 'See the payment',
      },
      hi: {
        subject: 'ऑटोपे की राशि लौट आई, किस्त चुकी है: {charge} चुकाने हैं',
        text: 'पर्याप्त रकम न होने से आपके बैंक ने {amount} की ऑटोपे राशि लौटा दी। इस बीच आप {last4} पर ख़त्म होने वाले {bank} कार्ड के भुगतान की किस्त {instalment} चुका चुके थे: उसे दोबारा न चुकाएँ।\n\nलौटी राशि पर {charge} का बाउंस शुल्क लगा है। कृपया इसे {date} तक चुकाएँ।\n\nसंदर्भ: {reference}',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: the debit of {amount} came back. Instalment {instalment} is paid, do not pay it again. A bounce charge of {charge} applies: pay it by {date}.',
      hi: 'Mohlat: {amount} की ऑटोपे राशि लौट आई। किस्त {instalment} चुकी है, दोबारा न चुकाएँ। {charge} का बाउंस शुल्क लगा है: {date} तक चुकाएँ।',
    },
  },
  'mandate.debit_failed': {
    mail: {
      en: {
        subject: '{amount} could not be collected',
        text: 'Instalment {instalment} of your payment to the {bank} card ending {last4} could not be collected.\n\n{what}\n\nReference: {reference}',
        button: 'Pay now',
      },
      hi: {
        subject: '{amount} नहीं लिए जा सके',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान की किस्त {instalment} नहीं ली जा सकी।\n\n{what}\n\nसंदर्भ: {reference}',
        button: 'अभी चुकाएँ',
      },
    },
    sms: {
      en: 'Mohlat: {amount} for instalment {instalment} could not be collected. The app says why and what to do.',
      hi: 'Mohlat: किस्त {instalment} के {amount} नहीं लिए जा सके। कारण और आगे क्या करें, ऐप में है।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
