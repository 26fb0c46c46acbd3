import { GoTrueClient, type Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

export const AUTH_STORAGE_KEY = 'mohlat-auth';

export interface LinkAnswer {
  /** Why the link did not work, in the server's words. */
  readonly error: string | undefined;
  readonly errorCode: string | undefined;
  /** "Please proceed to confirm link sent to the other email": half of a change is done. */
  readonly message: string | undefined;
  /** What the link was for: signup, recovery, magiclink, email_change, invite. */
  readonly type: string | undefined;
}

/** What a mail link brought back in the address, read before the client takes it away. */
export function readLinkAnswer(address: string): LinkAnswer {
  const url = new URL(address);
  const hash = new URLSearchParams(url.hash.slice(1));
  const find = (name: string) => hash.get(name) ?? url.searchParams.get(name) ?? undefined;
  return {
    error: find('error_description') ?? find('error'),
    errorCode: find('error_code'),
    message: hash.get('message') ?? undefined,
    type: hash.get('type') ?? undefined,
  };
}

export const linkAnswer = readLinkAnswer(globalThis.location.href);

/**
 * Keeps the session, refreshes it and tells other tabs. Mail links answer in the implicit form, because a mail is
 * often opened in another browser than the one that asked for it.
 */
export const auth = new GoTrueClient({
  url: `${globalThis.location.origin}/auth/v1`,
  storageKey: AUTH_STORAGE_KEY,
  detectSessionInUrl: true,
  persistSession: true,
  autoRefreshToken: true,
  flowType: 'implicit',
});

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'in'; readonly session: Session; readonly userId: string }
  /** `expired`: there was a session and it ended by itself; the screen stays as it is. */
  | { readonly status: 'out'; readonly reason: 'never' | 'left' | 'expired' };

let state: SessionState = { status: 'loading' };
let isLeaving = false;
let isRecovery = false;
const listeners = new Set<() => void>();

function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

auth.onAuthStateChange((event, session) => {
  if (event === 'PASSWORD_RECOVERY') isRecovery = true;
  if (session) {
    setState({ status: 'in', session, userId: session.user.id });
    return;
  }
  if (isLeaving) setState({ status: 'out', reason: 'left' });
  else setState({ status: 'out', reason: state.status === 'in' ? 'expired' : 'never' });
});

/** The session as the app sees it now. */
export function getSessionState(): SessionState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getSessionState, getSessionState);
}

/** Waits until the stored session, or the one in a mail link, has been looked at. */
export function sessionSettled(): Promise<SessionState> {
  if (state.status !== 'loading') return Promise.resolve(state);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (state.status === 'loading') return;
      stop();
      resolve(state);
    });
  });
}

/** True after a password-recovery link was followed in this page's lifetime. */
export function cameFromRecoveryLink(): boolean {
  return isRecovery;
}

/** The bearer for one call; refreshed by the client when it is about to expire. */
export async function accessToken(): Promise<string | undefined> {
  const { data } = await auth.getSession();
  return data.session?.access_token;
}

/** After a 401: asks for a new access token once. False when the session is over. */
export async function renewSession(): Promise<boolean> {
  const { data, error } = await auth.refreshSession();
  if (data.session) return true;
  // A lost connection is no reason to send anybody to the log-in page.
  const isOver = error !== null && error.status !== undefined && error.status >= 400 && error.status < 500;
  if (isOver) setState({ status: 'out', reason: 'expired' });
  return false;
}

/** Ends this session here; other devices stay. Returns the error's words, if the server refused. */
export async function logout(): Promise<string | undefined> {
  isLeaving = true;
  try {
    const { error } = await auth.signOut({ scope: 'local' });
    if (error) return error.message;
    setState({ status: 'out', reason: 'left' });
    return undefined;
  } finally {
    isLeaving = false;
  }
}
