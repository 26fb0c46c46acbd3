import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'in'; readonly session: Session; readonly userId: string }
  /** `expired`: there was a session and it ended by itself; the screen stays as it is. */
  | { readonly status: 'out'; readonly reason: 'never' | 'left' | 'expired' };

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

/** Clears the tab when another person logs in. Drafts and fetched data outlive a session, but for the same person alone. */
export function keepTabFor(userId: string): void {
  const owner = sessionStorage.getItem(OWNER_KEY);
  if (owner === userId) return;
  if (owner !== null) {
    sessionStorage.clear();
    queryClient.clear();
  }
  sessionStorage.setItem(OWNER_KEY, userId);
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
  else setState({ status: 'out', reason: state.status === 'in' ? 'expired' : 'never' });
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
