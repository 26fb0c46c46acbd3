/** Codes of repayments that a bank demands back: part of the closed list in `errors.ts`. */
export const CHARGEBACK_ERRORS = {
  chargeback_ended: {
    status: 409,
    retry: 'never',
    en: 'The bank has decided this dispute. Nothing can be told to it any more.',
    hi: 'बैंक इस विवाद का फ़ैसला कर चुका है। अब उसे कुछ नहीं बताया जा सकता।',
  },
  chargeback_answered: {
    status: 409,
    retry: 'never',
    en: 'The bank has our answer to this already.',
    hi: 'इस पर हमारा जवाब बैंक के पास पहले से है।',
  },
  chargeback_late: {
    status: 409,
    retry: 'never',
    en: 'The time for evidence is over.',
    hi: 'सबूत देने का समय बीत चुका है।',
  },
  chargeback_evidence_full: {
    status: 422,
    retry: 'never',
    en: 'The bank takes no more documents than these. Take one away first.',
    hi: 'बैंक इससे ज़्यादा दस्तावेज़ नहीं लेता। पहले एक हटाएँ।',
  },
  chargeback_evidence_unreadable: {
    status: 422,
    retry: 'never',
    en: 'We cannot read this file. Send a PDF, JPEG or PNG of at most 2 MB.',
    hi: 'हम यह फ़ाइल पढ़ नहीं पा रहे। ज़्यादा से ज़्यादा 2 MB की PDF, JPEG या PNG भेजें।',
  },
  chargeback_evidence_missing: {
    status: 422,
    retry: 'never',
    en: 'Add at least one document for the bank first.',
    hi: 'पहले बैंक के लिए कम से कम एक दस्तावेज़ जोड़ें।',
  },
} as const;
