import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../lib/auth.ts';
import { useSecondFactorAsked } from '../lib/step-up.ts';
import { startEvents } from '../lib/events.ts';
import { keys, moneyChanged, readAgain } from '../lib/keys.ts';
import { useCarriedPreferences } from './carried-preferences.ts';

const SessionEnded = lazy(() =>
  import('./session-ended.tsx').then((module) => ({ default: module.SessionEnded })),
);
const StepUp = lazy(() => import('./step-up.tsx').then((module) => ({ default: module.StepUp })));

/**
 * Stands in every signed-in layout: listens to the server's events, and when the session ends by itself, or has to be
 * proven once more, asks over the open screen, which therefore keeps what was typed.
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
  useEffect(() => {
    // Another person logged in over this screen: nothing of the first one may stay on it.
    if (userId === undefined || firstUserId === undefined || userId === firstUserId) return;
    client.clear();
    void navigate('/dashboard', { replace: true });
    globalThis.location.reload();
  }, [userId, firstUserId, client, navigate]);
  const isAsked = useSecondFactorAsked();
  const isEnded = session.status === 'out' && session.reason === 'expired';
  if (!isEnded && !isAsked) return null;
  return (
    <Suspense>
      {isEnded ? <SessionEnded email={email} onDone={() => void client.invalidateQueries()} /> : <StepUp />}
    </Suspense>
  );
}

function useServerEvents(userId: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    const refresh = () => {
      void moneyChanged(client);
      void readAgain(client, keys.notifications);
      void readAgain(client, keys.bankAccounts);
    };
    return startEvents({
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
  }, [client, userId]);
}
