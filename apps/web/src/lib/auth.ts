import type { GoTrueClient, Session } from '@supabase/auth-js';
import { AUTH_STORAGE_KEY, freshSession, renewalDueMs } from './kept-session.ts';
import { bringsSession } from './link-arrival.ts';
import { userOfKept } from './link-session.ts';
import {
  getSessionState,
  heardOfLeaving,
  isKeptByClient,
  keepLostClosing,
  keepTabFor,
  setState,
  tellLeaving,
  whileLeaving,
} from './session-state.ts';

export { linkAnswer } from './link-arrival.ts';
export { cameFromRecoveryLink, getSessionState, sessionSettled, useSession } from './session-state.ts';

/**
 * The client is a sixth of the script that the dashboard would wait for, and while a kept session is good there is nothing to
 * ask of it. It comes with the pages that use it, and here when the session ends, is to be renewed or changes in another tab.
 */
function fetchClient(): Promise<GoTrueClient> {
  return import('./auth-client.ts').then(({ auth }) => auth);
}

/** A timer set for longer ends at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Goes on with the session that is kept here, if it is good for a while; otherwise the client finds out what there is. */
function begin(): void {
  const kept = bringsSession ? undefined : freshSession();
  if (kept === undefined) {
    fetchClient().catch(() => setState({ status: 'out', reason: 'never' }));
    return;
  }
  keepTabFor(kept.user.id);
  setState({ status: 'in', session: kept, userId: kept.user.id });
  // Where it cannot be fetched now, the next call of the product tries again.
  const look = () => void fetchClient().catch(() => undefined);
  setTimeout(look, Math.min(renewalDueMs(kept), TIMER_MAX_MS));
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === AUTH_STORAGE_KEY || key === null) look();
  });
}

begin();
globalThis.addEventListener('storage', heardOfLeaving);

/** Whether a session is kept on this device, good or run out. */
export function hasStoredSession(): boolean {
  return localStorage.getItem(AUTH_STORAGE_KEY) !== null;
}

/** Whether this session has passed a second factor, and whether one stands behind its account. */
export function assuranceOf({ access_token: token, user }: Session): {
  readonly isRaised: boolean;
  readonly isGuarded: boolean;
} {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { aal } = JSON.parse(atob(payload)) as { readonly aal?: string };
  return { isRaised: aal === 'aal2', isGuarded: user.factors?.some(isVerified) === true };
}

/** Whether the user is here by a password or a code alone, and has a second factor to show yet. */
export function isHalfIn(): boolean {
  const state = getSessionState();
  if (state.status !== 'in') return false;
  const { isGuarded, isRaised } = assuranceOf(state.session);
  return isGuarded && !isRaised;
}

function isVerified({ status }: { readonly status: string }): boolean {
  return status === 'verified';
}

/** The person who is logged in here, as far as this tab knows; undefined while there is none. */
export function ownerOfTab(): string | undefined {
  const state = getSessionState();
  return state.status === 'in' ? state.userId : undefined;
}

/** Another user may have logged in in another tab of which this one has not heard yet: it does not speak for them. */
function isOf(owner: string | undefined, { user }: Session): boolean {
  return owner === undefined || owner === user.id;
}

/** The bearer for one call; refreshed by the client when it is about to expire. */
export async function accessToken(): Promise<string | undefined> {
  const owner = ownerOfTab();
  const kept = isKeptByClient() ? undefined : freshSession();
  const session = kept ?? (await (await fetchClient()).getSession()).data.session;
  return session && isOf(owner, session) ? session.access_token : undefined;
}

function hasLeft(): boolean {
  const state = getSessionState();
  return state.status === 'out' && (state.reason === 'left' || state.reason === 'left_elsewhere');
}

/** After a 401: asks for a new access token once. False when the session is over, or another person's. */
export async function renewSession(): Promise<boolean> {
  // A log-out that was heard shows nothing but the way out.
  if (hasLeft()) return false;
  const owner = ownerOfTab();
  const auth = await fetchClient();
  const before = localStorage.getItem(AUTH_STORAGE_KEY);
  const { data, error } = await auth.refreshSession();
  if (data.session) return isOf(owner, data.session);
  // A lost connection, or a server that is busy, is no reason to send anybody to the log-in page.
  const status = error?.status ?? 0;
  if (status < 400 || status >= 500) return false;
  const now = localStorage.getItem(AUTH_STORAGE_KEY);
  // Another tab was quicker. What another user has begun there is not gone on with here.
  if (now !== null && now !== before) return userOfKept(now) === userOfKept(before);
  // The client keeps it for as long as its token says, with who it was of; the server has ended it.
  localStorage.removeItem(AUTH_STORAGE_KEY);
  setState({ status: 'out', reason: 'expired' });
  return false;
}

/**
 * Ends this session; other devices stay unless all of them are meant. Returns the error's words if the server did not end it. Of a
 * person who only shows once more that it is them (`isBackSoon`) the other tabs wait with what was typed there.
 */
export async function logout(
  scope: 'local' | 'global' = 'local',
  { isBackSoon = false }: { readonly isBackSoon?: boolean } = {},
): Promise<string | undefined> {
  const { endSession } = await import('./auth-client.ts');
  return whileLeaving(async () => {
    const problem = await endSession(scope, isBackSoon ? undefined : tellLeaving);
    if (problem !== undefined) return problem;
    await forgetPerson();
    setState({ status: 'out', reason: 'left' });
    keepLostClosing(false);
    return undefined;
  });
}

/** Leaves a session whose account is no more: nothing of it stays on this device, whatever the server answers. */
export async function leaveClosed(): Promise<void> {
  const problem = await logout().catch(() => 'no answer');
  if (problem === undefined) return;
  tellLeaving();
  await forgetPerson();
  localStorage.removeItem(AUTH_STORAGE_KEY);
  setState({ status: 'out', reason: 'left' });
}

/** Leaves a session that ended by itself. Its other tabs, which wait for the owner as this one did, go too. */
export async function leaveEnded(): Promise<void> {
  tellLeaving();
  await forgetPerson();
}

/** Memories of a user on this device do not stay for the next person at it. */
async function forgetPerson(): Promise<void> {
  await import('./leave-nothing.ts').then(({ leaveNothing }) => leaveNothing()).catch(() => undefined);
}
