/**
 * Codes that a client says by itself, when no answer of ours has a sentence. Every other sentence arrives with the answer, so a
 * browser fetches these alone.
 */
export const CLIENT_ERRORS = {
  not_found: { status: 404, retry: 'never', en: 'We could not find this.', hi: 'यह हमें नहीं मिला।' },
  internal: {
    status: 500,
    retry: 'same_key',
    en: 'Something went wrong on our side. Nothing you typed is lost.',
    hi: 'हमारी ओर से गड़बड़ी हुई। आपका लिखा कुछ भी नहीं खोया।',
  },
  /** Not the server's: what a client makes of a 502 or 503 that a proxy in between answered. */
  service_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The service is not available right now. Try again in a few minutes.',
    hi: 'सेवा अभी उपलब्ध नहीं है। कुछ मिनट में फिर कोशिश करें।',
  },
} as const;
