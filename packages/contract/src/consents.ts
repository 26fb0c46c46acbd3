/**
 * Every consent the product asks for: what is agreed to in the words that are shown, and what taking it back stops. The
 * screen shows this text and the record keeps the same text with its version, so that the two cannot differ.
 * A changed wording is a new version: raise `version`; what was agreed to before stands in the records.
 */
interface Consent {
  readonly version: string;
  readonly title: { readonly en: string; readonly hi: string };
  readonly wording: { readonly en: string; readonly hi: string };
  /** The activity that stops once it is withdrawn. Rule: LEND-24. */
  readonly stops: ConsentEffect;
  readonly whenWithdrawn: { readonly en: string; readonly hi: string };
  /** True when it is asked again for every use; false when it stands until it is withdrawn. */
  readonly isPerUse: boolean;
}

export const CONSENT_EFFECTS = ['new_payments', 'video_step', 'bank_linking', 'marketing'] as const;
export type ConsentEffect = (typeof CONSENT_EFFECTS)[number];

const PAYMENTS_STOP = {
  en: 'No new payment can be made until you agree again. What you owe and how you repay it stay the same.',
  hi: 'फिर से सहमति देने तक कोई नया भुगतान नहीं हो सकेगा। जो बकाया है और उसे चुकाने का तरीका वैसा ही रहेगा।',
} as const;

const VIDEO_STOPS = {
  en: 'A new recording for the video step can no longer be made. One already handed in is kept as long as the law asks.',
  hi: 'वीडियो चरण के लिए नई रिकॉर्डिंग नहीं हो सकेगी। जो दी जा चुकी है, वह कानून में तय समय तक रखी जाएगी।',
} as const;

