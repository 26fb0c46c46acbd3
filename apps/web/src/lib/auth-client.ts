import { CLIENT_ERRORS } from '@mohlat/contract';
import {
  type AuthError,
  GoTrueClient,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from '@supabase/auth-js';
import { fetchWithin } from './answer-limit.ts';
import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { currentLanguage } from './language.ts';
import { bringsSession } from './link-arrival.ts';
import { errorText, NetworkError } from './problem.ts';
import { heard } from './session-state.ts';

/**
 * Says which browser this is with whatever is sent to the auth service, so that no user is told of their own log-in as new, and in
 * which language its page is: the mail that was asked for comes in the same. A renewal that is to come later loses no session, and
 * a call that hangs is lost after half a minute: the dialog that sent it stays open until then.
 */
export async function namingFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (init.method !== 'POST') return fetchWithin(input, init);
  const headers = new Headers(init.headers);
  headers.set('X-Device-Name', deviceName());
  headers.set('Accept-Language', currentLanguage());
  const response = await fetchWithin(input, { ...init, headers });
  return isRenewal(input) && COME_LATER.includes(response.status) ? asUnavailable(response) : response;
}

const DEVICE_KEY = 'mohlat-device';

/**
 * A random name of this browser, said in a header of each sign-up and log-in: two accounts of one device are no referral, and
 * the owner of an account is told of a log-in from another one. Says nothing else, and is no data of an account: tokens show those.
 */
function deviceName(): string {
  try {
    const known = localStorage.getItem(DEVICE_KEY);
    if (known !== null) return known;
    const made = crypto.randomUUID();
    localStorage.setItem(DEVICE_KEY, made);
    return made;
  } catch {
    // Storage is refused: it goes on without a name.
    return '';
  }
}

/** Too many calls of the address, or another renewal of the session that takes long: nothing is said of the session. */
const COME_LATER: readonly number[] = [409, 429];
const UNAVAILABLE = 503;

function isRenewal(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input);
  return url.endsWith('/token?grant_type=refresh_token');
}

/** The client drops a session whose renewal is refused once its token has run out, and asks again only after 500 and above. */
function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: UNAVAILABLE, headers });
}

/**
 * Keeps the session, refreshes it and tells other tabs. Mail links answer in the implicit form, because a mail is
 * often opened in another browser than the one that asked for it.
 */
export const auth = new GoTrueClient({
  url: `${globalThis.location.origin}/auth/v1`,
  storageKey: AUTH_STORAGE_KEY,
  detectSessionInUrl: bringsSession,
  persistSession: true,
  autoRefreshToken: true,
  flowType: 'implicit',
  fetch: namingFetch,
  experimental: { recoveryCodes: true },
});

auth.onAuthStateChange(heard);

/** The session is over already. */
const OVER: readonly number[] = [401, 403, 404];

/**
 * Ends the session on the server and then here; `onEnded` comes in between. Returns a sentence in the reader's language if the server
 * did not end it: the session stays here, to be left with another press. The client's own signOut forgets it before it asks, and after
 * a refusal it could be ended from nowhere.
 */
export async function endSession(
  scope: 'local' | 'global',
  onEnded?: () => void,
): Promise<string | undefined> {
  const { data, error: unread } = await auth.getSession();
  // A token that ran out is renewed first; one that cannot be now ends nothing, here or elsewhere.
  if (unread && (isAuthRetryableFetchError(unread) || scope === 'global')) return sentenceOf(unread);
  const refused = data.session && (await auth.admin.signOut(data.session.access_token, scope)).error;
  if (refused && !isAuthSessionMissingError(refused) && !OVER.includes(refused.status ?? 0))
    return sentenceOf(refused);
  onEnded?.();
  // Without a session here it tells the other tabs, and asks the server nothing more.
  localStorage.removeItem(AUTH_STORAGE_KEY);
  const { error } = await auth.signOut({ scope: 'local' });
  return error === null ? undefined : sentenceOf(error);
}

/** The service speaks English alone, and of a lost connection the browser does: a reader of Hindi is told in general. */
function sentenceOf(error: AuthError): string {
  const language = currentLanguage();
  if (isAuthRetryableFetchError(error) && error.status === 0)
    return errorText(new NetworkError('The auth service was not reached'), language);
  return language === 'en' ? error.message : CLIENT_ERRORS.service_unavailable.hi;
}
