/** Codes of the video step and of those who judge it: part of the closed list in `errors.ts`. */
export const REVIEW_ERRORS = {
  video_at_provider: {
    status: 409,
    retry: 'never',
    en: 'The video step takes place with our partner. Start it again from the KYC page.',
    hi: 'वीडियो चरण हमारे साझेदार के यहाँ होता है। KYC पेज से फिर शुरू करें।',
  },
  video_challenge_expired: {
    status: 409,
    retry: 'never',
    en: 'This phrase is no longer valid. Record again with a new one.',
    hi: 'यह वाक्य अब मान्य नहीं है। नए वाक्य के साथ फिर रिकॉर्ड करें।',
  },
  recording_complete: {
    status: 409,
    retry: 'never',
    en: 'This recording has already been handed in.',
    hi: 'यह रिकॉर्डिंग पहले ही जमा हो चुकी है।',
  },
  recording_incomplete: {
    status: 409,
    retry: 'same_key',
    en: 'Some of the recording has not arrived yet. Send the rest and try again.',
    hi: 'रिकॉर्डिंग का कुछ हिस्सा अभी नहीं पहुँचा है। बाकी भेजकर फिर कोशिश करें।',
  },
  video_unreadable: {
    status: 422,
    retry: 'never',
    en: 'We cannot read this recording. Record it again, in another browser if it keeps happening.',
    hi: 'यह रिकॉर्डिंग हम पढ़ नहीं पा रहे। फिर रिकॉर्ड करें; बार-बार ऐसा हो तो दूसरे ब्राउज़र में करें।',
  },
  location_outside_india: {
    status: 422,
    retry: 'never',
    en: 'The video step can be done only inside India.',
    hi: 'वीडियो चरण केवल भारत के अंदर किया जा सकता है।',
  },
  own_account: {
    status: 403,
    retry: 'never',
    en: 'This is about your own account. A colleague decides.',
    hi: 'यह आपके अपने खाते के बारे में है। कोई सहकर्मी फ़ैसला करेगा।',
  },
  review_decided: {
    status: 409,
    retry: 'never',
    en: 'This has already been decided.',
    hi: 'इसका फ़ैसला पहले ही हो चुका है।',
  },
} as const;
