import { GoTrueClient } from '@supabase/auth-js';
import { deviceName } from './device.ts';
import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { currentLanguage } from './language.ts';
import { bringsSession } from './link-arrival.ts';
import { heard } from './session-state.ts';

/**
 * Says which browser this is with whatever is sent to the auth service, so that no user is told of their own log-in as new, and in
 * which language its page is: the mail that was asked for comes in the same.
 */
export function namingFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (init.method !== 'POST') return fetch(input, init);
  const headers = new Headers(init.headers);
  headers.set('X-Device-Name', deviceName());
  headers.set('Accept-Language', currentLanguage());
  return fetch(input, { ...init, headers });
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
