/**
 * Why an identity check did not end in `verified`. A verdict is an answer, not an error: the call went well, the check
 * did not.
 */
export const KYC_REASONS = {
  pan_invalid: {
    en: 'The issuer does not know this PAN.',
    hi: 'जारी करने वाले के रिकॉर्ड में यह PAN नहीं है।',
  },
  pan_not_individual: {
    en: 'This PAN does not belong to an individual.',
    hi: 'यह PAN किसी व्यक्ति का नहीं है।',
  },
  pan_name_mismatch: {
    en: 'The name on this PAN differs from the name in your profile.',
    hi: 'इस PAN पर नाम आपकी प्रोफ़ाइल के नाम से अलग है।',
  },
  pan_name_review: {
    en: 'This PAN and your name do not fully agree. A person looks at it.',
    hi: 'यह PAN और आपका नाम पूरी तरह मेल नहीं खाते। एक व्यक्ति इसे देखेगा।',
  },
  pan_name_rejected: {
    en: 'A person compared the names and could not confirm that this PAN is yours.',
    hi: 'एक व्यक्ति ने नाम मिलाए और यह पक्का नहीं हो सका कि यह PAN आपका है।',
  },
  pan_in_use: {
    en: 'This PAN is already used by another account. Use that account, or write to us.',
    hi: 'यह PAN पहले से किसी और खाते में है। वही खाता इस्तेमाल करें, या हमें लिखें।',
  },
  aadhaar_pending: {
    en: 'DigiLocker has not finished yet.',
    hi: 'DigiLocker पर काम अभी पूरा नहीं हुआ।',
  },
  aadhaar_consent_denied: {
    en: 'You did not give consent at DigiLocker.',
    hi: 'आपने DigiLocker पर सहमति नहीं दी।',
  },
  aadhaar_session_expired: {
    en: 'The DigiLocker session expired. Start again.',
    hi: 'DigiLocker सत्र समाप्त हो गया। फिर से शुरू करें।',
  },
  aadhaar_not_linked: {
    en: 'Aadhaar is not linked to this DigiLocker account.',
    hi: 'इस DigiLocker खाते से आधार जुड़ा नहीं है।',
  },
  aadhaar_signature: {
    en: 'The document could not be proven genuine.',
    hi: 'दस्तावेज़ असली साबित नहीं हो सका।',
  },
  aadhaar_last4: {
    en: 'The document is for another Aadhaar number.',
    hi: 'दस्तावेज़ किसी दूसरे आधार नंबर का है।',
  },
  aadhaar_date_of_birth: {
    en: 'The birth date on the document differs from the one you gave.',
    hi: 'दस्तावेज़ पर जन्मतिथि आपकी दी हुई तारीख से अलग है।',
  },
  aadhaar_name: {
    en: 'The name on the document differs from the one on your PAN.',
    hi: 'दस्तावेज़ पर नाम आपके PAN के नाम से अलग है।',
  },
  aadhaar_in_use: {
    en: 'This Aadhaar document is already used by another account. Use that account, or write to us.',
    hi: 'यह आधार दस्तावेज़ पहले से किसी और खाते में है। वही खाता इस्तेमाल करें, या हमें लिखें।',
  },
  video_face_unclear: {
    en: 'Your face could not be made out. Record again in better light.',
    hi: 'आपका चेहरा साफ़ नहीं दिखा। बेहतर रोशनी में फिर रिकॉर्ड करें।',
  },
  video_phrase_wrong: {
    en: 'The phrase could not be heard as it was shown. Record again and read all of it.',
    hi: 'दिखाया गया वाक्य ठीक से सुनाई नहीं दिया। फिर रिकॉर्ड करें और पूरा पढ़ें।',
  },
  video_not_live: {
    en: 'The recording does not seem to be live. Record again, in person.',
    hi: 'रिकॉर्डिंग लाइव नहीं लगती। खुद सामने आकर फिर रिकॉर्ड करें।',
  },
  video_other_person: {
    en: 'The person in the recording is not the one on the documents.',
    hi: 'रिकॉर्डिंग में दिख रहा व्यक्ति दस्तावेज़ वाला व्यक्ति नहीं है।',
  },
  video_unusable: {
    en: 'The recording could not be used. Record again.',
    hi: 'रिकॉर्डिंग काम की नहीं थी। फिर रिकॉर्ड करें।',
  },
  video_rejected: {
    en: 'The person who looked at your video could not confirm your identity.',
    hi: 'वीडियो देखने वाले व्यक्ति आपकी पहचान पक्की नहीं कर सके।',
  },
  video_link_expired: {
    en: 'The link to your video call has expired. Start again.',
    hi: 'वीडियो कॉल का लिंक समाप्त हो गया। फिर से शुरू करें।',
  },
  video_dropped_off: {
    en: 'The video call ended before it was finished. Start again.',
    hi: 'वीडियो कॉल पूरी होने से पहले बंद हो गई। फिर से शुरू करें।',
  },
  video_no_agent: {
    en: 'No agent was free. Start again in a while.',
    hi: 'कोई एजेंट खाली नहीं था। थोड़ी देर में फिर शुरू करें।',
  },
  video_outside_india: {
    en: 'The video call can be made only inside India.',
    hi: 'वीडियो कॉल केवल भारत के अंदर हो सकती है।',
  },
  video_proxy: {
    en: 'The connection came through a proxy or VPN. Switch it off and start again.',
    hi: 'कनेक्शन प्रॉक्सी या VPN से आया। उसे बंद करके फिर शुरू करें।',
  },
  video_location_off: {
    en: 'The location was not shared. Allow it and start again.',
    hi: 'स्थान साझा नहीं हुआ। अनुमति देकर फिर शुरू करें।',
  },
  video_device: {
    en: 'Camera or microphone did not work. Check them and start again.',
    hi: 'कैमरा या माइक्रोफ़ोन नहीं चला। जाँच कर फिर शुरू करें।',
  },
  video_at_provider_failed: {
    en: 'The video call could not be set up. It is not your fault; start again.',
    hi: 'वीडियो कॉल शुरू नहीं हो सकी। इसमें आपकी गलती नहीं है; फिर से शुरू करें।',
  },
} as const;

export type KycReasonCode = keyof typeof KYC_REASONS;
export const KYC_REASON_CODES = Object.keys(KYC_REASONS) as [KycReasonCode, ...KycReasonCode[]];
