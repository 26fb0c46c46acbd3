/** Codes of the profile: part of the closed list in `errors.ts`. */
export const PROFILE_ERRORS = {
  onboarding_incomplete: {
    status: 409,
    retry: 'never',
    en: 'Complete your profile first.',
    hi: 'पहले अपनी प्रोफ़ाइल पूरी करें।',
  },
  email_in_use: {
    status: 409,
    retry: 'never',
    en: 'This email address already belongs to another account.',
    hi: 'यह ईमेल पता पहले से किसी दूसरे खाते का है।',
  },
  mobile_in_use: {
    status: 409,
    retry: 'never',
    en: 'This number already belongs to another account.',
    hi: 'यह नंबर पहले से किसी दूसरे खाते का है।',
  },
  mobile_required: {
    status: 409,
    retry: 'never',
    en: 'Add the mobile number registered with your bank first.',
    hi: 'पहले बैंक में दर्ज मोबाइल नंबर जोड़ें।',
  },
  pincode_required: {
    status: 409,
    retry: 'never',
    en: 'Add the six-digit PIN code to your address first. The credit bureau asks for it.',
    hi: 'पहले अपने पते में छह अंकों का पिन कोड जोड़ें। क्रेडिट ब्यूरो इसे माँगता है।',
  },
} as const;
