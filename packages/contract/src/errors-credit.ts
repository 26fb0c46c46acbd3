/** Codes of assessing a person and offering a limit: part of the closed list in `errors.ts`. */
export const CREDIT_ERRORS = {
  consent_required: {
    status: 422,
    retry: 'never',
    en: 'We need your consent before we ask the credit bureau.',
    hi: 'क्रेडिट ब्यूरो से पूछने से पहले आपकी सहमति चाहिए।',
  },
  credit_not_active: {
    status: 409,
    retry: 'never',
    en: 'Your credit limit is not active.',
    hi: 'आपकी क्रेडिट लिमिट चालू नहीं है।',
  },
  credit_report_stale: {
    status: 409,
    retry: 'never',
    en: 'Your credit report is older than 90 days. Refresh it on the credit page, then pay; it takes a few seconds.',
    hi: 'आपकी क्रेडिट रिपोर्ट 90 दिन से पुरानी है। क्रेडिट पेज पर उसे नया करें, फिर भुगतान करें; कुछ ही सेकंड लगते हैं।',
  },
  credit_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The credit bureau is not answering. No decision was made; try again tomorrow.',
    hi: 'क्रेडिट ब्यूरो जवाब नहीं दे रहा। कोई फ़ैसला नहीं हुआ; कल फिर कोशिश करें।',
  },
  assessment_in_progress: {
    status: 409,
    retry: 'later',
    en: 'Your assessment is already running.',
    hi: 'आपका आकलन पहले से चल रहा है।',
  },
  offer_closed: {
    status: 409,
    retry: 'never',
    en: 'This offer is no longer open.',
    hi: 'यह ऑफ़र अब खुला नहीं है।',
  },
  offer_expired: {
    status: 409,
    retry: 'never',
    en: 'This offer has expired. Ask for a new one; it takes a few seconds.',
    hi: 'इस ऑफ़र की अवधि बीत गई है। नया ऑफ़र माँगें; कुछ ही सेकंड लगते हैं।',
  },
  evidence_pending: {
    status: 409,
    retry: 'never',
    en: 'Your last document is still being looked at. We tell you as soon as it is done.',
    hi: 'आपका पिछला दस्तावेज़ अभी देखा जा रहा है। पूरा होते ही हम बताएँगे।',
  },
  evidence_unreadable: {
    status: 422,
    retry: 'never',
    en: 'We cannot read this file. Send a PDF, JPEG or PNG of at most 10 MB.',
    hi: 'हम यह फ़ाइल पढ़ नहीं पा रहे। ज़्यादा से ज़्यादा 10 MB की PDF, JPEG या PNG भेजें।',
  },
} as const;
