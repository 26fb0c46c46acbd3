/** Codes of what staff do about accounts and read in the audit log: part of the closed list in `errors.ts`. */
export const USER_ERRORS = {
  account_is_blocked: {
    status: 409,
    retry: 'never',
    en: 'This account is blocked already.',
    hi: 'यह खाता पहले से रोका हुआ है।',
  },
  account_not_blocked: {
    status: 409,
    retry: 'never',
    en: 'This account is not blocked.',
    hi: 'यह खाता रोका हुआ नहीं है।',
  },
  account_is_closed: {
    status: 409,
    retry: 'never',
    en: 'This account is closed.',
    hi: 'यह खाता बंद हो चुका है।',
  },
  note_changed: {
    status: 409,
    retry: 'never',
    en: 'A colleague changed this note meanwhile. Read it again before you change it.',
    hi: 'इस बीच किसी सहकर्मी ने यह नोट बदल दिया है। बदलने से पहले इसे फिर पढ़ें।',
  },
  limit_not_allowed: {
    status: 422,
    retry: 'never',
    en: 'The policy does not allow this limit for this person, or it is the present one.',
    hi: 'नीति इस व्यक्ति के लिए यह लिमिट नहीं देती, या यह मौजूदा लिमिट ही है।',
  },
  reveals_used_up: {
    status: 429,
    retry: 'later',
    en: 'You have opened as many hidden values as one hour allows. Go on in an hour, or ask a colleague.',
    hi: 'एक घंटे में जितनी छिपी जानकारी खोली जा सकती है, आप उतनी खोल चुके हैं। एक घंटे बाद फिर खोलें, या किसी सहकर्मी से कहें।',
  },
  exports_busy: {
    status: 503,
    retry: 'later',
    en: 'Several files are being written already. Try again in a minute.',
    hi: 'पहले से कई फ़ाइलें बन रही हैं। एक मिनट में फिर कोशिश करें।',
  },
  export_too_large: {
    status: 422,
    retry: 'never',
    en: 'This is more than fits in one file. Choose a shorter period.',
    hi: 'यह एक फ़ाइल में नहीं आएगा। छोटी अवधि चुनें।',
  },
} as const;
