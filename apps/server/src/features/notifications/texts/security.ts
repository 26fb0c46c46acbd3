import type { MessageTexts } from './mail-template.ts';

/** The texts that tell an owner of changes to an account, and of tries to get into it. */
export const SECURITY_TEXTS = {
  'auth.password_changed': {
    mail: {
      en: {
        subject: 'Your password was changed',
        text: 'The password of your Mohlat account was changed. Your other devices are signed out.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपका पासवर्ड बदल गया',
        text: 'आपके Mohlat खाते का पासवर्ड बदला गया। आपके दूसरे उपकरण लॉग आउट कर दिए गए हैं।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: the password of your account was changed. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके खाते का पासवर्ड बदला गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.change_begun': {
    mail: {
      en: {
        subject: 'A new mobile number or e-mail address was asked for',
        text: 'Somebody who is logged in to your Mohlat account asked for a new mobile number or e-mail address. Nothing has changed yet: it counts once the code sent there is entered.\n\nIf it was not you, choose "Log out everywhere" on the page below: that drops the change. Then change your password.',
        button: 'Open Security',
      },
      hi: {
        subject: 'नया मोबाइल नंबर या ई-मेल पता माँगा गया',
        text: 'आपके Mohlat खाते में लॉग इन किसी व्यक्ति ने नया मोबाइल नंबर या ई-मेल पता माँगा है। अभी कुछ नहीं बदला है: वहाँ भेजा गया कोड डालने पर ही यह बदलाव होगा।\n\nअगर यह आप नहीं थे, तो नीचे के पेज पर "सभी जगह से लॉग आउट करें" चुनें: इससे यह बदलाव रुक जाएगा। फिर अपना पासवर्ड बदलें।',
        button: 'सुरक्षा खोलें',
      },
    },
    sms: {
      en: 'Mohlat: a new mobile number or e-mail address was asked for in your account. Nothing has changed yet. Not you? Log out everywhere in Security, then change your password.',
      hi: 'Mohlat: आपके खाते में नया मोबाइल नंबर या ई-मेल पता माँगा गया। अभी कुछ नहीं बदला है। आप नहीं थे? सुरक्षा में सभी जगह से लॉग आउट करें, फिर पासवर्ड बदलें।',
    },
  },
  'auth.contact_taken_back': {
    mail: {
      en: {
        subject: 'This address no longer belongs to a Mohlat account',
        text: 'The change that brought a Mohlat account to this address was taken back, from the address or number the account had before. It cannot be logged in to with this address any more, and everybody was logged out.\n\nIf the account is yours and you did not take the change back, somebody reads the messages to your former address or number. Write to our support at once.',
      },
      hi: {
        subject: 'यह पता अब किसी Mohlat खाते का नहीं है',
        text: 'जिस बदलाव से एक Mohlat खाता इस पते पर आया था, उसे खाते के पहले वाले पते या नंबर से वापस लिया गया। अब इस पते से उसमें लॉग इन नहीं होता, और सबको लॉग आउट कर दिया गया।\n\nअगर खाता आपका है और यह बदलाव आपने वापस नहीं लिया, तो आपके पहले वाले पते या नंबर के संदेश कोई और पढ़ता है। तुरंत हमारी सहायता टीम को लिखें।',
      },
    },
    sms: {
      en: 'Mohlat: the change that brought an account to this number was taken back. If the account is yours and it was not you, write to our support at once.',
      hi: 'Mohlat: जिस बदलाव से एक खाता इस नंबर पर आया था, उसे वापस लिया गया। अगर खाता आपका है और यह आपने नहीं किया, तो तुरंत हमारी सहायता टीम को लिखें।',
    },
  },
  'auth.email_changed': {
    mail: {
      en: {
        subject: 'Your e-mail address was changed',
        text: 'The e-mail address of your Mohlat account was changed. This address no longer signs in.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपका ई-मेल पता बदल गया',
        text: 'आपके Mohlat खाते का ई-मेल पता बदला गया। अब इस पते से लॉग इन नहीं होता।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: an e-mail address was added to your account, or changed. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके खाते में ई-मेल पता जोड़ा गया या बदला गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.phone_changed': {
    mail: {
      en: {
        subject: 'Your mobile number was changed',
        text: 'A mobile number was added to your Mohlat account, or the one it had was changed.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपका मोबाइल नंबर बदल गया',
        text: 'आपके Mohlat खाते में मोबाइल नंबर जोड़ा गया या बदला गया।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: the mobile number of your account was changed. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके खाते का मोबाइल नंबर बदला गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.factor_added': {
    mail: {
      en: {
        subject: 'A second step was added to your sign-in',
        text: 'Signing in to your Mohlat account now asks for a second step: a code, a passkey or a mobile number that was just added.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपके लॉग-इन में दूसरा चरण जुड़ा',
        text: 'अब आपके Mohlat खाते में लॉग इन करते समय दूसरा चरण भी पूछा जाएगा: अभी जोड़ा गया कोड, पासकी या मोबाइल नंबर।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: a second step was added to your sign-in. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके लॉग-इन में दूसरा चरण जोड़ा गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.factor_removed': {
    mail: {
      en: {
        subject: 'A second step was removed from your sign-in',
        text: 'An authenticator app, a passkey or a mobile number was removed from the second step of your Mohlat account.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपके लॉग-इन से दूसरा चरण हटाया गया',
        text: 'आपके Mohlat खाते के दूसरे चरण से एक ऑथेंटिकेटर ऐप, पासकी या मोबाइल नंबर हटाया गया।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: a second step was removed from your sign-in. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके लॉग-इन से दूसरा चरण हटाया गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.factor_code_used_again': {
    mail: {
      en: {
        subject: 'A code of your second step was used a second time',
        text: 'A code of your authenticator app that had already logged you in to Mohlat was entered once more, in another log-in. It was refused.\n\nIf you entered it twice yourself, there is nothing to do. If it was not you, somebody knows your password and saw your code: change your password now, which logs everybody else out.',
        button: 'Open Security',
      },
      hi: {
        subject: 'आपके दूसरे चरण का एक कोड दोबारा लिखा गया',
        text: 'आपके ऑथेंटिकेटर ऐप का एक कोड, जिससे आप Mohlat में लॉग इन कर चुके थे, एक दूसरे लॉग-इन में फिर लिखा गया। उसे नहीं माना गया।\n\nअगर आपने ही दो बार लिखा, तो कुछ करना नहीं है। अगर यह आप नहीं थे, तो कोई आपका पासवर्ड जानता है और उसने आपका कोड देखा: अभी अपना पासवर्ड बदलें, इससे बाकी सब लॉग आउट हो जाएँगे।',
        button: 'सुरक्षा खोलें',
      },
    },
    sms: {
      en: 'Mohlat: a code of your second step was entered a second time, in another log-in, and refused. If it was not you, change your password now.',
      hi: 'Mohlat: आपके दूसरे चरण का एक कोड दूसरे लॉग-इन में दोबारा लिखा गया और नहीं माना गया। अगर यह आप नहीं थे, तो अभी अपना पासवर्ड बदलें।',
    },
  },
  'auth.factor_locked': {
    mail: {
      en: {
        subject: 'Wrong codes at the second step of your log-in',
        text: 'Too many wrong codes were entered at the second step of your Mohlat account. Log-ins like that one take no code for a day. A passkey or one of your recovery codes still works there, and your codes do when you log in the other way: by the link of "Forgot Password?" or mobile OTP if the password was given there, with the password if it was not.\n\nWhoever entered them knows your password, or reads your messages. If it was not you, log in in one of these ways and change your password: that lets whoever it was out, and your codes in everywhere.',
        button: 'Open Security',
      },
      hi: {
        subject: 'आपके लॉग-इन के दूसरे चरण पर ग़लत कोड',
        text: 'आपके Mohlat खाते के दूसरे चरण पर बहुत बार ग़लत कोड लिखा गया। वैसे लॉग-इन पर एक दिन तक कोड नहीं चलेंगे। वहाँ पासकी या आपका कोई रिकवरी कोड अब भी चलेगा, और दूसरी तरह लॉग इन करने पर आपके कोड भी चलेंगे: वहाँ पासवर्ड दिया गया था तो "पासवर्ड भूल गए?" के लिंक या मोबाइल OTP से, नहीं तो पासवर्ड से।\n\nजिसने ये लिखे, वह आपका पासवर्ड जानता है या आपके संदेश पढ़ता है। अगर यह आप नहीं थे, तो इनमें से किसी तरीके से लॉग इन करें और अपना पासवर्ड बदलें: इससे वह बाहर हो जाएगा और आपके कोड हर जगह चलेंगे।',
        button: 'सुरक्षा खोलें',
      },
    },
    sms: {
      en: 'Mohlat: too many wrong codes at the second step of your log-in. After log-ins like that one none is taken for a day. If it was not you, log in the other way, by mobile OTP or with your password. Then change your password.',
      hi: 'Mohlat: आपके लॉग-इन के दूसरे चरण पर बहुत बार ग़लत कोड लिखा गया। वैसे लॉग-इन पर ये एक दिन नहीं चलेंगे। अगर यह आप नहीं थे, तो दूसरी तरह लॉग इन करें, मोबाइल OTP या पासवर्ड से। फिर पासवर्ड बदलें।',
    },
  },
  'auth.recovery_codes_locked': {
    mail: {
      en: {
        subject: 'Wrong recovery codes at your log-in',
        text: 'Many wrong recovery codes were entered for your Mohlat account by somebody who knows your password. Nobody can guess one. Still, for a day a log-in with the password alone takes no recovery code.\n\nIf it was not you, choose a new password: ask for the link of "Forgot Password?". With it your recovery codes work at once, and your new password lets whoever it was out.',
        button: 'Choose a new password',
      },
      hi: {
        subject: 'आपके लॉग-इन पर ग़लत रिकवरी कोड',
        text: 'आपके Mohlat खाते पर किसी ने, जो आपका पासवर्ड जानता है, बहुत बार ग़लत रिकवरी कोड लिखे। कोई इन्हें अंदाज़े से नहीं पा सकता। फिर भी एक दिन तक सिर्फ़ पासवर्ड से लॉग-इन पर रिकवरी कोड नहीं चलेंगे।\n\nअगर यह आप नहीं थे, तो नया पासवर्ड चुनें: "पासवर्ड भूल गए?" से लिंक मँगाएँ। उससे आपके रिकवरी कोड तुरंत चलेंगे, और नया पासवर्ड उसे बाहर कर देगा।',
        button: 'नया पासवर्ड चुनें',
      },
    },
    sms: {
      en: 'Mohlat: many wrong recovery codes were entered with your password. If it was not you, log in by mobile OTP: your recovery codes work there. Then change your password.',
      hi: 'Mohlat: आपके पासवर्ड के साथ बहुत बार ग़लत रिकवरी कोड लिखे गए। अगर यह आप नहीं थे, तो मोबाइल OTP से लॉग इन करें: वहाँ आपके रिकवरी कोड चलेंगे। फिर पासवर्ड बदलें।',
    },
  },
  'auth.passwords_refused': {
    mail: {
      en: {
        subject: 'Wrong passwords at your log-in',
        text: 'Many wrong passwords were entered for your Mohlat account on devices you have not logged in on. New devices have to wait between two tries now; yours do not.\n\nNothing of your account was opened. If it was you, there is nothing to do: you can also log in by a code or choose a new password. If it was not, switch on the second step: then a guessed password opens nothing.',
        button: 'Open Security',
      },
      hi: {
        subject: 'आपके लॉग-इन पर ग़लत पासवर्ड',
        text: 'आपके Mohlat खाते पर ऐसे डिवाइस से, जिन पर आपने लॉग इन नहीं किया है, बहुत बार ग़लत पासवर्ड लिखे गए। अब नए डिवाइस को दो कोशिशों के बीच रुकना होगा; आपके डिवाइस को नहीं।\n\nआपके खाते में कुछ नहीं खुला। अगर यह आप थे, तो कुछ करना नहीं है: आप कोड से भी लॉग इन कर सकते हैं या नया पासवर्ड चुन सकते हैं। अगर यह आप नहीं थे, तो दूसरा चरण चालू करें: तब अंदाज़े से मिला पासवर्ड कुछ नहीं खोलेगा।',
        button: 'सुरक्षा खोलें',
      },
    },
    sms: {
      en: 'Mohlat: many wrong passwords were entered for your account on new devices. Nothing was opened. If it was not you, switch on the second step in Security.',
      hi: 'Mohlat: आपके खाते पर नए डिवाइस से बहुत बार ग़लत पासवर्ड लिखे गए। कुछ नहीं खुला। अगर यह आप नहीं थे, तो सुरक्षा में दूसरा चरण चालू करें।',
    },
  },
  'auth.identity_linked': {
    mail: {
      en: {
        subject: 'An account elsewhere can now log in to yours',
        text: 'An account at another provider was linked to your Mohlat account and can log in to it from now on, also after you change your password.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'कहीं और का एक खाता अब आपके खाते में लॉग इन कर सकता है',
        text: 'किसी और सेवा का एक खाता आपके Mohlat खाते से जोड़ा गया। अब उससे भी लॉग इन हो सकता है, आपका पासवर्ड बदलने के बाद भी।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: an account elsewhere was linked to yours and can log in to it now. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: किसी और सेवा का खाता आपके खाते से जोड़ा गया और अब उससे लॉग इन हो सकता है। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.identity_unlinked': {
    mail: {
      en: {
        subject: 'An account elsewhere can no longer log in to yours',
        text: 'An account at another provider, an e-mail address or a mobile number was unlinked from your Mohlat account and can no longer log in to it.\n\nIf it was not you, open the page below within 72 hours. One button there logs everybody out and sends you the way back in; you can then link it again.',
        button: 'It was not me',
      },
      hi: {
        subject: 'कहीं और का एक खाता अब आपके खाते में लॉग इन नहीं कर सकता',
        text: 'किसी और सेवा का एक खाता, ईमेल पता या मोबाइल नंबर आपके Mohlat खाते से हटाया गया। अब उससे लॉग इन नहीं हो सकता।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है; फिर आप उसे दोबारा जोड़ सकते हैं।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: a way to log in was unlinked from your account. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके खाते से लॉग-इन का एक तरीक़ा हटाया गया। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.recovery_codes_made': {
    mail: {
      en: {
        subject: 'New recovery codes were made for your account',
        text: 'New recovery codes were made for the second step of your Mohlat account. Codes made before do not work any more.\n\nIf it was not you, open the page below within 72 hours. One button there takes the change back, logs everybody out and sends you the way back in.',
        button: 'It was not me',
      },
      hi: {
        subject: 'आपके खाते के नए रिकवरी कोड बने',
        text: 'आपके Mohlat खाते के दूसरे चरण के लिए नए रिकवरी कोड बनाए गए। पहले के कोड अब नहीं चलेंगे।\n\nअगर यह आपने नहीं किया, तो 72 घंटे के भीतर नीचे का पेज खोलें। वहाँ का एक बटन यह बदलाव वापस लेता है, सबको लॉग आउट करता है और आपको वापसी का रास्ता भेजता है।',
        button: 'यह मैंने नहीं किया',
      },
    },
    sms: {
      en: 'Mohlat: new recovery codes were made for your account; older ones stopped working. Not you? Within 72 hours: {link}',
      hi: 'Mohlat: आपके खाते के नए रिकवरी कोड बने; पुराने नहीं चलेंगे। आप नहीं थे? 72 घंटे के भीतर: {link}',
    },
  },
  'auth.new_sign_in': {
    mail: {
      en: {
        subject: 'New log-in to your account',
        text: 'Somebody logged in to your Mohlat account from a device we have not seen before, or not for a long time.\n\nDevice: {device}\nTime: {at}\n\nIf it was you, there is nothing to do. If not, log that device out and change your password.',
        button: 'See your devices',
      },
      hi: {
        subject: 'आपके खाते में नया लॉग-इन',
        text: 'आपके Mohlat खाते में ऐसे डिवाइस से लॉग इन हुआ जिसे हमने पहले नहीं देखा, या बहुत समय से नहीं देखा।\n\nडिवाइस: {device}\nसमय: {at}\n\nअगर यह आप थे, तो कुछ करना नहीं है। अगर नहीं, तो उस डिवाइस को लॉग आउट करें और अपना पासवर्ड बदलें।',
        button: 'अपने डिवाइस देखें',
      },
    },
    sms: {
      en: 'Mohlat: new log-in to your account ({device}, {at}). If it was not you, log it out in the app under Security.',
      hi: 'Mohlat: आपके खाते में नया लॉग-इन ({device}, {at})। अगर यह आप नहीं थे, तो ऐप में "सुरक्षा" से उसे लॉग आउट करें।',
    },
  },
} as const satisfies Record<string, MessageTexts>;
