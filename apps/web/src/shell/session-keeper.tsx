import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../lib/auth.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { currentLanguage, isLanguageChosen, type Language } from '../lib/language.ts';
import { preferencesQuery, storePreferences } from '../lib/preferences.ts';
import { useSecondFactorAsked } from '../lib/step-up.ts';
import { startEvents } from '../lib/events.ts';
import { keys, moneyChanged, readAgain } from '../lib/keys.ts';
import { MAYBE, useLeaveClosed } from '../lib/leave-closed.ts';
import { useLostClosing } from '../lib/session-state.ts';
import { today } from '../lib/format.ts';
import { isTakeOld } from '../lib/take-mark.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { currentTheme, isThemeChosen, onThemeChange, setTheme, type Theme } from '../lib/theme.ts';
import { to } from '../lib/addresses.ts';

const SessionEnded = lazy(() =>
  import('./session-ended.tsx').then((module) => ({ default: module.SessionEnded })),
);
const StepUp = lazy(() => import('./step-up.tsx').then((module) => ({ default: module.StepUp })));

/**
 * Stands in every signed-in layout: listens to the server's events, and when the session ends by itself, or has to be
 * proven once more, asks over the open screen, which therefore keeps what was typed. Of an account that may be closed by then
 * it asks for no log-in.
 */
export function SessionKeeper() {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = session.status === 'in' ? session.userId : undefined;
  const [firstUserId] = useState(userId);
  const [email] = useState(session.status === 'in' ? session.session.user.email : undefined);
  useServerEvents(userId);
  useCarriedPreferences(userId);
  useOldTakes(userId);
  useEffect(() => {
    // Another person logged in over this screen: nothing of the first one may stay on it.
    if (userId === undefined || firstUserId === undefined || userId === firstUserId) return;
    client.clear();
    void navigate(to('/dashboard'), { replace: true });
    globalThis.location.reload();
  }, [userId, firstUserId, client, navigate]);
  const isLeft = session.status === 'out' && session.reason === 'left_elsewhere';
  useEffect(() => {
    if (!isLeft) return;
    // A screen may have kept its draft once more since the tab was cleared.
    sessionStorage.clear();
    globalThis.location.assign('/');
  }, [isLeft]);
  const isAsked = useSecondFactorAsked();
  const isEnded = session.status === 'out' && session.reason === 'expired';
  const isMaybeClosed = useLostClosing() && isEnded;
  const leave = useLeaveClosed();
  useEffect(() => {
    if (isMaybeClosed) void leave(MAYBE);
  }, [isMaybeClosed, leave]);
  if ((!isEnded && !isAsked) || isMaybeClosed) return null;
  return (
    <Suspense>
      {isEnded ? <SessionEnded email={email} onDone={() => void client.invalidateQueries()} /> : <StepUp />}
    </Suspense>
  );
}

/** Deletes a recording that can never be handed in: a face and a voice do not stay on a device that goes on without KYC. */
function useOldTakes(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    return whenIdle(() => {
      if (!isTakeOld(userId, today())) return;
      void import('../lib/take-store.ts').then(({ forgetTakes }) => forgetTakes()).catch(() => undefined);
    });
  }, [userId]);
}

function useServerEvents(userId: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    const refresh = () => {
      void moneyChanged(client);
      void readAgain(client, keys.notifications);
      void readAgain(client, keys.bankAccounts);
      void readAgain(client, keys.kyc);
    };
    const listen = () =>
      startEvents({
        onPoll: refresh,
        onEvent: (event) => {
          if (event.name === 'payment' || event.name === 'repayment') void moneyChanged(client);
          if (event.name === 'kyc') {
            void readAgain(client, keys.kyc);
            void readAgain(client, keys.bankAccounts);
            void readAgain(client, keys.me);
            void readAgain(client, keys.credit);
          }
          if (event.name === 'notification') void readAgain(client, keys.notifications);
        },
      });
    let stop: () => void = () => undefined;
    // The stream tells what came since the page was opened, so it need not compete with the first sight.
    const callOff = whenIdle(() => {
      stop = listen();
    });
    return () => {
      callOff();
      stop();
    };
  }, [client, userId]);
}

/**
 * Language and theme go with the person: a device where nothing was chosen yet takes over what the account remembers,
 * and what is chosen here is remembered. The device has its choice in any case, so a failure is not told.
 */
function useCarriedPreferences(userId: string | undefined): void {
  const client = useQueryClient();
  const { language, setLanguage } = useLanguage();
  /** The preferences of the account, as far as this page knows. */
  const known = useRef<{ language: Language | null; theme: Theme }>({ language, theme: currentTheme() });

  const remember = useCallback(() => {
    const now = { language: currentLanguage(), theme: currentTheme() };
    if (known.current.language === now.language && known.current.theme === now.theme) return;
    known.current = now;
    storePreferences(client, now).catch(() => undefined);
  }, [client]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const carry = async () => {
      const stored = await client.query(preferencesQuery);
      // A choice on this device wins, also one that was made while the request was under way.
      const carried = {
        language: isLanguageChosen() ? currentLanguage() : (stored.language ?? currentLanguage()),
        theme: isThemeChosen() ? currentTheme() : stored.theme,
      };
      // An account that remembers no language yet takes over the one that was chosen here: its messages come in it.
      const isNew = stored.language === null && isLanguageChosen();
      // A press is drawn, and remembered with it, once its words are here: until then nothing has told the account.
      const isUndrawn = currentLanguage() !== known.current.language;
      known.current = isNew || isUndrawn ? { ...carried, language: stored.language } : carried;
      if (carried.language !== currentLanguage()) setLanguage(carried.language);
      if (carried.theme !== currentTheme()) setTheme(carried.theme);
      remember();
    };
    return whenIdle(() => void carry().catch(() => undefined));
  }, [client, remember, setLanguage, userId]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    remember();
    return onThemeChange(remember);
  }, [language, remember, userId]);
}