export const CONSENTS = {
  pan_verification: {
    version: '1',
    title: { en: 'PAN check', hi: 'PAN की जाँच' },
    wording: {
      en: 'I allow Mohlat and the lender to verify my PAN and my name with the issuer.',
      hi: 'मैं Mohlat और उधार देने वाले को अपना PAN और नाम, PAN जारी करने वाले से जाँचने की अनुमति देता/देती हूँ।',
    },
    stops: 'new_payments',
    whenWithdrawn: PAYMENTS_STOP,
    isPerUse: true,
  },
  aadhaar_digilocker: {
    version: '1',
    title: { en: 'Aadhaar from DigiLocker', hi: 'DigiLocker से आधार' },
    wording: {
      en: 'I allow Mohlat and the lender to read my Aadhaar document from DigiLocker once, to verify my identity.',
      hi: 'मैं Mohlat और उधार देने वाले को पहचान की जाँच के लिए DigiLocker से मेरा आधार दस्तावेज़ एक बार पढ़ने की अनुमति देता/देती हूँ।',
    },
    stops: 'new_payments',
    whenWithdrawn: PAYMENTS_STOP,
    isPerUse: true,
  },
  bureau_pull: {
    version: '1',
    title: { en: 'Credit report', hi: 'क्रेडिट रिपोर्ट' },
    wording: {
      en: 'I allow the lender to read my credit report from a credit bureau once, to decide my credit limit.',
      hi: 'मैं उधार देने वाले को मेरी क्रेडिट लिमिट तय करने के लिए क्रेडिट ब्यूरो से मेरी रिपोर्ट एक बार पढ़ने की अनुमति देता/देती हूँ।',
    },
    stops: 'new_payments',
    whenWithdrawn: PAYMENTS_STOP,
    isPerUse: true,
  },
  credit_limit: {
    version: '1',
    title: { en: 'Credit limit', hi: 'क्रेडिट लिमिट' },
    wording: {
      en: 'I asked for this credit limit and accept it. I know that it is never raised unless I ask again.',
      hi: 'मैंने यह क्रेडिट लिमिट माँगी है और मैं इसे स्वीकार करता/करती हूँ। मुझे पता है कि मेरे फिर माँगे बिना यह कभी नहीं बढ़ेगी।',
    },
    stops: 'new_payments',
    whenWithdrawn: PAYMENTS_STOP,
    isPerUse: true,
  },
  video_recording: {
    version: '1',
    title: { en: 'Video recording', hi: 'वीडियो रिकॉर्डिंग' },
    wording: {
      en: 'I allow Mohlat and the lender to record a short video of me and to have a person of the lender look at it, to verify my identity.',
      hi: 'मैं Mohlat और उधार देने वाले को पहचान की जाँच के लिए मेरा छोटा वीडियो रिकॉर्ड करने और उधार देने वाले के किसी व्यक्ति को उसे देखने की अनुमति देता/देती हूँ।',
    },
    stops: 'video_step',
    whenWithdrawn: VIDEO_STOPS,
    isPerUse: true,
  },
  camera: {
    version: '1',
    title: { en: 'Camera', hi: 'कैमरा' },
    wording: {
      en: 'I allow the use of my camera once, for this recording.',
      hi: 'मैं इस रिकॉर्डिंग के लिए एक बार अपना कैमरा इस्तेमाल करने की अनुमति देता/देती हूँ।',
    },
    stops: 'video_step',
    whenWithdrawn: VIDEO_STOPS,
    isPerUse: true,
  },
  microphone: {
    version: '1',
    title: { en: 'Microphone', hi: 'माइक्रोफ़ोन' },
    wording: {
      en: 'I allow the use of my microphone once, for this recording.',
      hi: 'मैं इस रिकॉर्डिंग के लिए एक बार अपना माइक्रोफ़ोन इस्तेमाल करने की अनुमति देता/देती हूँ।',
    },
    stops: 'video_step',
    whenWithdrawn: VIDEO_STOPS,
    isPerUse: true,
  },
  location: {
    version: '1',
    title: { en: 'Location', hi: 'स्थान' },
    wording: {
      en: 'I allow my location to be read once, to show that I am in India during this recording.',
      hi: 'मैं यह दिखाने के लिए कि इस रिकॉर्डिंग के समय मैं भारत में हूँ, एक बार अपना स्थान पढ़ने की अनुमति देता/देती हूँ।',
    },
    stops: 'video_step',
    whenWithdrawn: VIDEO_STOPS,
    isPerUse: true,
  },
  bank_verification: {
    version: '1',
    title: { en: 'Bank account check', hi: 'बैंक खाते की जाँच' },
    wording: {
      en: 'I allow Mohlat and the lender to credit ₹1 to this bank account and to read the name it is held in, to verify that it is mine.',
      hi: 'मैं Mohlat और उधार देने वाले को इस बैंक खाते में ₹1 जमा करने और खाते का नाम पढ़ने की अनुमति देता/देती हूँ, ताकि जाँच हो सके कि खाता मेरा है।',
    },
    stops: 'bank_linking',
    whenWithdrawn: {
      en: 'No further bank account can be linked until you agree again. Linked accounts stay until you remove them.',
      hi: 'फिर से सहमति देने तक कोई और बैंक खाता नहीं जोड़ा जा सकेगा। जुड़े हुए खाते आपके हटाने तक रहेंगे।',
    },
    isPerUse: true,
  },
  marketing_messages: {
    version: '1',
    title: { en: 'Offers and news', hi: 'ऑफ़र और समाचार' },
    wording: {
      en: 'I would like to hear about offers and news by e-mail and SMS.',
      hi: 'मैं ई-मेल और SMS से ऑफ़र और समाचार पाना चाहता/चाहती हूँ।',
    },
    stops: 'marketing',
    whenWithdrawn: {
      en: 'You get no more offers. Messages about your payments and your account still come.',
      hi: 'आपको ऑफ़र नहीं भेजे जाएँगे। आपके भुगतान और खाते के संदेश आते रहेंगे।',
    },
    isPerUse: false,
  },
} as const satisfies Record<string, Consent>;

export type ConsentPurpose = keyof typeof CONSENTS;
export const CONSENT_PURPOSES = Object.keys(CONSENTS) as [ConsentPurpose, ...ConsentPurpose[]];
