import { LoginForm } from '../features/auth/login-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useShellWords } from './shell.words.ts';

interface SessionEndedProps {
  readonly onDone: () => void;
}

/** The log-in over an open screen. Closing it means leaving: nothing behind it can be used without a session. */
export function SessionEnded({ onDone }: SessionEndedProps) {
  const words = useShellWords().sessionEnded;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) globalThis.location.assign('/');
      }}
      title={words.title}
      description={words.description}
      closeLabel={words.leave}
    >
      <LoginForm startsInField onDone={onDone} />
    </Dialog>
  );
}
