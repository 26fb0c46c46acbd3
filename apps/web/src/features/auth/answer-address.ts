import { keepMarks, keptMarks, MARK_PARAM } from '../../lib/asked-mail.ts';

/** As long as the link of a mail works. */
const LIFE_MS = 24 * 60 * 60 * 1000;
/** Mails are asked for again; more than these in a day no browser asks for. */
const KEPT_MAX = 10;

/**
 * The address of a page that the link of a mail leads to, with a mark that only this browser and the mailbox know: the link may log in here
 * without a question. Names no user. Where storage is refused the address has no mark, and the link asks.
 */
export function answerAddress(path: string): string {
  const address = globalThis.location.origin + path;
  try {
    const mark = crypto.randomUUID();
    keepMarks([...keptMarks().slice(1 - KEPT_MAX), [mark, Date.now() + LIFE_MS]]);
    return `${address}?${MARK_PARAM}=${mark}`;
  } catch {
    return address;
  }
}
