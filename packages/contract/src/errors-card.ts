/** Codes of cards and their bills: part of the closed list in `errors.ts`. */
export const CARD_ERRORS = {
  card_removed: {
    status: 409,
    retry: 'never',
    en: 'This card was removed. Add it again to pay its bill.',
    hi: 'यह कार्ड हटा दिया गया है। बिल चुकाने के लिए इसे फिर जोड़ें।',
  },
  card_in_use: {
    status: 409,
    retry: 'never',
    en: 'A payment to this card is still being made. Remove it afterwards.',
    hi: 'इस कार्ड का भुगतान अभी चल रहा है। बाद में हटाएँ।',
  },
  bill_not_found: {
    status: 404,
    retry: 'never',
    en: 'The bank found no bill for this card and your mobile number.',
    hi: 'इस कार्ड और आपके मोबाइल नंबर के लिए बैंक को कोई बिल नहीं मिला।',
  },
  bill_not_due: {
    status: 409,
    retry: 'never',
    en: 'Nothing is due on this card.',
    hi: 'इस कार्ड पर कुछ बकाया नहीं है।',
  },
  bill_already_paid: {
    status: 409,
    retry: 'never',
    en: 'This bill is paid already, or a payment of it is on its way. With this one it would be more than is due.',
    hi: 'यह बिल चुक गया है, या उसका भुगतान चल रहा है। इसके साथ रकम बकाया से ज़्यादा हो जाएगी।',
  },
  payments_paused: {
    status: 503,
    retry: 'later',
    en: 'We are not taking new payments for a short while. Try again in a few minutes.',
    hi: 'हम थोड़ी देर के लिए नए भुगतान नहीं ले रहे। कुछ मिनट में फिर कोशिश करें।',
  },
  biller_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The bank is not answering. Enter the amount yourself or try again later.',
    hi: 'बैंक जवाब नहीं दे रहा। रकम खुद लिखें या बाद में कोशिश करें।',
  },
  biller_not_supported: {
    status: 409,
    retry: 'never',
    en: 'Bills of this card cannot be paid here yet.',
    hi: 'इस कार्ड के बिल का भुगतान यहाँ अभी नहीं हो सकता।',
  },
  biller_deactivated: {
    status: 409,
    retry: 'never',
    en: 'This bank takes no bill payments through the network at the moment. Pay this bill at your bank.',
    hi: 'यह बैंक अभी नेटवर्क से बिल का भुगतान नहीं ले रहा। यह बिल अपने बैंक में भरें।',
  },
} as const;
