/** Codes of papers: part of the closed list in `errors.ts`. */
export const DOCUMENT_ERRORS = {
  document_not_ready: {
    status: 409,
    retry: 'later',
    en: 'This document does not exist yet.',
    hi: 'यह दस्तावेज़ अभी नहीं बना है।',
  },
} as const;
