import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ElsewhereButtons } from '../features/auth/login/elsewhere-buttons.tsx';
import { LoginForm } from '../features/auth/login/login-form.tsx';
import { authSettingsQuery } from '../lib/auth-settings.ts';
import { leaveEnded } from '../lib/auth.ts';
import { forgetName } from '../lib/kept-name.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useShellWords } from './shell.words.ts';

interface SessionEndedProps {
  /** The email of the session's person; undefined for an account without one. */
  readonly email: string | undefined;
  readonly onDone: () => void;
}

/**
 * The log-in over an open screen, which cannot be read meanwhile. Its button leaves, as a log-out does: no screen works without a
 * session.
 */
export function SessionEnded({ email, onDone }: SessionEndedProps) {
  const words = useShellWords().sessionEnded;
  const client = useQueryClient();
  // A shared phone may be another person's by now. The dashboard keeps the name again once its owner is back.
  useEffect(forgetName, []);
  const { pathname, search, hash } = useLocation();
  const { providers = [] } = useQuery(authSettingsQuery).data ?? {};
  const leave = async () => {
    await leaveEnded();
    client.clear();
    sessionStorage.clear();
    globalThis.location.assign('/');
  };
  return (
    <Dialog
      isVeiling
      isHeld
      onClose={() => void leave()}
      title={words.title}
      description={words.description}
      closeLabel={words.leave}
    >
      <div className="flex flex-col gap-3">
        <LoginForm startsInField email={email} onDone={onDone} />
        {/* Some accounts have no other way in. It leads away from the screen, and drafts in the tab stay for the same person. */}
        <ElsewhereButtons providers={providers} wanted={pathname + search + hash} />
      </div>
    </Dialog>
  );
}
