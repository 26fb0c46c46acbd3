import { GoTrueClient, type Session, type User } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { judgeLink, withoutTokens, type LinkTokens } from './link-session.ts';

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

const verdict = judgeLink(globalThis.location.href, localStorage.getItem(AUTH_STORAGE_KEY));
let heldTokens = verdict.what === 'ask' ? verdict.tokens : undefined;
if (verdict.what === 'ask' || verdict.what === 'drop') {
  globalThis.history.replaceState(null, '', withoutTokens(globalThis.location.href));
}

/**
 * Keeps the session, refreshes it and tells other tabs. Mail links answer in the implicit form, because a mail is
 * often opened in another browser than the one that asked for it.
 */
export const auth = new GoTrueClient({
  url: `${globalThis.location.origin}/auth/v1`,
  storageKey: AUTH_STORAGE_KEY,
  detectSessionInUrl: verdict.what === 'take',
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

/** The session of a mail link that waits for an answer, because somebody else is signed in here. */
export function heldLink(): LinkTokens | undefined {
  return heldTokens;
}

/** Whose session a held link brings, asked of the server; undefined when the link is no longer good. */
export async function ownerOfHeldLink(): Promise<Pick<User, 'email' | 'phone'> | undefined> {
  if (heldTokens === undefined) return undefined;
  // Not the client's getUser: it ends the session kept here when the token it is given has none.
  const response = await fetch('/auth/v1/user', {
    headers: { Authorization: `Bearer ${heldTokens.accessToken}` },
  }).catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as User) : undefined;
}

/** Stays with the session that was here. */
export function dropHeldLink(): void {
  heldTokens = undefined;
}

/** Goes over to the link's session, and leaves nothing of the other person in this tab. True when it worked. */
export async function takeHeldLink(): Promise<boolean> {
  const tokens = heldTokens;
  if (tokens === undefined) return false;
  const { error } = await auth.setSession({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  });
  if (error) return false;
  heldTokens = undefined;
  isRecovery = tokens.type === 'recovery';
  sessionStorage.clear();
  return true;
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
    // A recording that waits to be sent does not stay for the next person at this device.
    await import('./take-store.ts').then(({ forgetTakes }) => forgetTakes()).catch(() => undefined);
    setState({ status: 'out', reason: 'left' });
    return undefined;
  } finally {
    isLeaving = false;
  }
}
