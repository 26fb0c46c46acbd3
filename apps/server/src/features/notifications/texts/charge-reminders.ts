import type { Reminder } from './mail-template.ts';

const PAY = { en: 'Pay now', hi: 'अभी चुकाएँ' } as const;

/** The reminders of a charge that is left without an overdue instalment: it ages like one, and no debit collects it. Rule: LEND-23, LEND-L7 */
export const CHARGE_REMINDERS = {
  'reminder.charge_due_soon': {
    en: {
      subject: 'A charge of {amount} is to be paid by {date}',
      app: 'For your {bank} card ending {last4}. Autopay collects instalments and no charges.',
      mail: 'A charge of {amount} on your payment to the {bank} card ending {last4} is not paid.\n\nPay it by {date}. From the day after it is overdue like an instalment, and no new bill can be paid. Autopay collects instalments and no charges.',
      sms: 'Mohlat: a charge of {amount} on your payment is to be paid by {date}. Autopay does not collect it. Pay in the app: {link}',
    },
    hi: {
      subject: '{date} तक {amount} का शुल्क चुकाना है',
      app: '{bank} कार्ड ({last4}) के लिए। ऑटोपे किस्तें लेता है, शुल्क नहीं।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {amount} का शुल्क नहीं चुका है।\n\nइसे {date} तक चुकाएँ। अगले दिन से यह किस्त की तरह बकाया होता है, और कोई नया बिल नहीं चुकाया जा सकता। ऑटोपे किस्तें लेता है, शुल्क नहीं।',
      sms: 'Mohlat: आपके भुगतान पर {amount} का शुल्क {date} तक चुकाना है। ऑटोपे इसे नहीं लेता। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.charge_due_today': {
    en: {
      subject: 'A charge of {amount} is to be paid today',
      app: 'For your {bank} card ending {last4}. Until midnight it is on time.',
      mail: 'A charge of {amount} on your payment to the {bank} card ending {last4} is to be paid today.\n\nPaid before midnight, it is on time. From tomorrow it is overdue like an instalment, and no new bill can be paid. Autopay collects instalments and no charges.',
      sms: 'Mohlat: a charge of {amount} on your payment is to be paid today. Autopay does not collect it. Pay in the app: {link}',
    },
    hi: {
      subject: 'आज {amount} का शुल्क चुकाना है',
      app: '{bank} कार्ड ({last4}) के लिए। आधी रात तक चुकाना समय पर है।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {amount} का शुल्क आज चुकाना है।\n\nआधी रात से पहले चुकाने पर यह समय पर है। कल से यह किस्त की तरह बकाया होता है, और कोई नया बिल नहीं चुकाया जा सकता। ऑटोपे किस्तें लेता है, शुल्क नहीं।',
      sms: 'Mohlat: आपके भुगतान पर {amount} का शुल्क आज चुकाना है। ऑटोपे इसे नहीं लेता। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.charge_missed': {
    en: {
      subject: 'A charge of {amount} was to be paid by {date}',
      app: 'It is not paid yet, and no new bill can be paid until it is. For your {bank} card ending {last4}.',
      mail: 'A charge of {amount} on your payment to the {bank} card ending {last4} was to be paid by {date} and is not paid.\n\nIt is overdue like an instalment: no new bill can be paid until it is, after 30 days your account is classed as SMA-1 and your limit is suspended, and after 90 days the limit ends.\n\nPay it now. If you cannot, write to us: we look for a way with you.',
      sms: 'Mohlat: a charge of {amount} on your payment was to be paid by {date} and is not paid. It is overdue like an instalment. Pay in the app: {link}',
    },
    hi: {
      subject: '{date} तक {amount} का शुल्क चुकाना था',
      app: 'यह अभी तक नहीं चुका है, और चुकने तक कोई नया बिल नहीं चुकाया जा सकता। {bank} कार्ड ({last4}) के लिए।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {amount} का शुल्क {date} तक चुकाना था और चुका नहीं है।\n\nयह किस्त की तरह बकाया है: चुकने तक कोई नया बिल नहीं चुकाया जा सकता, 30 दिन के बाद आपका खाता SMA-1 श्रेणी में आता है और लिमिट निलंबित होती है, और 90 दिन के बाद लिमिट समाप्त होती है।\n\nइसे अभी चुकाएँ। अगर नहीं चुका सकते, तो हमें लिखें: हम आपके साथ रास्ता खोजेंगे।',
      sms: 'Mohlat: आपके भुगतान पर {amount} का शुल्क {date} तक चुकाना था और चुका नहीं है। यह किस्त की तरह बकाया है। ऐप में चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.charge_help': {
    en: {
      subject: 'A charge of {amount} is {days} days late. Can we help?',
      app: 'Pay it, or write to us. No new bill can be paid until it is paid.',
      mail: 'A charge of {amount} on your payment to the {bank} card ending {last4}, to be paid by {date}, is {days} days late.\n\nIt is overdue like an instalment: after 30 days your account is classed as SMA-1 and your limit is suspended, and after 90 days the limit ends.\n\nIf you cannot pay, write to us: we look for a way with you.',
      sms: 'Mohlat: a charge of {amount} on your payment, to be paid by {date}, is {days} days late. Pay it or write to us: {link}',
    },
    hi: {
      subject: '{amount} के शुल्क में {days} दिन की देरी है। क्या हम मदद करें?',
      app: 'इसे चुकाएँ, या हमें लिखें। चुकने तक कोई नया बिल नहीं चुकाया जा सकता।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {date} तक चुकाने के {amount} के शुल्क में {days} दिन की देरी है।\n\nयह किस्त की तरह बकाया है: 30 दिन के बाद आपका खाता SMA-1 श्रेणी में आता है और लिमिट निलंबित होती है, और 90 दिन के बाद लिमिट समाप्त होती है।\n\nअगर नहीं चुका सकते, तो हमें लिखें: हम आपके साथ रास्ता खोजेंगे।',
      sms: 'Mohlat: आपके भुगतान पर {date} तक चुकाने के {amount} के शुल्क में {days} दिन की देरी है। चुकाएँ या लिखें: {link}',
    },
    button: PAY,
  },
  'reminder.charged_by_day': {
    en: {
      subject: 'A late charge of {charge} was added',
      app: 'Because {amount}, due on {date}, is {days} days late. Pay it by {payBy}.',
      mail: 'A late charge of {charge} was added to your payment to the {bank} card ending {last4}, because {amount} of instalment {instalment}, due on {date}, is {days} days late.\n\nPay the charge by {payBy}, too. From the day after it is overdue like an instalment. Autopay collects instalments and no charges.\n\nThere is no GST on it and no interest. All late charges of a payment together are at most a tenth of what was financed.',
      sms: 'Mohlat: a late charge of {charge} was added, because {amount}, due on {date}, is {days} days late. Pay it by {payBy}, too: {link}',
    },
    hi: {
      subject: '{charge} का विलंब शुल्क लगा',
      app: 'क्योंकि {date} को देय {amount} में {days} दिन की देरी है। इसे {payBy} तक चुकाएँ।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान पर {charge} का विलंब शुल्क लगा है, क्योंकि किस्त {instalment} के {date} को देय {amount} में {days} दिन की देरी है।\n\nयह शुल्क भी {payBy} तक चुकाएँ। अगले दिन से यह किस्त की तरह बकाया होता है। ऑटोपे किस्तें लेता है, शुल्क नहीं।\n\nइस पर न GST लगता है, न ब्याज। एक भुगतान के सभी विलंब शुल्क मिलकर वित्तपोषित राशि के दसवें हिस्से से ज़्यादा नहीं होते।',
      sms: 'Mohlat: {date} को देय {amount} में {days} दिन की देरी पर {charge} का विलंब शुल्क लगा। इसे भी {payBy} तक चुकाएँ: {link}',
    },
    button: PAY,
  },
  'reminder.autopay_after_charge': {
    en: {
      subject: '{amount} is collected on {debitDay}, and a late charge of {charge} comes before it',
      app: 'The debit takes the instalment, not the charge. Pay {amount} yourself by {lastDay} and there is neither charge nor debit.',
      mail: 'Instalment {instalment} of your payment to the {bank} card ending {last4} was due on {date} and is not paid. Autopay tries again on {debitDay} and takes {amount}.\n\nOn {chargeDay}, before that debit, a late charge of {charge} is added. The debit does not take the charge: it stays to be paid by you.\n\nTo avoid the charge, pay {amount} yourself by the end of {lastDay}. The debit is then not made, so nothing is paid twice. If you cannot, keep the money in your account for the debit.',
      sms: 'Mohlat: autopay takes {amount} on {debitDay}. Before it, on {chargeDay}, a late charge of {charge} is added, which it does not take. Pay by {lastDay} yourself and there is neither: {link}',
    },
    hi: {
      subject: '{debitDay} को {amount} लिए जाएँगे, उससे पहले {charge} का विलंब शुल्क लगेगा',
      app: 'ऑटोपे किस्त लेता है, शुल्क नहीं। {lastDay} तक ख़ुद {amount} चुकाने पर न शुल्क लगेगा, न पैसे लिए जाएँगे।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} {date} को देय थी और चुकी नहीं है। ऑटोपे {debitDay} को फिर कोशिश करेगा और {amount} लेगा।\n\nउससे पहले, {chargeDay} को, {charge} का विलंब शुल्क लगेगा। ऑटोपे यह शुल्क नहीं लेता: इसे आपको चुकाना होगा।\n\nशुल्क से बचने के लिए {lastDay} के अंत तक ख़ुद {amount} चुकाएँ। तब ऑटोपे पैसे नहीं लेगा, इसलिए कुछ दो बार नहीं चुकेगा। अगर नहीं चुका सकते, तो ऑटोपे के लिए खाते में पैसे रखें।',
      sms: 'Mohlat: ऑटोपे {debitDay} को {amount} लेगा। उससे पहले {chargeDay} को {charge} का विलंब शुल्क लगेगा, जो वह नहीं लेता। {lastDay} तक ख़ुद चुकाने पर दोनों नहीं होंगे: {link}',
    },
    button: PAY,
  },
  'reminder.autopay_or_charge': {
    en: {
      subject: '{amount} is collected today',
      app: 'Keep the money in your account and do not pay it as well. If no debit is made today, a late charge of {charge} is added tomorrow.',
      mail: 'Autopay collects {amount} today, for instalment {instalment} of your payment to the {bank} card ending {last4}, which was due on {date}.\n\nKeep the money in your account. Do not pay it yourself as well: it might be paid twice.\n\nIf no debit is made today, a late charge of {charge} is added tomorrow, because it is then {lateDays} days late.',
      sms: 'Mohlat: autopay collects {amount} today. Do not pay it as well. If no debit is made, a late charge of {charge} is added tomorrow: {link}',
    },
    hi: {
      subject: 'आज {amount} लिए जाएँगे',
      app: 'खाते में पैसे रखें और इसे ख़ुद भी न चुकाएँ। आज पैसे न माँगे गए, तो कल {charge} का विलंब शुल्क लगेगा।',
      mail: '{bank} कार्ड ({last4}) के आपके भुगतान की किस्त {instalment} के लिए, जो {date} को देय थी, ऑटोपे आज {amount} लेगा।\n\nखाते में पैसे रखें। इसे ख़ुद भी न चुकाएँ: यह दो बार चुक सकता है।\n\nआज पैसे न माँगे गए, तो कल {charge} का विलंब शुल्क लगेगा, क्योंकि तब {lateDays} दिन की देरी होगी।',
      sms: 'Mohlat: ऑटोपे आज {amount} लेगा। ख़ुद भी न चुकाएँ। आज पैसे न माँगे गए, तो कल {charge} का विलंब शुल्क लगेगा: {link}',
    },
    button: { en: 'See the payment', hi: 'भुगतान देखें' },
  },
} as const satisfies Record<string, Reminder>;
