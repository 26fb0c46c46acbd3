import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../lib/auth.ts';
import { toast } from '../ui/toast.tsx';
import { useShellWords } from './shell.words.ts';

/** Ends the session here and leaves nothing of the person in this tab. */
export function useLogout(): () => void {
  const words = useShellWords();
  const client = useQueryClient();
  return () => {
    void logout().then((problem) => {
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
