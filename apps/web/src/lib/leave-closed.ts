import type { Closed } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { to } from './addresses.ts';
import { leaveClosed } from './auth.ts';

/** Handed to the page of a closed account in place of an answer that was lost. */
export const MAYBE = 'maybe';

/** Leaves an account that is closed, or may be, and shows what became of everything on a page that needs no account. */
export function useLeaveClosed(): (answer: Closed | typeof MAYBE) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async (answer) => {
      await leaveClosed();
      client.clear();
      sessionStorage.clear();
      await navigate(to('/account-closed'), { replace: true, state: answer });
    },
    [client, navigate],
  );
}
