import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'in'; readonly session: Session; readonly userId: string }
  /**
   * `expired`: there was a session and it ended by itself; the screen stays as it is. `left_elsewhere`: its owner logged out in another
   * tab, so nothing of theirs stays in this one.
   */
  | { readonly status: 'out'; readonly reason: 'never' | 'left' | 'left_elsewhere' | 'expired' };

let state: SessionState = { status: 'loading' };
let isLeaving = false;
let isRecovery = false;
let isClientHere = false;
const listeners = new Set<() => void>();

export function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

const OWNER_KEY = 'mohlat-tab-owner';
/** The last user of this tab, also of before it was loaded again. */
let owner = sessionStorage.getItem(OWNER_KEY);

/** The user whose screen this is, also after their session ended; null before the first. */
export const ownerOfScreen = (): string | null => owner;

/** Clears the tab when another person logs in. Drafts and fetched data outlive a session, but for the same person alone. */
export function keepTabFor(userId: string): void {
  const last = sessionStorage.getItem(OWNER_KEY);
  owner = userId;
  if (last === userId) return;
  if (last !== null) {
    sessionStorage.clear();
    queryClient.clear();
  }
  sessionStorage.setItem(OWNER_KEY, userId);
}

/** The word to other tabs: its value is the user who leaves. It is taken away at once, so it names no user to the next. */
const LEAVING_KEY = 'mohlat-leaving';

/**
 * Tells the other tabs that their owner is logging out. It comes before the kept session goes: without it they could not tell a
 * log-out from a session that ended by itself, whose screen waits for its owner with what they typed.
 */
export function tellLeaving(): void {
  if (owner === null) return;
  localStorage.setItem(LEAVING_KEY, owner);
  localStorage.removeItem(LEAVING_KEY);
}

/** Hears what another tab wrote down; when the owner of this tab has left there, they have left here too. */
export function heardOfLeaving({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
  if (key !== LEAVING_KEY || newValue === null || newValue !== owner) return;
  owner = null;
  sessionStorage.clear();
  queryClient.clear();
  setState({ status: 'out', reason: 'left_elsewhere' });
}

/** Takes an event of the auth client; the first event brings the session that it found. */
export function heard(event: AuthChangeEvent, session: Session | null): void {
  isClientHere = true;
  if (event === 'PASSWORD_RECOVERY') isRecovery = true;
  if (session) {
    keepTabFor(session.user.id);
    setState({ status: 'in', session, userId: session.user.id });
    return;
  }
  if (isLeaving) setState({ status: 'out', reason: 'left' });
  else if (!hasLeftElsewhere())
    setState({ status: 'out', reason: state.status === 'in' ? 'expired' : 'never' });
}

/** The client hears of a log-out in another tab as well, sooner or later than this tab. */
function hasLeftElsewhere(): boolean {
  return state.status === 'out' && state.reason === 'left_elsewhere';
}

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

const CLOSING_KEY = 'mohlat-closing-lost';

/** Remembers in this tab whether the answer to closing its account was lost. */
export function keepLostClosing(isLost: boolean): void {
  if (isLost) sessionStorage.setItem(CLOSING_KEY, 'lost');
  else sessionStorage.removeItem(CLOSING_KEY);
  for (const listener of listeners) listener();
}

/** Whether it was lost, and no call has been answered to this person since. */
export const isClosingLost = (): boolean => sessionStorage.getItem(CLOSING_KEY) !== null;

/** Whether the account of this tab may be closed: where its session ends then, there may be nothing to log in to. */
export function useLostClosing(): boolean {
  return useSyncExternalStore(subscribe, isClosingLost, isClosingLost);
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

/** Whether the auth client is here and keeps the session from now on. */
export function isKeptByClient(): boolean {
  return isClientHere;
}

/** While it runs, a session that ends was left and has not expired. */
export async function whileLeaving<Result>(run: () => Promise<Result>): Promise<Result> {
  isLeaving = true;
  try {
    return await run();
  } finally {
    isLeaving = false;
  }
}

/** True after a password-recovery link was followed in this page's lifetime. */
export function cameFromRecoveryLink(): boolean {
  return isRecovery;
}

export function setRecovery(is: boolean): void {
  isRecovery = is;
}
