import { isAuthError, GoTrueClient, type User, type VerifyTokenHashParams } from '@supabase/auth-js';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { getSessionState, sessionSettled, useSession, ownerOfTab } from '../../../lib/auth.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { HOME_PATH } from '../../../lib/return-path.ts';
import { accountName } from '../../../lib/account-name.ts';
import { takeAsked } from '../../../lib/asked-number.ts';
import { pathAfterLogin } from './after-login.ts';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';
import { useLinkWords } from '../links/links.words.ts';
import { useEnterWords } from './enter.words.ts';
import { takeHeldLink } from '../links/held-link.ts';
import { isUnjudged } from '../links/unjudged.ts';
import { AfterAsking } from '../links/whose-link.tsx';
import { to } from '../../../lib/addresses.ts';
import { namingFetch } from '../../../lib/auth-client.ts';
import { holdLink } from '../../../lib/link-arrival.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

export const loader = () => sessionSettled();

/**
 * Where the link of an SMS leads: one button logs in, and in a browser that neither had the code sent nor is logged in to its account,
 * a question comes first whose account it shall be. Opening it does nothing: phones look at links by themselves. The link names no
 * number: anybody could write one beside a token.
 */
export function Component() {
  const { hash, pathname } = useLocation();
  // The router keeps the link for as long as the page is open; the address bar and what is copied from it do not.
  useEffect(() => {
    if (hash !== '') globalThis.history.replaceState(globalThis.history.state, '', pathname);
  }, [hash, pathname]);
  return hash.length > 1 ? <Enter key={hash} token={hash.slice(1)} /> : <Refused />;
}

function Enter({ token }: { readonly token: string }) {
  const words = useEnterWords();
  const sentences = useAuthWords();
  const { whose } = useLinkWords();
  const session = useSession();
  const goOn = useGoOn();
  const entering = useSendOnce({
    mutationFn: async () => {
      const outcome = await enterByLink(token);
      if (outcome === 'in') await goOn();
      return outcome;
    },
  });
  const { error } = entering;
  if (entering.data === 'asks')
    return (
      <AfterAsking>
        <Onward />
      </AfterAsking>
    );
  if (error && !(isAuthError(error) && isUnjudged(error.status ?? 0))) return <Refused />;
  return (
    <AuthPage title={words.title} subtitle={words.text}>
      {session.status === 'in' ? <p>{words.here(accountName(session.session.user))}</p> : null}
      {error ? (
        <Notice tone="bad" isLive title={words.problem}>
          {authErrorText(error, sentences)}
        </Notice>
      ) : null}
      <Button
        isWide
        isPending={entering.isPending}
        pendingText={words.entering}
        onClick={() => entering.mutate()}
      >
        {words.enter}
      </Button>
      {session.status === 'in' ? (
        <LinkButton to={HOME_PATH} tone="secondary" isWide>
          {whose.stay(accountName(session.session.user))}
        </LinkButton>
      ) : null}
    </AuthPage>
  );
}

/** Goes to the start page of a new session, and names its account. */
function useGoOn(): () => Promise<void> {
  const words = useLinkWords().confirmed;
  const navigate = useNavigate();
  return async () => {
    const state = getSessionState();
    if (state.status === 'in') toast.success(words.doneText(accountName(state.session.user)));
    await navigate(await pathAfterLogin(), { replace: true });
  };
}

/** Goes on at once: the person chose the link's account. */
function Onward() {
  const words = useEnterWords();
  const goOn = useRef(useGoOn());
  useEffect(() => void goOn.current(), []);
  return (
    <AuthPage title={words.title}>
      <p>{words.entering}</p>
    </AuthPage>
  );
}

/** A person who is logged in goes on with that account: /login would send them home without a new code. */
function Refused() {
  const words = useEnterWords();
  const { whose } = useLinkWords();
  const session = useSession();
  return (
    <AuthPage title={words.failedTitle}>
      <Notice tone="bad" isLive>
        {words.failedText}
      </Notice>
      {session.status === 'in' ? (
        <LinkButton to={HOME_PATH} isWide>
          {whose.stay(accountName(session.session.user))}
        </LinkButton>
      ) : (
        <LinkButton to={to('/login')} isWide>
          {words.login}
        </LinkButton>
      )}
    </AuthPage>
  );
}

/**
 * Logs in by the token of an SMS link. The session of an account that is not expected here is held for the question whose it shall be:
 * the sender of a link must not put their account under the reader's hands. Throws the client's error.
 */
export async function enterByLink(token: string): Promise<'in' | 'asks'> {
  const shown: VerifyTokenHashParams = { token_hash: token, type: 'magiclink' };
  const { data, error } = await clientApart().verifyOtp(shown);
  if (error) throw error;
  const { session } = data;
  if (!session) throw new Error('a proven link came back without a session');
  holdLink({ accessToken: session.access_token, refreshToken: session.refresh_token, type: 'magiclink' });
  // The link is spent by now: where its session cannot be taken, the question that follows holds it.
  const isTaken = isExpected(session.user) && (await takeHeldLink().catch(() => false));
  return isTaken ? 'in' : 'asks';
}

/** The user who is logged in here, or, of a visitor, the number to which this browser had a code sent (decision 192). */
function isExpected({ id, phone }: Pick<User, 'id' | 'phone'>): boolean {
  const owner = ownerOfTab();
  return owner === undefined ? takeAsked(phone) : id === owner;
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
