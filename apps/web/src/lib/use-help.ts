import { HELP, publicHelp } from './addresses.ts';
import { useLanguage } from './i18n.tsx';
import { useSession } from './session-state.ts';

/**
 * The way to help that is open right now, as the props of a link. The page inside the app asks for a log-in first, which is no
 * help to a person without a session: the public page is. A session that ended by itself keeps its screen, and its page of help.
 */
export function useHelp(): { readonly to: string; readonly isPlain: boolean } {
  const session = useSession();
  const { language } = useLanguage();
  const isInside = session.status === 'in' || (session.status === 'out' && session.reason === 'expired');
  return isInside ? { to: HELP, isPlain: false } : { to: publicHelp(language), isPlain: true };
}
