import { GoTrueClient, type VerifyTokenHashParams } from '@supabase/auth-js';
import { auth, namingFetch } from './auth-client.ts';
import { ownerOfTab, takeHeldLink } from './auth.ts';
import { holdLink } from './link-arrival.ts';

/**
 * Logs in by the token of an SMS link. Where somebody is logged in already, the session of another account is held for the
 * question whose it shall be: whoever sends a link puts no account of theirs under the reader's hands. Throws the client's error.
 */
export async function enterByLink(token: string): Promise<'in' | 'asks'> {
  const owner = ownerOfTab();
  const shown: VerifyTokenHashParams = { token_hash: token, type: 'magiclink' };
  if (owner === undefined) {
    const { error } = await auth.verifyOtp(shown);
    if (error) throw error;
    return 'in';
  }
  const { data, error } = await clientApart().verifyOtp(shown);
  if (error) throw error;
  const { session } = data;
  if (!session) throw new Error('a proven link came back without a session');
  holdLink({ accessToken: session.access_token, refreshToken: session.refresh_token, type: 'magiclink' });
  return session.user.id === owner && (await takeHeldLink()) ? 'in' : 'asks';
}

/** A client that keeps nothing: what it is given changes no session here. */
function clientApart(): GoTrueClient {
  return new GoTrueClient({
    url: `${globalThis.location.origin}/auth/v1`,
    storageKey: 'mohlat-link',
    detectSessionInUrl: false,
    persistSession: false,
    autoRefreshToken: false,
    flowType: 'implicit',
    fetch: namingFetch,
  });
}
