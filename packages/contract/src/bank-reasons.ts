/** Why a linked bank account is not verified. A verdict is an answer, not an error: the call went well. */
export const BANK_REASONS = {
  name_review: {
    en: 'The name at your bank is close to yours, not the same. A person looks at it.',
    hi: 'आपके बैंक में नाम आपके नाम से मिलता-जुलता है, पर वही नहीं। एक व्यक्ति इसे देखेगा।',
  },
  name_mismatch: {
    en: 'Your bank has this account in another name. Link an account in your own name.',
    hi: 'आपके बैंक में यह खाता किसी और नाम पर है। अपने नाम का खाता जोड़ें।',
  },
  details_wrong: {
    en: 'Your bank does not know this account number at this branch. Check both and add the account again.',
    hi: 'आपका बैंक इस शाखा में यह खाता नंबर नहीं जानता। दोनों जाँचकर खाता फिर जोड़ें।',
  },
  account_closed: {
    en: 'Your bank says this account is closed. Link another one.',
    hi: 'आपके बैंक के अनुसार यह खाता बंद हो चुका है। दूसरा खाता जोड़ें।',
  },
  account_frozen: {
    en: 'Your bank has blocked or frozen this account. Ask your bank, or link another one.',
    hi: 'आपके बैंक ने यह खाता रोक रखा है। बैंक से पूछें, या दूसरा खाता जोड़ें।',
  },
  account_nre: {
    en: 'This is an NRE account, which cannot be used here. Link a resident savings or current account.',
    hi: 'यह NRE खाता है, जो यहाँ नहीं चलता। भारत में रहने वालों का बचत या चालू खाता जोड़ें।',
  },
  account_refused: {
    en: 'This account cannot be used here. Link another one.',
    hi: 'यह खाता यहाँ नहीं चलता। दूसरा खाता जोड़ें।',
  },
  bank_limit: {
    en: 'This account has reached a limit at your bank for now. Try again tomorrow.',
    hi: 'आपके बैंक में इस खाते की सीमा अभी पूरी हो चुकी है। कल फिर कोशिश करें।',
  },
  bank_not_answering: {
    en: 'Your bank could not be asked. This says nothing about your account; try again later.',
    hi: 'आपके बैंक से पूछा नहीं जा सका। इससे आपके खाते के बारे में कुछ पता नहीं चलता; बाद में फिर कोशिश करें।',
  },
  answer_lost: {
    en: "Your bank's answer did not reach us. Try again later, or contact support with a cancelled cheque.",
    hi: 'आपके बैंक का जवाब हम तक नहीं पहुँचा। बाद में फिर कोशिश करें, या रद्द चेक के साथ सहायता से संपर्क करें।',
  },
  rupees_used: {
    en: 'Banks have been asked about your accounts, or about this one, as often as we do in a day. Try again tomorrow.',
    hi: 'आपके खातों या इस खाते के बारे में एक दिन में जितनी बार पूछा जा सकता है, पूछा जा चुका है। कल फिर कोशिश करें।',
  },
  pan_first: {
    en: 'Verify your PAN first: the name at your bank is compared with the name on it. Then try again.',
    hi: 'पहले अपना PAN सत्यापित करें: बैंक में लिखे नाम की तुलना उस पर लिखे नाम से होती है। फिर कोशिश करें।',
  },
} as const;

export type BankReasonCode = keyof typeof BANK_REASONS;
export const BANK_REASON_CODES = Object.keys(BANK_REASONS) as [BankReasonCode, ...BankReasonCode[]];
