import { CHARGE_REMINDERS } from './charge-reminders.ts';
import type { InEach, MessageTexts, Reminder } from './mail-template.ts';

const PAY = { en: 'Pay now', hi: 'अभी चुकाएँ' } as const;
const SEE = { en: 'See the payment', hi: 'भुगतान देखें' } as const;
const TALK = { en: 'See what can be done', hi: 'देखें क्या हो सकता है' } as const;

/**
 * The texts for each step of the calendar of reminders, in both languages. Rule: LEND-23: plain, true, no threats; the amount of
 * a charge and its reason stand wherever one is announced (LEND-L4).
 */
export const REMINDER_TEXTS = {
  ...CHARGE_REMINDERS,
  'reminder.due_soon': {
    en: {
      subject: '{amount} is due on {date}',
      app: 'For your {bank} card ending {last4}.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} is due on {date}: {amount}.\n\nPaid by the end of that day, it costs nothing more.',
      sms: 'Mohlat: {amount} for instalment {instalment} is due on {date}. Pay in the app: {link}',
    },
    hi: {
      subject: '{date} तक {amount} चुकाने हैं',
      app: '{bank} कार्ड ({last4}) के लिए।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} की नियत तारीख़ {date} है: {amount}।\n\nउस दिन के अंत तक चुकाने पर कोई अतिरिक्त शुल्क नहीं लगता।',
      sms: 'Mohlat: किस्त {instalment} के {amount} {date} को देय हैं। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.due_today': {
    en: {
      subject: '{amount} is due today',
      app: 'For your {bank} card ending {last4}. Until midnight it counts as on time.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} is due today: {amount}.\n\nPaid before midnight, it is on time.',
      sms: 'Mohlat: {amount} for instalment {instalment} is due today. Pay in the app: {link}',
    },
    hi: {
      subject: 'आज {amount} चुकाने हैं',
      app: '{bank} कार्ड ({last4}) के लिए। आधी रात तक चुकाना समय पर माना जाता है।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} आज देय है: {amount}।\n\nआधी रात से पहले चुकाने पर यह समय पर है।',
      sms: 'Mohlat: किस्त {instalment} के {amount} आज देय हैं। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.autopay': {
    en: {
      subject: '{amount} will be collected on {date}',
      app: 'Autopay collects it for your {bank} card ending {last4}. Keep the money in your account.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} will be collected on {date} by autopay: {amount}.\n\nThere is nothing to do but to keep the money in your account.',
      sms: 'Mohlat: {amount} for instalment {instalment} will be collected on {date} by autopay. Keep the money in your account.',
    },
    hi: {
      subject: '{date} को {amount} अपने आप लिए जाएँगे',
      app: '{bank} कार्ड ({last4}) के लिए ऑटोपे से। खाते में पैसे रखें।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} {date} को ऑटोपे से ली जाएगी: {amount}।\n\nआपको बस खाते में पैसे रखने हैं।',
      sms: 'Mohlat: किस्त {instalment} के {amount} {date} को ऑटोपे से लिए जाएँगे। खाते में पैसे रखें।',
    },
    button: SEE,
  },
  'reminder.missed': {
    en: {
      subject: '{amount} was due on {date}',
      app: 'It is not paid yet. For your {bank} card ending {last4}.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} was due on {date} and is not paid: {amount}.\n\nPay it now. If you cannot, tell us on the page of the payment.',
      sms: 'Mohlat: {amount} for instalment {instalment} was due on {date} and is not paid. Pay in the app: {link}',
    },
    hi: {
      subject: '{amount} {date} को देय थे',
      app: 'अभी तक नहीं चुके हैं। {bank} कार्ड ({last4}) के लिए।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} {date} को देय थी और चुकी नहीं है: {amount}।\n\nअभी चुकाएँ। अगर नहीं चुका सकते, तो भुगतान के पेज पर हमें बताएँ।',
      sms: 'Mohlat: किस्त {instalment} के {amount} {date} को देय थे और चुके नहीं हैं। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.charge_tomorrow': {
    en: {
      subject: 'Tomorrow a late charge of {charge} is added',
      app: 'Because {amount}, due on {date}, is not paid. Pay it today and it is not added.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} was due on {date}. {amount} of it is not paid.\n\nTomorrow a late charge of {charge} is added, because it is then {lateDays} days late. Pay today and it is not added.\n\nIf you cannot pay, tell us on the page of the payment.',
      sms: 'Mohlat: {amount}, due on {date}, is not paid. Tomorrow a late charge of {charge} is added because it is then {lateDays} days late. Pay today: {link}',
    },
    hi: {
      subject: 'कल {charge} का विलंब शुल्क लगेगा',
      app: 'क्योंकि {date} को देय {amount} नहीं चुके हैं। आज चुकाने पर यह शुल्क नहीं लगेगा।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} {date} को देय थी। इसमें से {amount} नहीं चुके हैं।\n\nकल {charge} का विलंब शुल्क लगेगा, क्योंकि तब {lateDays} दिन की देरी होगी। आज चुकाने पर यह शुल्क नहीं लगेगा।\n\nअगर नहीं चुका सकते, तो भुगतान के पेज पर हमें बताएँ।',
      sms: 'Mohlat: {date} को देय {amount} नहीं चुके हैं। कल {lateDays} दिन की देरी पर {charge} का विलंब शुल्क लगेगा। आज चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.charge_unanswered': {
    en: {
      subject: 'Tomorrow a late charge of {charge} is added',
      app: 'Your bank has not said whether it paid {amount}, due on {date}. If it did, the charge is taken back.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} was due on {date}. Your bank has not said whether it paid {amount} of it. We keep asking.\n\nTomorrow a late charge of {charge} is added, because it is then {lateDays} days late. If your bank did pay, the charge is taken back.\n\nPay today and it is not added. If your bank then pays as well, you get that money back.',
      sms: 'Mohlat: your bank has not said whether it paid {amount}, due on {date}. Tomorrow, {lateDays} days late, a charge of {charge} is added. If your bank did pay, it is taken back: {link}',
    },
    hi: {
      subject: 'कल {charge} का विलंब शुल्क लगेगा',
      app: 'आपके बैंक ने नहीं बताया कि {date} को देय {amount} चुके या नहीं। अगर चुके हैं, तो शुल्क वापस होगा।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} {date} को देय थी। आपके बैंक ने नहीं बताया कि इसके {amount} चुके या नहीं। हम पूछते रहते हैं।\n\nकल {charge} का विलंब शुल्क लगेगा, क्योंकि तब {lateDays} दिन की देरी होगी। अगर आपके बैंक ने चुका दिए हैं, तो शुल्क वापस होगा।\n\nआज चुकाने पर यह शुल्क नहीं लगेगा। अगर फिर बैंक भी चुकाए, तो वह राशि आपको लौटाई जाएगी।',
      sms: 'Mohlat: बैंक ने नहीं बताया कि {date} को देय {amount} चुके या नहीं। कल {lateDays} दिन की देरी पर {charge} का विलंब शुल्क लगेगा; चुके हों तो वापस: {link}',
    },
    button: PAY,
  },
  'reminder.charged_unanswered': {
    en: {
      subject: 'A late charge of {charge} was added',
      app: 'Your bank has not said whether it paid {amount}, due on {date}. If it did, the charge is taken back.',
      mail: 'A late charge of {charge} was added to your payment to the {bank} card ending {last4}: {amount} of instalment {instalment}, due on {date}, is {days} days late by what we know.\n\nYour bank has not said whether it paid. We keep asking; if it did, the charge is taken back.\n\nThere is no GST on it and no interest. All late charges of a payment together are at most a tenth of what was financed.',
      sms: 'Mohlat: a late charge of {charge} was added; your bank has not said whether it paid {amount}, due on {date} ({days} days). If it did, the charge is taken back: {link}',
    },
    hi: {
      subject: '{charge} का विलंब शुल्क लगा',
      app: 'आपके बैंक ने नहीं बताया कि {date} को देय {amount} चुके या नहीं। अगर चुके हैं, तो शुल्क वापस होगा।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {charge} का विलंब शुल्क लगा है: हमारी जानकारी में किस्त {instalment} के {date} को देय {amount} में {days} दिन की देरी है।\n\nआपके बैंक ने नहीं बताया कि उसने चुकाया या नहीं। हम पूछते रहते हैं; अगर चुकाया है, तो शुल्क वापस होगा।\n\nइस पर न GST लगता है, न ब्याज। एक भुगतान के सभी विलंब शुल्क मिलकर वित्तपोषित राशि के दसवें हिस्से से ज़्यादा नहीं होते।',
      sms: 'Mohlat: {charge} का विलंब शुल्क लगा; बैंक ने नहीं बताया कि {date} को देय {amount} ({days} दिन) चुके या नहीं। चुके हों तो वापस: {link}',
    },
    button: PAY,
  },
  // Messages of the version before, one release long: `reminder.charged_by_day` says until when it is paid.
  'reminder.charged': {
    en: {
      subject: 'A late charge of {charge} was added',
      app: 'Because {amount}, due on {date}, is {days} days late.',
      mail: 'A late charge of {charge} was added to your payment to the {bank} card ending {last4}, because {amount} of instalment {instalment}, due on {date}, is {days} days late.\n\nThere is no GST on it and no interest. All late charges of a payment together are at most a tenth of what was financed.',
      sms: 'Mohlat: a late charge of {charge} was added, because {amount}, due on {date}, is {days} days late. Pay in the app: {link}',
    },
    hi: {
      subject: '{charge} का विलंब शुल्क लगा',
      app: 'क्योंकि {date} को देय {amount} में {days} दिन की देरी है।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {charge} का विलंब शुल्क लगा है, क्योंकि किस्त {instalment} के {date} को देय {amount} में {days} दिन की देरी है।\n\nइस पर न GST लगता है, न ब्याज। एक भुगतान के सभी विलंब शुल्क मिलकर वित्तपोषित राशि के दसवें हिस्से से ज़्यादा नहीं होते।',
      sms: 'Mohlat: {date} को देय {amount} में {days} दिन की देरी पर {charge} का विलंब शुल्क लगा। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.help': {
    en: {
      subject: '{amount} is {days} days late. Can we help?',
      app: 'Pay a part, or tell us that you cannot pay on time.',
      mail: '{amount} of instalment {instalment}, due on {date}, is {days} days late.\n\nYou can pay any part of it. If you cannot pay, tell us on the page of the payment: then reminders and new late charges rest for 30 days.',
      sms: 'Mohlat: {amount}, due on {date}, is {days} days late. Pay a part, or tell us that you cannot pay: {link}',
    },
    hi: {
      subject: '{amount} में {days} दिन की देरी है। क्या हम मदद करें?',
      app: 'कुछ हिस्सा चुकाएँ, या बताएँ कि समय पर नहीं चुका सकते।',
      mail: 'किस्त {instalment} के {date} को देय {amount} में {days} दिन की देरी है।\n\nआप इसका कोई भी हिस्सा चुका सकते हैं। अगर नहीं चुका सकते, तो भुगतान के पेज पर बताएँ: तब 30 दिन तक रिमाइंडर और नए विलंब शुल्क रुक जाते हैं।',
      sms: 'Mohlat: {date} को देय {amount} में {days} दिन की देरी है। कुछ हिस्सा चुकाएँ, या बताएँ कि नहीं चुका सकते: {link}',
    },
    button: TALK,
  },
  'reminder.formal_30': {
    en: {
      subject: 'Notice: more than 30 days overdue',
      app: '{amount} is overdue, the oldest part since {date}. Your account is now classed as SMA-1. This is reported to the credit bureaus.',
      mail: 'This is a formal notice. {amount} that you owe us is overdue, the oldest part since {date}: {days} days.\n\nYour account is now classed as a special mention account (SMA-1). The class covers all your payments with us. It is reported to the credit bureaus and lowers your credit score.\n\nPaying everything that is overdue ends this class on the same day. If you cannot, write to us: we look for a way with you.',
      sms: 'Mohlat notice: {amount} is overdue, the oldest part since {date}. Your account is now SMA-1. This is reported to the credit bureaus. Pay or write to us: {link}',
    },
    hi: {
      subject: 'सूचना: 30 दिन से ज़्यादा का बकाया',
      app: '{amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब SMA-1 श्रेणी में है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है।',
      mail: 'यह एक औपचारिक सूचना है। आप पर हमारा {amount} बकाया है, इसका सबसे पुराना हिस्सा {date} से: {days} दिन।\n\nआपका खाता अब विशेष उल्लेख खाते (SMA-1) की श्रेणी में है। यह श्रेणी हमारे साथ आपके सभी भुगतानों पर लागू है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है और इससे आपका क्रेडिट स्कोर घटता है।\n\nपूरा बकाया चुकाने पर यह श्रेणी उसी दिन समाप्त होती है। अगर नहीं चुका सकते, तो हमें लिखें: हम आपके साथ रास्ता खोजेंगे।',
      sms: 'Mohlat सूचना: {amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब SMA-1 है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है। चुकाएँ या लिखें: {link}',
    },
    button: PAY,
  },
  'reminder.formal_60': {
    en: {
      subject: 'Notice: more than 60 days overdue',
      app: '{amount} is overdue, the oldest part since {date}. Your account is now classed as SMA-2. After 90 days it becomes non-performing.',
      mail: 'This is a formal notice. {amount} that you owe us is overdue, the oldest part since {date}: {days} days.\n\nYour account is now classed as a special mention account (SMA-2). The class covers all your payments with us. It is reported to the credit bureaus and lowers your credit score.\n\nOnce an amount is more than 90 days overdue, the account becomes non-performing (NPA) and a credit limit ends.\n\nPaying everything that is overdue ends this class on the same day. If you cannot, write to us: we look for a way with you.',
      sms: 'Mohlat notice: {amount} is overdue, the oldest part since {date}. Your account is now SMA-2. This is reported to the credit bureaus. Pay or write to us: {link}',
    },
    hi: {
      subject: 'सूचना: 60 दिन से ज़्यादा का बकाया',
      app: '{amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब SMA-2 श्रेणी में है। 90 दिन के बाद यह अनर्जक (NPA) हो जाता है।',
      mail: 'यह एक औपचारिक सूचना है। आप पर हमारा {amount} बकाया है, इसका सबसे पुराना हिस्सा {date} से: {days} दिन।\n\nआपका खाता अब विशेष उल्लेख खाते (SMA-2) की श्रेणी में है। यह श्रेणी हमारे साथ आपके सभी भुगतानों पर लागू है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है और इससे आपका क्रेडिट स्कोर घटता है।\n\nकोई राशि 90 दिन से ज़्यादा बकाया होने पर खाता अनर्जक (NPA) हो जाता है और क्रेडिट लिमिट समाप्त होती है।\n\nपूरा बकाया चुकाने पर यह श्रेणी उसी दिन समाप्त होती है। अगर नहीं चुका सकते, तो हमें लिखें: हम आपके साथ रास्ता खोजेंगे।',
      sms: 'Mohlat सूचना: {amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब SMA-2 है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है। चुकाएँ या लिखें: {link}',
    },
    button: PAY,
  },
  'reminder.formal_90': {
    en: {
      subject: 'Notice: more than 90 days overdue',
      app: '{amount} is overdue, the oldest part since {date}. Your account is now non-performing. Our recovery team takes over.',
      mail: 'This is a formal notice. {amount} that you owe us is overdue, the oldest part since {date}: {days} days.\n\nYour account is now classed as non-performing (NPA). The class covers all your payments with us. It is reported to the credit bureaus, and it ends only when everything that is overdue is paid. There are no further late charges, and a credit limit has ended.\n\nOur recovery team takes over. Before anybody of it calls you, we send you their name and number; nobody calls before 8:00 or after 19:00, and nobody speaks with anyone but you. You can still pay, in full or in part, or write to us.',
      sms: 'Mohlat notice: {amount} is overdue, the oldest part since {date}. Your account is now non-performing (NPA). This is reported to the credit bureaus. Pay or write to us: {link}',
    },
    hi: {
      subject: 'सूचना: 90 दिन से ज़्यादा का बकाया',
      app: '{amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब अनर्जक (NPA) है। अब हमारी वसूली टीम इसे देखेगी।',
      mail: 'यह एक औपचारिक सूचना है। आप पर हमारा {amount} बकाया है, इसका सबसे पुराना हिस्सा {date} से: {days} दिन।\n\nआपका खाता अब अनर्जक (NPA) श्रेणी में है। यह श्रेणी हमारे साथ आपके सभी भुगतानों पर लागू है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है, और यह तभी समाप्त होती है जब पूरा बकाया चुक जाए। अब और विलंब शुल्क नहीं लगेगा, और क्रेडिट लिमिट समाप्त हो गई है।\n\nअब हमारी वसूली टीम इसे देखेगी। टीम का कोई व्यक्ति फ़ोन करे, उससे पहले हम आपको उनका नाम और नंबर भेजते हैं; सुबह 8:00 से पहले या शाम 7:00 के बाद कोई फ़ोन नहीं करता, और आपके सिवा किसी से बात नहीं करता। आप अब भी पूरा या कुछ हिस्सा चुका सकते हैं, या हमें लिख सकते हैं।',
      sms: 'Mohlat सूचना: {amount} बकाया है, सबसे पुराना {date} से। आपका खाता अब अनर्जक (NPA) है। इसकी जानकारी क्रेडिट ब्यूरो को दी जाती है। चुकाएँ या लिखें: {link}',
    },
    button: PAY,
  },
} as const satisfies Record<string, Reminder>;
export type ReminderTemplateName = keyof typeof REMINDER_TEXTS;

type TextsOf<N extends string> = Readonly<Record<N, Required<MessageTexts>>>;

/** The same as messages. */
export const REMINDER_MESSAGES = Object.fromEntries(
  Object.entries(REMINDER_TEXTS).map(([name, { en, hi, button }]) => [
    name,
    {
      mail: {
        en: { subject: en.subject, text: en.mail, button: button.en },
        hi: { subject: hi.subject, text: hi.mail, button: button.hi },
      } satisfies InEach<object>,
      sms: { en: en.sms, hi: hi.sms },
    },
  ]),
) as TextsOf<ReminderTemplateName>;
