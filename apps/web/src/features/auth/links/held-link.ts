import type { User } from '@supabase/auth-js';
import { dropHeldLink, heldLink } from '../../../lib/link-arrival.ts';
import { setRecovery } from '../../../lib/session-state.ts';
import { askAuth, isUnjudged, Unjudged } from './unjudged.ts';

/**
 * Asks the server for the owner of a held link's session; undefined when the link is no longer good. Throws Unjudged: a link works
 * once, so that one that was not judged stays held.
 */
export async function ownerOfHeldLink(): Promise<Pick<User, 'email' | 'phone'> | undefined> {
  const held = heldLink();
  if (held === undefined) return undefined;
  // Not the client's getUser: it ends the session kept here when the token it is given has none.
  const response = await askAuth('/user', { headers: { Authorization: `Bearer ${held.accessToken}` } });
  return response.ok ? ((await response.json()) as User) : undefined;
}

/** Goes over to the link's session; nothing of the other person stays in this tab. True when it worked. Throws Unjudged. */
export async function takeHeldLink(): Promise<boolean> {
  const tokens = heldLink();
  if (tokens === undefined) return false;
  const client = await import('../../../lib/auth-client.ts').catch(() => undefined);
  if (client === undefined) throw new Unjudged(0);
  const { error } = await client.auth.setSession({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  });
  if (error && isUnjudged(error.status ?? 0)) throw new Unjudged(error.status ?? 0);
  if (error) return false;
  dropHeldLink();
  setRecovery(tokens.type === 'recovery');
  return true;
}
