/**
 * States and union territories by their GST code: the first two digits of a GSTIN. Source: the GST state code list of the
 * Goods and Services Tax Network; 26 covers Dadra and Nagar Haveli and Daman and Diu since 2020.
 * Rule: LEND-F2
 */
export const STATES = {
  '01': { en: 'Jammu and Kashmir', hi: 'जम्मू और कश्मीर' },
  '02': { en: 'Himachal Pradesh', hi: 'हिमाचल प्रदेश' },
  '03': { en: 'Punjab', hi: 'पंजाब' },
  '04': { en: 'Chandigarh', hi: 'चंडीगढ़' },
  '05': { en: 'Uttarakhand', hi: 'उत्तराखंड' },
  '06': { en: 'Haryana', hi: 'हरियाणा' },
  '07': { en: 'Delhi', hi: 'दिल्ली' },
  '08': { en: 'Rajasthan', hi: 'राजस्थान' },
  '09': { en: 'Uttar Pradesh', hi: 'उत्तर प्रदेश' },
  '10': { en: 'Bihar', hi: 'बिहार' },
  '11': { en: 'Sikkim', hi: 'सिक्किम' },
  '12': { en: 'Arunachal Pradesh', hi: 'अरुणाचल प्रदेश' },
  '13': { en: 'Nagaland', hi: 'नागालैंड' },
  '14': { en: 'Manipur', hi: 'मणिपुर' },
  '15': { en: 'Mizoram', hi: 'मिज़ोरम' },
  '16': { en: 'Tripura', hi: 'त्रिपुरा' },
  '17': { en: 'Meghalaya', hi: 'मेघालय' },
  '18': { en: 'Assam', hi: 'असम' },
  '19': { en: 'West Bengal', hi: 'पश्चिम बंगाल' },
  '20': { en: 'Jharkhand', hi: 'झारखंड' },
  '21': { en: 'Odisha', hi: 'ओडिशा' },
  '22': { en: 'Chhattisgarh', hi: 'छत्तीसगढ़' },
  '23': { en: 'Madhya Pradesh', hi: 'मध्य प्रदेश' },
  '24': { en: 'Gujarat', hi: 'गुजरात' },
  '26': {
    en: 'Dadra and Nagar Haveli and Daman and Diu',
    hi: 'दादरा और नगर हवेली तथा दमन और दीव',
  },
  '27': { en: 'Maharashtra', hi: 'महाराष्ट्र' },
  '29': { en: 'Karnataka', hi: 'कर्नाटक' },
  '30': { en: 'Goa', hi: 'गोवा' },
  '31': { en: 'Lakshadweep', hi: 'लक्षद्वीप' },
  '32': { en: 'Kerala', hi: 'केरल' },
  '33': { en: 'Tamil Nadu', hi: 'तमिलनाडु' },
  '34': { en: 'Puducherry', hi: 'पुदुच्चेरी' },
  '35': { en: 'Andaman and Nicobar Islands', hi: 'अंडमान और निकोबार द्वीपसमूह' },
  '36': { en: 'Telangana', hi: 'तेलंगाना' },
  '37': { en: 'Andhra Pradesh', hi: 'आंध्र प्रदेश' },
  '38': { en: 'Ladakh', hi: 'लद्दाख' },
} as const;
export type StateCode = keyof typeof STATES;

/** In the order of their codes. */
export const STATE_CODES = (Object.keys(STATES) as StateCode[]).toSorted();

/** A state's code as text, checked; undefined for any other text. */
export function readStateCode(text: string): StateCode | undefined {
  return Object.hasOwn(STATES, text) ? (text as StateCode) : undefined;
}

/**
 * A registered person's state: by the GSTIN, else by the code or name in a text such as `Maharashtra (27)`.
 * Undefined where neither says one.
 * Rule: LEND-F2
 */
export function stateOfSupplier(gstin: string, text: string): StateCode | undefined {
  const byNumber = /^(\d{2})[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/.exec(gstin.trim().toUpperCase())?.[1];
  const byCode = /\b(\d{2})\b/.exec(text)?.[1];
  const name = text
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase();
  const byName = STATE_CODES.find((code) => STATES[code].en.toLowerCase() === name);
  return readStateCode(byNumber ?? '') ?? readStateCode(byCode ?? '') ?? byName;
}
