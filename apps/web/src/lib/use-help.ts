import { HELP, PUBLIC_HELP } from './addresses.ts';
import { useSession } from './session-state.ts';

/**
 * The way to help that is open right now, as the props of a link. The page inside the app asks for a log-in first, which is no
 * help to a person without a session: the public page is. A session that ended by itself keeps its screen, and its page of help.
 */
export function useHelp(): { readonly to: string; readonly isPlain: boolean } {
  const session = useSession();
  const isInside = session.status === 'in' || (session.status === 'out' && session.reason === 'expired');
  return isInside ? { to: HELP, isPlain: false } : { to: PUBLIC_HELP, isPlain: true };
}
