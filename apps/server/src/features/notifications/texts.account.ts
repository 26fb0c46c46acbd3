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
  'auth.factor_locked': {
    mail: {
      en: {
        subject: 'Wrong codes at the second step of your log-in',
        text: 'Too many wrong codes were entered at the second step of your Mohlat account. They are not taken any more for a day; a passkey or one of your recovery codes still is.\n\nWhoever entered them knows your password, or has your mobile. If it was not you, log in with a passkey or a recovery code and change your password: that lets whoever it was out and your codes in again.',
        button: 'Open Security',
      },
      hi: {
        subject: 'आपके लॉग-इन के दूसरे चरण पर ग़लत कोड',
        text: 'आपके Mohlat खाते के दूसरे चरण पर बहुत बार ग़लत कोड लिखा गया। एक दिन तक ये कोड नहीं चलेंगे; पासकी या आपका कोई रिकवरी कोड अब भी चलेगा।\n\nजिसने ये लिखे, वह आपका पासवर्ड जानता है या आपका मोबाइल उसके पास है। अगर यह आप नहीं थे, तो पासकी या रिकवरी कोड से लॉग इन करें और अपना पासवर्ड बदलें: इससे वह बाहर हो जाएगा और आपके कोड फिर चलेंगे।',
        button: 'सुरक्षा खोलें',
      },
    },
    sms: {
      en: 'Mohlat: too many wrong codes at the second step of your log-in. They rest for a day. If it was not you, log in with a recovery code and change your password.',
      hi: 'Mohlat: आपके लॉग-इन के दूसरे चरण पर बहुत बार ग़लत कोड लिखा गया। ये एक दिन नहीं चलेंगे। अगर यह आप नहीं थे, तो रिकवरी कोड से लॉग इन करें और पासवर्ड बदलें।',
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
  'account.closed': {
    mail: {
      en: {
        subject: 'Your Mohlat account is closed',
        text: 'Your account is closed, as you asked on {date}. You owe nothing.\n\nErased: {erased}.\n\nKept, because the law asks for it, and erased when its time is over: {kept}.\n\nIf it was not you, or something here is not right, write to our grievance officer {officer}, {officerEmail}.',
      },
      hi: {
        subject: 'आपका Mohlat खाता बंद हो गया',
        text: 'आपके कहने पर {date} को आपका खाता बंद कर दिया गया। आप पर कुछ बकाया नहीं है।\n\nमिटाया गया: {erased}।\n\nकानून की वजह से रखा गया, और समय पूरा होने पर मिटाया जाएगा: {kept}।\n\nअगर यह आपने नहीं किया, या यहाँ कुछ ठीक नहीं है, तो हमारे शिकायत अधिकारी को लिखें: {officer}, {officerEmail}।',
      },
    },
  },
  'account.blocked': {
    mail: {
      en: {
        subject: 'Your Mohlat account is blocked',
        text: 'Our team blocked your account on {date}. Every device is logged out, and nobody can log in to it.\n\nWhat you owe stays owed, on the same days, and debits that are set up go on.\n\nIf you want to know why, want to repay meanwhile, or think this is wrong, write to our grievance officer {officer}, {officerEmail}, or call {officerPhone}.',
      },
      hi: {
        subject: 'आपका Mohlat खाता रोक दिया गया है',
        text: 'हमारी टीम ने {date} को आपका खाता रोक दिया। सभी डिवाइस लॉग आउट हो गए हैं और इसमें कोई लॉग इन नहीं कर सकता।\n\nजो बकाया है वह उन्हीं तारीख़ों पर देय रहेगा, और जो डेबिट तय हैं वे होते रहेंगे।\n\nवजह जाननी हो, इस बीच चुकाना हो, या आपको यह ग़लत लगे, तो हमारे शिकायत अधिकारी {officer} को {officerEmail} पर लिखें या {officerPhone} पर फ़ोन करें।',
      },
    },
    sms: {
      en: 'Mohlat: our team blocked your account; every device is logged out. What you owe stays owed. To know why, to repay or to complain, write to our grievance officer: {officerEmail}',
      hi: 'Mohlat: हमारी टीम ने आपका खाता रोक दिया है; सभी डिवाइस लॉग आउट हैं। बकाया बना रहता है। वजह जानने, चुकाने या शिकायत के लिए शिकायत अधिकारी को लिखें: {officerEmail}',
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
  'auth.otp': {
    // The last line lets a phone hand the code to the page of that host and to no other (WebOTP).
    sms: {
      en: '{code} is your Mohlat code. It is valid for {minutes} minutes. Do not share it with anyone.\n\n@{host} #{code}',
      hi: '{code} आपका Mohlat कोड है। यह {minutes} मिनट तक मान्य है। इसे किसी को न बताएँ।\n\n@{host} #{code}',
    },
  },
} as const satisfies Record<string, MessageTexts>;
