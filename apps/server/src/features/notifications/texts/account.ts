import type { MessageTexts } from './mail-template.ts';

/** Codes and notices of an account, and what is said about tickets. */
export const ACCOUNT_TEXTS = {
  'auth.confirm': {
    mail: {
      en: {
        subject: 'Confirm your e-mail address',
        text: 'Confirm this address to start using Mohlat.\n\nOr enter this code: {code}\n\nThe link and the code work once, for 24 hours. If you did not sign up, ignore this mail.',
        button: 'Confirm my address',
      },
      hi: {
        subject: 'अपना ई-मेल पता पक्का करें',
        text: 'Mohlat इस्तेमाल करने के लिए इस पते की पुष्टि करें।\n\nया यह कोड डालें: {code}\n\nलिंक और कोड 24 घंटे तक, एक ही बार काम करते हैं। अगर आपने साइन अप नहीं किया, तो इस मेल को छोड़ दें।',
        button: 'मेरा पता पक्का करें',
      },
    },
  },
  'auth.invite': {
    mail: {
      en: {
        subject: 'You are invited to Mohlat',
        text: 'Open this link to take up your account with Mohlat.\n\nOr enter this code: {code}\n\nIf you do not know of it, ignore this mail.',
        button: 'Take up my account',
      },
      hi: {
        subject: 'आपको Mohlat का न्योता है',
        text: 'Mohlat पर अपना खाता शुरू करने के लिए यह लिंक खोलें।\n\nया यह कोड डालें: {code}\n\nअगर आपको इसकी जानकारी नहीं है, तो इस मेल को छोड़ दें।',
        button: 'मेरा खाता शुरू करें',
      },
    },
  },
  'auth.magic_link': {
    mail: {
      en: {
        subject: 'Your sign-in link',
        text: 'Use this link to sign in to Mohlat.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail.',
        button: 'Sign in',
      },
      hi: {
        subject: 'आपका लॉग-इन लिंक',
        text: 'Mohlat में लॉग इन करने के लिए इस लिंक का इस्तेमाल करें।\n\nया यह कोड डालें: {code}\n\nअगर आपने इसे नहीं माँगा, तो इस मेल को छोड़ दें।',
        button: 'लॉग इन करें',
      },
    },
  },
  'auth.recovery': {
    mail: {
      en: {
        subject: 'Choose a new password',
        text: 'Use this link to choose a new password.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.',
        button: 'Choose a new password',
      },
      hi: {
        subject: 'नया पासवर्ड चुनें',
        text: 'नया पासवर्ड चुनने के लिए इस लिंक का इस्तेमाल करें।\n\nया यह कोड डालें: {code}\n\nअगर आपने इसे नहीं माँगा, तो इस मेल को छोड़ दें: आपका पासवर्ड जैसा है वैसा रहेगा।',
        button: 'नया पासवर्ड चुनें',
      },
    },
  },
  'auth.email_change': {
    mail: {
      en: {
        subject: 'Confirm your new e-mail address',
        text: 'Confirm the change of your e-mail address to {newEmail}.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail.',
        button: 'Confirm the change',
      },
      hi: {
        subject: 'अपना नया ई-मेल पता पक्का करें',
        text: 'अपना ई-मेल पता बदलकर {newEmail} करने की पुष्टि करें।\n\nया यह कोड डालें: {code}\n\nअगर आपने इसे नहीं माँगा, तो इस मेल को छोड़ दें।',
        button: 'बदलाव की पुष्टि करें',
      },
    },
  },
  'auth.reauthentication': {
    mail: {
      en: { subject: 'Your confirmation code', text: 'Enter this code to confirm it is you: {code}' },
      hi: { subject: 'आपका पुष्टि कोड', text: 'यह आप ही हैं, इसकी पुष्टि के लिए यह कोड डालें: {code}' },
    },
  },
  'account.closed': {
    mail: {
      en: {
        subject: 'Your Mohlat account is closed',
        text: 'Your account is closed, as you asked on {date}. You owe nothing.\n\nErased: {erased}.\n\nKept, and why: {kept}.\n\nIf it was not you, or something here is not right, write to our grievance officer {officer}, {officerEmail}.',
      },
      hi: {
        subject: 'आपका Mohlat खाता बंद हो गया',
        text: 'आपके कहने पर {date} को आपका खाता बंद कर दिया गया। आप पर कुछ बकाया नहीं है।\n\nमिटाया गया: {erased}।\n\nरखा गया, और क्यों: {kept}।\n\nअगर यह आपने नहीं किया, या यहाँ कुछ ठीक नहीं है, तो हमारे शिकायत अधिकारी को लिखें: {officer}, {officerEmail}।',
      },
    },
  },
  'account.blocked': {
    mail: {
      en: {
        subject: 'Your Mohlat account is blocked',
        text: 'Our team blocked your account on {date}. Every device is logged out, and nobody can log in to it.\n\nWhat you owe stays owed, on the same days, and debits that are set up go on.\n\nIf you want to repay meanwhile, ask us for a link to pay by: it needs no log-in, and comes to this address.\n\nFor the link, to know why, or if you think this is wrong, write to our grievance officer {officer}, {officerEmail}, or call {officerPhone}.',
      },
      hi: {
        subject: 'आपका Mohlat खाता रोक दिया गया है',
        text: 'हमारी टीम ने {date} को आपका खाता रोक दिया। सभी डिवाइस लॉग आउट हो गए हैं और इसमें कोई लॉग इन नहीं कर सकता।\n\nजो बकाया है वह उन्हीं तारीख़ों पर देय रहेगा, और जो डेबिट तय हैं वे होते रहेंगे।\n\nइस बीच चुकाना हो तो हमसे भुगतान का लिंक माँगें: उसके लिए लॉग इन नहीं चाहिए, और वह इसी पते पर आता है।\n\nलिंक चाहिए, वजह जाननी हो, या आपको यह ग़लत लगे, तो हमारे शिकायत अधिकारी {officer} को {officerEmail} पर लिखें या {officerPhone} पर फ़ोन करें।',
      },
    },
    sms: {
      en: 'Mohlat: our team blocked your account; every device is logged out. What you owe stays owed. To know why, to complain, or for a link to repay by, write to our grievance officer: {officerEmail}',
      hi: 'Mohlat: हमारी टीम ने आपका खाता रोक दिया है; सभी डिवाइस लॉग आउट हैं। बकाया बना रहता है। वजह जानने, शिकायत, या चुकाने के लिंक के लिए शिकायत अधिकारी को लिखें: {officerEmail}',
    },
  },
  'account.unblocked': {
    mail: {
      en: {
        subject: 'Your Mohlat account is open again',
        text: 'The block on your account was lifted on {date}. You can log in again.\n\nIf you did not expect this, or something is not right, write to our grievance officer {officer}, {officerEmail}, or call {officerPhone}.',
      },
      hi: {
        subject: 'आपका Mohlat खाता फिर खुल गया है',
        text: 'आपके खाते पर लगी रोक {date} को हटा दी गई। अब आप फिर लॉग इन कर सकते हैं।\n\nअगर आपको इसकी उम्मीद नहीं थी, या कुछ ठीक नहीं है, तो हमारे शिकायत अधिकारी {officer} को {officerEmail} पर लिखें या {officerPhone} पर फ़ोन करें।',
      },
    },
    sms: {
      en: 'Mohlat: the block on your account is lifted; you can log in again. If you did not expect this, write to our grievance officer: {officerEmail}',
      hi: 'Mohlat: आपके खाते पर लगी रोक हटा दी गई है; अब आप फिर लॉग इन कर सकते हैं। अगर आपको इसकी उम्मीद नहीं थी, तो शिकायत अधिकारी को लिखें: {officerEmail}',
    },
  },
  'support.received': {
    mail: {
      en: {
        subject: 'We have your message: ticket {ticket}',
        text: 'Your message to Mohlat has reached our support team. Its ticket number is {ticket}.\n\nWe will get back to you at this address as soon as possible. If you write or call again, tell us the number.\n\nIf you did not write to us, ignore this mail.',
      },
      hi: {
        subject: 'हमें आपका संदेश मिल गया: टिकट {ticket}',
        text: 'Mohlat को भेजा आपका संदेश हमारी सहायता टीम तक पहुँच गया है। इसका टिकट नंबर {ticket} है।\n\nहम जल्द से जल्द इसी पते पर जवाब देंगे। दोबारा लिखें या फ़ोन करें तो यह नंबर बताएँ।\n\nअगर आपने हमें नहीं लिखा, तो इस मेल को छोड़ दें।',
      },
    },
  },
  'support.answered': {
    mail: {
      en: {
        subject: 'Our answer: ticket {ticket}',
        text: '{answer}\n\nTicket {ticket}. Answer in the app, under Help; this address does not read mail.',
        button: 'See and answer',
      },
      hi: {
        subject: 'हमारा जवाब: टिकट {ticket}',
        text: '{answer}\n\nटिकट {ticket}। ऐप में "मदद" के तहत जवाब दें; इस पते पर आई मेल पढ़ी नहीं जाती।',
        button: 'देखें और जवाब दें',
      },
    },
  },
  'support.answered_visitor': {
    mail: {
      en: {
        subject: 'Our answer: ticket {ticket}',
        text: '{answer}\n\nTicket {ticket}. To answer, write to {supportEmail} and quote the number.',
      },
      hi: {
        subject: 'हमारा जवाब: टिकट {ticket}',
        text: '{answer}\n\nटिकट {ticket}। जवाब देने के लिए {supportEmail} पर लिखें और यह नंबर बताएँ।',
      },
    },
  },
  'support.written_again': {
    mail: {
      en: {
        subject: '[{ticket}] Re: {subject}',
        text: '{message}\n\nAnswer in the admin side, under Support.',
      },
      hi: { subject: '[{ticket}] फिर से: {subject}', text: '{message}\n\nएडमिन में "सहायता" के तहत जवाब दें।' },
    },
  },
  'support.forwarded': {
    mail: {
      en: { subject: '[{ticket}] {subject}', text: 'From {name}, {email}\n\n{message}' },
      hi: { subject: '[{ticket}] {subject}', text: '{name}, {email} की ओर से\n\n{message}' },
    },
  },
  'auth.otp_link': {
    sms: {
      en: '{code} is your Mohlat code, valid for {minutes} minutes. Or open {link} to log in. Do not share them with anyone.\n\n@{host} #{code}',
      hi: '{code} आपका Mohlat कोड है, {minutes} मिनट तक मान्य। या लॉग इन के लिए {link} खोलें। इन्हें किसी को न बताएँ।\n\n@{host} #{code}',
    },
  },
  'auth.otp': {
    // The last line lets a phone hand the code to the page of that host and to no other (WebOTP).
    sms: {
      en: '{code} is your Mohlat code. It is valid for {minutes} minutes. Do not share it with anyone.\n\n@{host} #{code}',
      hi: '{code} आपका Mohlat कोड है। यह {minutes} मिनट तक मान्य है। इसे किसी को न बताएँ।\n\n@{host} #{code}',
    },
  },
} as const satisfies Record<string, MessageTexts>;
