import type { Language } from './erasure.rules.ts';

/** The labels of the columns of a KYC record. */
export const KYC_LABELS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  aadhaarLast4: { en: 'Aadhaar, last four digits', hi: 'आधार के आखिरी चार अंक' },
  aadhaarPinCode: { en: 'PIN code on Aadhaar', hi: 'आधार पर पिन कोड' },
  aadhaarName: { en: 'Name on Aadhaar', hi: 'आधार पर नाम' },
  aadhaarReason: { en: 'Aadhaar, reason', hi: 'आधार का कारण' },
  aadhaarStatus: { en: 'Aadhaar check', hi: 'आधार की जाँच' },
  aadhaarVerifiedAt: { en: 'Aadhaar verified', hi: 'आधार सत्यापित हुआ' },
  kycCompleted: { en: 'KYC complete', hi: 'KYC पूरा' },
  pan: { en: 'PAN', hi: 'PAN' },
  panCategory: { en: 'PAN, category', hi: 'PAN की श्रेणी' },
  panMasked: { en: 'PAN, as shown', hi: 'PAN, जैसा दिखता है' },
  panName: { en: 'Name on PAN', hi: 'PAN पर नाम' },
  panReason: { en: 'PAN, reason', hi: 'PAN का कारण' },
  panStatus: { en: 'PAN check', hi: 'PAN की जाँच' },
  panVerifiedAt: { en: 'PAN verified', hi: 'PAN सत्यापित हुआ' },
  rekycDueOn: { en: 'KYC due again', hi: 'KYC फिर कब' },
  rekycNoticedAt: { en: 'Told of KYC again', hi: 'दोबारा KYC की सूचना' },
  rekycStepOn: { en: 'Step of KYC again', hi: 'दोबारा KYC का चरण' },
  videoReason: { en: 'Video, reason', hi: 'वीडियो का कारण' },
  videoReasonCode: { en: 'Video, reason', hi: 'वीडियो का कारण' },
  videoStatus: { en: 'Video check', hi: 'वीडियो की जाँच' },
  videoVerifiedAt: { en: 'Video verified', hi: 'वीडियो सत्यापित हुआ' },
};
