import type { Session } from '@supabase/auth-js';

/** Where the auth client keeps the session. */
export const AUTH_STORAGE_KEY = 'mohlat-auth';

/** The client renews a token in its last 90 seconds; code without the client leaves it that time, and more. */
const MARGIN_MS = 120_000;

/** The time until the kept session has to be renewed, in milliseconds; below zero when the renewal is due. */
export function renewalDueMs({ expires_at: endsAt = 0 }: Session): number {
  return endsAt * 1000 - Date.now() - MARGIN_MS;
}

/** The session the auth client wrote down, if its token is good for a while yet; what cannot be read is the client's to judge. */
export function freshSession(): Session | undefined {
  const kept = localStorage.getItem(AUTH_STORAGE_KEY);
  if (kept === null) return undefined;
  try {
    const session = JSON.parse(kept) as Partial<Session> | null;
    return isWhole(session) && renewalDueMs(session) > 0 ? session : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(session: Partial<Session> | null): session is Session {
  return typeof session?.access_token === 'string' && typeof session.user?.id === 'string';
}
