import type { IncomingHttpHeaders } from 'node:http';

/** The language a request accepts: that of the page it comes from. English where it names none. */
export function languageOf(headers: IncomingHttpHeaders): 'en' | 'hi' {
  return /^hi\b/i.test(headers['accept-language'] ?? '') ? 'hi' : 'en';
}
