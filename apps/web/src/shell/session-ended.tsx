import { LoginForm } from '../features/auth/login-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useShellWords } from './shell.words.ts';

interface SessionEndedProps {
  /** The email of the session's person; undefined for an account without one. */
  readonly email: string | undefined;
  readonly onDone: () => void;
}

/** The log-in over an open screen, which nobody can read meanwhile. Closing it leaves: no screen works without a session. */
export function SessionEnded({ email, onDone }: SessionEndedProps) {
  const words = useShellWords().sessionEnded;
  return (
    <Dialog
      isOpen
      isVeiling
      onOpenChange={(isOpen) => {
        if (!isOpen) globalThis.location.assign('/');
      }}
      title={words.title}
      description={words.description}
      closeLabel={words.leave}
    >
      <LoginForm startsInField email={email} onDone={onDone} />
    </Dialog>
  );
}
