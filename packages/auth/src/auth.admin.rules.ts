import { AuthError, invalid } from './auth.errors.ts';

export interface Page {
  readonly page: number;
  readonly perPage: number;
  readonly isOldestFirst: boolean;
}

const PER_PAGE = 50;
const PER_PAGE_MAX = 1000;

/** Reads the page that is asked for; an empty text counts as none. Throws validation_failed. */
export function readPage(page: string, perPage: string, sort: string): Page {
  const field = sort === '' ? ['created_at', 'desc'] : sort.trim().split(/\s+/);
  const [column, direction = 'desc'] = field;
  if (column !== 'created_at' || (direction !== 'asc' && direction !== 'desc'))
    throw invalid(`Bad Sort Parameters: sort by created_at asc or created_at desc, not ${sort.slice(0, 50)}`);
  return {
    page: readNumber(page, 1),
    perPage: Math.min(readNumber(perPage, PER_PAGE), PER_PAGE_MAX),
    isOldestFirst: direction === 'asc',
  };
}

function readNumber(text: string, fallback: number): number {
  if (text === '') return fallback;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number === 0)
    throw invalid(`Bad Pagination Parameters: "${text.slice(0, 30)}" is not a whole number above zero`);
  return number;
}

/**
 * The pages after this one. Clients find the number behind the first `=`, so `page` stands first, and what comes after
 * needs no sign of its own.
 */
export function pageLinks(url: string, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number, rel: string) => `<${url}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const YEARS_100_MS = 100 * 365 * 24 * 3_600_000;

/** Until when a ban lasts; null lifts it. `24h`, `1h30m`, or `none`. Throws validation_failed. */
export function banUntil(text: string, now: Date): Date | null {
  if (text === 'none') return null;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text)
    throw invalid('invalid format for ban duration: give something such as 24h, 1h30m, or none');
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  return new Date(now.getTime() + Math.min(ms, YEARS_100_MS));
}

/** The account a path names does not exist. */
export function noSuchUser(): AuthError {
  return new AuthError('user_not_found', { status: 404, message: 'User not found' });
}
