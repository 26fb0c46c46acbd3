import { to } from './addresses.ts';

const STORAGE_KEY = 'mohlat-asked';
/** As long as the link of a mail works. */
const LIFE_MS = 24 * 60 * 60 * 1000;
/** Mails are asked for again; more than these in a day no browser asks for. */
const KEPT_MAX = 10;
export const MARK_PARAM = 'asked';

interface Mark {
  readonly mark: string;
  readonly untilMs: number;
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'mark') === 'string' &&
  typeof Reflect.get(value, 'untilMs') === 'number';

function read(): readonly Mark[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMark).filter(({ untilMs }) => untilMs > Date.now()) : [];
  } catch {
    return [];
  }
}

/** The marks of the mails that this browser asked for and whose links it has not opened yet. */
export function keptMarks(): readonly string[] {
  return read().map(({ mark }) => mark);
}

/**
 * The address that the link of a mail leads to, with a mark that only this browser and the mailbox know: the link may log in here
 * without a question. Names no user. Where storage is refused the address has no mark, and the link asks.
 */
export function answerAddress(path: '/auth/confirmed' | '/new-password'): string {
  const address = globalThis.location.origin + to(path);
  try {
    const mark = crypto.randomUUID();
    const marks = [...read(), { mark, untilMs: Date.now() + LIFE_MS }].slice(-KEPT_MAX);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(marks));
    return `${address}?${MARK_PARAM}=${mark}`;
  } catch {
    return address;
  }
}

/** A mark is good for one link. */
export function spendMark(mark: string): void {
  const left = read().filter((one) => one.mark !== mark);
  if (left.length === 0) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(left));
}
