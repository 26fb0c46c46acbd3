/** Codes of a person's data: part of the closed list in `errors.ts`. */
export const PRIVACY_ERRORS = {
  consent_withdrawn: {
    status: 409,
    retry: 'never',
    en: 'You took back a consent that new payments need. Agree again under Your data; repaying works as before.',
    hi: 'आपने वह सहमति वापस ली है जो नए भुगतान के लिए ज़रूरी है। "आपका डेटा" में फिर सहमति दें; चुकाना पहले की तरह चलता है।',
  },
  sign_in_again: {
    status: 403,
    retry: 'never',
    en: 'For your safety, log in again before you do this.',
    hi: 'आपकी सुरक्षा के लिए, यह करने से पहले फिर लॉग इन करें।',
  },
} as const;
