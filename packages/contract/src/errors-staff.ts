/** Codes of the door for staff: part of the closed list in `errors.ts`. */
export const STAFF_ERRORS = {
  admin_required: {
    status: 403,
    retry: 'never',
    en: 'This is for our staff only.',
    hi: 'यह केवल हमारे कर्मचारियों के लिए है।',
  },
  mfa_required: {
    status: 403,
    retry: 'never',
    en: 'Confirm with your second factor first.',
    hi: 'पहले अपने दूसरे प्रमाण से पुष्टि करें।',
  },
  role_required: {
    status: 403,
    retry: 'never',
    en: 'Your role does not include this. Ask a colleague who holds it.',
    hi: 'यह आपकी भूमिका में शामिल नहीं है। जिस सहकर्मी के पास यह भूमिका है, उनसे कहें।',
  },
  step_up_required: {
    status: 403,
    retry: 'never',
    en: 'This moves money or limits. Confirm with your second factor again, then send it once more.',
    hi: 'इससे पैसे या लिमिट बदलती है। अपने दूसरे प्रमाण से दोबारा पुष्टि करें, फिर इसे भेजें।',
  },
} as const;
