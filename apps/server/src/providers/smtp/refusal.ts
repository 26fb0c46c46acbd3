/** The subject of a refusal: the address, ourselves (the relay does not take mail from us), or this mail alone. */
export type RefusalSubject = 'address' | 'us' | 'mail';

/** RFC 3463: no such mailbox or domain, and a mailbox that is disabled. 5.1.0, 5.1.7 and 5.1.8 are said of senders. */
const ADDRESS = /^5\.(1\.([1-6]|10)|2\.1)$/;
const US = /^5\.(1\.[078]|7\.\d{1,3})$/;
/** A relay without enhanced codes says in words alone that it means us ("550 relay not permitted"). */
const WORDS_ABOUT_US = /\b(relay|sender|helo|authenti|blocked|blacklisted|blocklist|denied|policy|spam)/i;

/**
 * Reads the subject of a 5xx reply. Postfix says a refusal of the client and of the sender at RCPT TO too (`smtpd_delay_reject`), so
 * that the command alone proves nothing about the address. In doubt it is not the address: one that is taken for refused gets
 * no mail any more.
 */
export function subjectOfRefusal(command: string, response: string): RefusalSubject {
  const [, code = '', enhanced, words = ''] =
    /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/s.exec(response) ?? [];
  const isAtAddress = command === 'RCPT TO';
  if (!isAtAddress && command !== 'MAIL FROM') return command === 'DATA' ? 'mail' : 'us';
  if (enhanced !== undefined) {
    if (US.test(enhanced)) return 'us';
    return isAtAddress && ADDRESS.test(enhanced) ? 'address' : 'mail';
  }
  if (code === '530' || WORDS_ABOUT_US.test(words)) return 'us';
  return isAtAddress && code === '550' ? 'address' : 'mail';
}
