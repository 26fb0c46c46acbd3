import { LoginForm } from '../features/auth/login-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useShellWords } from './shell.words.ts';

interface SessionEndedProps {
  /** Whose session it was; undefined for an account without an address. */
  readonly email: string | undefined;
  readonly onDone: () => void;
}

/** The log-in over an open screen, which nobody can read meanwhile. Closing it means leaving: nothing behind it can be used without a session. */
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
