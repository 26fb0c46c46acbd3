import type { MessageTexts } from './mail-template.ts';

/** The texts about money that a person repaid, as it comes in, goes back to its bank or counts again. */
export const REPAYMENT_TEXTS = {
  'repayment.received': {
    mail: {
      en: {
        subject: 'We received your repayment of {amount}',
        text: 'We received your repayment of {amount} for the {bank} card ending {last4}.\n\nStill to repay: {outstanding}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमें आपके {amount} मिल गए',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए आपके {amount} हमें मिल गए।\n\nअभी चुकाना बाकी है: {outstanding}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: repayment of {amount} received. Still to repay: {outstanding}.',
      hi: 'Mohlat: हमें आपके {amount} मिले। अभी चुकाना बाकी है: {outstanding}।',
    },
  },
  'repayment.received_by_either': {
    mail: {
      en: {
        subject: 'A repayment was received: {amount}',
        text: '{amount} was received for the {bank} card ending {last4}: from you, or by the link that you shared.\n\nStill to repay: {outstanding}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'चुकौती मिली: {amount}',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए {amount} मिले: आपसे, या आपके साझा किए लिंक से।\n\nअभी चुकाना बाकी है: {outstanding}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: a repayment of {amount} was received. Still to repay: {outstanding}.',
      hi: 'Mohlat: {amount} की चुकौती मिली। अभी चुकाना बाकी है: {outstanding}।',
    },
  },
  'repayment.received_by_link': {
    mail: {
      en: {
        subject: 'A payment by link was received: {amount}',
        text: 'Somebody else paid {amount} for the {bank} card ending {last4}, by the link that you shared.\n\nStill to repay: {outstanding}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'लिंक से भुगतान मिला: {amount}',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए किसी और ने आपके साझा किए लिंक से {amount} चुकाए।\n\nअभी चुकाना बाकी है: {outstanding}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {amount} was received by the link that you shared. Still to repay: {outstanding}.',
      hi: 'Mohlat: आपके साझा किए लिंक से {amount} मिले। अभी चुकाना बाकी है: {outstanding}।',
    },
  },
  'repayment.smaller': {
    mail: {
      en: {
        subject: 'Your instalments are smaller: {instalment} from now on',
        text: 'We received {amount} for the {bank} card ending {last4}. It paid the interest of this month so far, then a part of the bill.\n\nYour new schedule; the due dates stay as they are:\n{schedule}\n\nIt takes the place of the one in your key facts statement, and is attached as a PDF.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपकी किस्तें छोटी हुईं: अब {instalment}',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए हमें {amount} मिले। पहले इस महीने का अब तक का ब्याज चुका, फिर बिल का एक हिस्सा।\n\nआपकी नई समय-सारणी; तारीख़ें वही हैं:\n{schedule}\n\nयह मुख्य तथ्य विवरण वाली समय-सारणी की जगह लेती है, और PDF के रूप में साथ है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we received {amount}. Your next instalment is {instalment}; the new schedule is in the app and in your mail.',
      hi: 'Mohlat: हमें {amount} मिले। आपकी अगली किस्त {instalment} है; नई समय-सारणी ऐप और आपकी मेल में है।',
    },
  },
  'repayment.not_smaller': {
    mail: {
      en: {
        subject: 'We received {amount}, but your instalments stay the same',
        text: 'We received {amount} for the {bank} card ending {last4}. When it arrived your instalments could not be made smaller, because something was due or already paid ahead. It paid your instalments in order instead; nothing is lost.\n\nStill to repay: {outstanding}.',
        button: 'See the payment',
      },
      hi: {
        subject: 'हमें {amount} मिले, पर आपकी किस्तें उतनी ही रहेंगी',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए हमें {amount} मिले। जब वे पहुँचे, तब किस्तें छोटी नहीं हो सकती थीं, क्योंकि कुछ देय था या पहले से चुका हुआ था। इसलिए इनसे क्रम से किस्तें चुकीं; कुछ भी खोया नहीं है।\n\nअभी चुकाना बाकी है: {outstanding}।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: we received {amount}. Your instalments stay the same: it paid them in order. Still to repay: {outstanding}.',
      hi: 'Mohlat: हमें {amount} मिले। आपकी किस्तें उतनी ही रहेंगी: इनसे क्रम से किस्तें चुकीं। बाकी: {outstanding}।',
    },
  },
  'repayment.taken_back': {
    mail: {
      en: {
        subject: 'Your bank took back your repayment of {amount}',
        text: 'Your bank took back your repayment of {amount} for the {bank} card ending {last4}. It does not count any more.\n\nStill to repay: {outstanding}. No new late charge is added for the days until today.\n\nIf you did not ask your bank for this, write to us.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपके बैंक ने आपके {amount} वापस ले लिए',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए चुकाए आपके {amount} आपके बैंक ने वापस ले लिए। अब वे गिने नहीं जाते।\n\nअभी चुकाना बाकी है: {outstanding}। आज तक के दिनों का कोई नया विलंब शुल्क नहीं लगता।\n\nअगर आपने अपने बैंक से यह नहीं माँगा, तो हमें लिखें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your bank took back your repayment of {amount}. Still to repay: {outstanding}. The app has the details.',
      hi: 'Mohlat: आपके बैंक ने आपके {amount} वापस ले लिए। अभी चुकाना बाकी है: {outstanding}। ब्योरा ऐप में है।',
    },
  },
  'repayment.given_by_mistake': {
    mail: {
      en: {
        subject: '{amount} that was not yours counts no more',
        text: 'Our team had given {amount} of somebody else to your payment for the {bank} card ending {last4} by mistake. It does not count any more. We are sorry.\n\nStill to repay: {outstanding}. No new late charge is added for the days until today.\n\nIf you did pay this money, write to us.',
        button: 'See the payment',
      },
      hi: {
        subject: '{amount}, जो आपके नहीं थे, अब नहीं गिने जाते',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के आपके भुगतान में हमारी टीम ने ग़लती से किसी और के {amount} गिन लिए थे। अब वे गिने नहीं जाते। हमें खेद है।\n\nअभी चुकाना बाकी है: {outstanding}। आज तक के दिनों का कोई नया विलंब शुल्क नहीं लगता।\n\nअगर ये पैसे आपने ही चुकाए थे, तो हमें लिखें।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: {amount} that was not yours counts no more; our team had given it to you by mistake. Still to repay: {outstanding}.',
      hi: 'Mohlat: {amount}, जो आपके नहीं थे, अब नहीं गिने जाते; हमारी टीम से ग़लती हुई थी। अभी चुकाना बाकी है: {outstanding}।',
    },
  },
  'repayment.counts_again': {
    mail: {
      en: {
        subject: 'Your repayment of {amount} counts again',
        text: 'Your bank had taken back your repayment of {amount} for the {bank} card ending {last4}. The money has come to us after all, so it counts again, as if it had stayed.\n\nStill to repay: {outstanding}. If you paid it again meanwhile, that money waits for your next instalment; what is more than you owe goes back to you.',
        button: 'See the payment',
      },
      hi: {
        subject: 'आपकी {amount} की चुकौती फिर से गिनी गई',
        text: '{last4} पर ख़त्म होने वाले {bank} कार्ड के लिए चुकाए आपके {amount} आपके बैंक ने वापस लिए थे। रकम आख़िरकार हमें मिल गई, इसलिए वह फिर से गिनी जाती है, मानो कभी वापस न गई हो।\n\nअभी चुकाना बाकी है: {outstanding}। अगर आपने इस बीच इसे दोबारा चुकाया, तो वह रकम आपकी अगली किस्त के लिए रखी रहती है; बकाया से ज़्यादा रकम आपको लौटती है।',
        button: 'भुगतान देखें',
      },
    },
    sms: {
      en: 'Mohlat: your repayment of {amount} counts again. Still to repay: {outstanding}. The app has the details.',
      hi: 'Mohlat: आपकी {amount} की चुकौती फिर से गिनी गई। अभी चुकाना बाकी है: {outstanding}। ब्योरा ऐप में है।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
