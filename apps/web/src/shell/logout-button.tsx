import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../lib/auth.ts';
import { toast } from '../ui/toast.tsx';
import { useShellWords } from './shell.words.ts';
import { LogOut } from 'lucide-react';

/** Ends the session here and leaves nothing of the person in this tab. */
export function useLogout(): () => void {
  const words = useShellWords();
  const client = useQueryClient();
  return () => {
    const ended = logout().catch(() => '');
    void ended.then((problem) => {
      if (problem !== undefined) {
        toast.error(words.logoutFailed, problem);
        return;
      }
      client.clear();
      sessionStorage.clear();
      const leave = () => globalThis.location.assign('/');
      void import('../lib/keep-shell.ts').then(({ forgetShell }) => forgetShell()).then(leave, leave);
    });
  };
}

interface LogoutButtonProps {
  readonly onLeave: () => void;
  readonly label: string;
}

/** At the foot of the sidebar and of the phone's menu. */
export function LogoutButton({ onLeave, label }: LogoutButtonProps) {
  return (
    <button
      type="button"
      onClick={onLeave}
      className="mt-3 flex min-h-11 items-center gap-3 rounded-button px-3 text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <LogOut aria-hidden="true" className="size-5" />
      {label}
    </button>
  );
}
