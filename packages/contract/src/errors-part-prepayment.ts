/** Codes of paying a part early: part of the closed list in `errors.ts`, in the order in which they are looked for. */
export const PART_PREPAYMENT_ERRORS = {
  part_prepayment_after_dues: {
    status: 409,
    retry: 'never',
    en: 'Pay what is due first.',
    hi: 'पहले बकाया चुकाएँ।',
  },
  part_prepayment_advance_held: {
    status: 409,
    retry: 'never',
    en: 'You already paid ahead. Try again after the next due date.',
    hi: 'आप पहले से भर चुके हैं। अगली तारीख़ के बाद फिर कोशिश करें।',
  },
  part_prepayment_too_small: {
    status: 422,
    retry: 'never',
    en: 'Enter at least ₹500, and more than the interest so far.',
    hi: 'कम से कम ₹500 लिखें, और अब तक के ब्याज से ज़्यादा।',
  },
  part_prepayment_close_instead: {
    status: 422,
    retry: 'never',
    en: 'Less than ₹1,000 of the bill would be left. Enter less, or close the payment.',
    hi: 'बिल का ₹1,000 से कम बचेगा। कम लिखें, या भुगतान बंद करें।',
  },
  part_prepayment_not_possible: {
    status: 409,
    retry: 'never',
    en: 'This amount cannot make the instalments smaller.',
    hi: 'इस रकम से किस्तें छोटी नहीं हो सकतीं।',
  },
} as const;
