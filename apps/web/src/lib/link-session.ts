import { to } from './addresses.ts';
import { type Mark, MARK_PARAM } from './asked-mail.ts';

/** The pages mail links lead to. A session in the address of any other page was not asked for. */
const LINK_PATHS = [to('/auth/confirmed'), to('/new-password')];

export interface LinkTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The purpose of the link: signup, recovery, magiclink, email_change, invite. */
  readonly type: string | undefined;
}

/**
 * The verdict on a session that an address brings. `take`: the same user is signed in, or this browser asked for the mail and nobody
 * is. `ask`: the reader decides. The sender of a link must not be able to put an account of theirs under the reader's hands unnoticed:
 * what the reader then proves and gives away would be the sender's.
 */
export type LinkVerdict =
  | { readonly what: 'none' | 'drop' }
  | { readonly what: 'take'; readonly mark: Mark | undefined }
  | { readonly what: 'ask'; readonly tokens: LinkTokens };

/** Judges an address against the session kept here, as the auth client wrote it down, and the marks of the mails asked for here. */
export function judgeLink(address: string, kept: string | null, marks: readonly Mark[]): LinkVerdict {
  const url = new URL(address);
  // The client lets the query speak over the hash, but our server only ever answers in the hash.
  if (url.searchParams.has('access_token') || url.searchParams.has('refresh_token')) return { what: 'drop' };
  // The last value of a repeated name counts, in the client as here.
  const hash: Partial<Record<string, string>> = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  const { access_token: accessToken, refresh_token: refreshToken, type } = hash;
  if (accessToken === undefined) return { what: 'none' };
  if (refreshToken === undefined || !LINK_PATHS.includes(url.pathname)) return { what: 'drop' };
  const signedIn = userOfKept(kept);
  const mark = marks.find(([one]) => one === url.searchParams.get(MARK_PARAM));
  if (signedIn === undefined ? mark !== undefined : signedIn === userOfToken(accessToken))
    return { what: 'take', mark };
  return { what: 'ask', tokens: { accessToken, refreshToken, type } };
}

/** The address without what a link brought. */
export function withoutTokens(address: string): string {
  const url = new URL(address);
  for (const name of ['access_token', 'refresh_token', MARK_PARAM]) url.searchParams.delete(name);
  return url.pathname + url.search;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function textAt(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The person of the session that the auth client stored; undefined where there is none or it cannot be read. */
export function userOfKept(kept: string | null): string | undefined {
  const session = kept === null ? undefined : parsed(kept);
  if (typeof session !== 'object' || session === null) return undefined;
  return textAt(Reflect.get(session, 'user'), 'id') ?? userOfToken(textAt(session, 'access_token') ?? '');
}

/** Only says whom to ask about: the server checks the token before anybody is signed in with it. */
function userOfToken(token: string): string | undefined {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return textAt(parsed(atob(payload)), 'sub');
  } catch {
    return undefined;
  }
}
