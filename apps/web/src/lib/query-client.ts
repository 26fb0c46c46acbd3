import { notifyManager, QueryClient, timeoutManager } from '@tanstack/react-query';
import { createCoalescedTimers, createTurnScheduler } from './coalesced-timers.ts';
import { ProblemError } from './problem.ts';

const RETRIES_MAX = 2;

timeoutManager.setTimeoutProvider(createCoalescedTimers());
notifyManager.setScheduler(createTurnScheduler());

/** A refusal is final; only a lost connection or a failing server is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) =>
          count < RETRIES_MAX &&
          !(error instanceof ProblemError && (error.status < 500 || error.retry === 'later')),
      },
      // Put off until the network is back, a press would be carried out although it was called off meanwhile.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The cache of this tab: its copy of the server's state. */
export const queryClient = createQueryClient();
