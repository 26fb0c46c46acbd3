/** Codes of what two people decide: part of the closed list in `errors.ts`. */
export const APPROVAL_ERRORS = {
  second_person_required: {
    status: 403,
    retry: 'never',
    en: 'You proposed this yourself. A colleague has to approve it.',
    hi: 'यह प्रस्ताव आपका ही है। इसे कोई सहकर्मी मंज़ूर करेगा।',
  },
  proposer_without_role: {
    status: 409,
    retry: 'never',
    en: 'The colleague who proposed this does not have the role for it any more. Reject it, and propose it anew if it is still wanted.',
    hi: 'जिस सहकर्मी ने यह प्रस्ताव रखा था, उनके पास अब इसकी भूमिका नहीं है। इसे नामंज़ूर करें, और ज़रूरत हो तो फिर प्रस्ताव रखें।',
  },
  approval_already_decided: {
    status: 409,
    retry: 'never',
    en: 'A colleague has already decided this.',
    hi: 'इसका फ़ैसला कोई सहकर्मी पहले ही कर चुका है।',
  },
  approval_expired: {
    status: 409,
    retry: 'never',
    en: 'The time for deciding this is over. Propose it again if it is still wanted.',
    hi: 'इस पर फ़ैसले का समय बीत गया है। ज़रूरत हो तो फिर प्रस्ताव रखें।',
  },
  approval_stale: {
    status: 409,
    retry: 'never',
    en: 'What this is about has changed since it was proposed. Nothing was done; propose it anew.',
    hi: 'प्रस्ताव के बाद स्थिति बदल गई है। कुछ नहीं किया गया; नया प्रस्ताव रखें।',
  },
  reinstatement_not_possible: {
    status: 409,
    retry: 'never',
    en: 'This limit is not suspended for arrears, or something is still overdue.',
    hi: 'यह लिमिट बकाया के कारण निलंबित नहीं है, या अभी कुछ बकाया है।',
  },
  approval_open: {
    status: 409,
    retry: 'never',
    en: 'The same is already proposed and waits for a second person.',
    hi: 'यही प्रस्ताव पहले से है और दूसरे व्यक्ति की मंज़ूरी की प्रतीक्षा में है।',
  },
} as const;
