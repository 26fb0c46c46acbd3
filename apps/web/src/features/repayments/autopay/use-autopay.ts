import type { Mandate, StartedMandate } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../../lib/i18n.tsx';
import { isLost } from '../../../lib/intent.ts';
import { moneyChanged } from '../../../lib/keys.ts';
import { errorText } from '../../../lib/problem.ts';
import { beginAutopay, endAutopay, type AutopayChoice } from './autopay.data.ts';
import { useAutopayWords } from './autopay.words.ts';
import { CheckoutUnavailable, openCheckout } from '../../../lib/checkout.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

const PAYEE = 'Mohlat';

interface Start {
  readonly choice: AutopayChoice;
  /** Runs before the provider's window opens, so that no dialog of ours covers it. */
  readonly onStarted: () => void;
}

export interface AutopayState {
  readonly start: (start: Start) => void;
  readonly isStarting: boolean;
  /** Why it was not begun, in words. */
  readonly startProblem: string | undefined;
  /** The failure in the approval window, in words. */
  readonly problem: string | undefined;
  /** The mandate that was approved in the window; the bank's own answer is still to come. */
  readonly approvedId: string | undefined;
  readonly end: (mandate: Mandate, onDone: () => void) => void;
  readonly isEnding: boolean;
  readonly endProblem: string | undefined;
  /** Whether it ended is not known: the answer was lost. */
  readonly isEndLost: boolean;
  readonly forgetProblems: () => void;
}

/** Runs the order and the approval window, then reads the mandate from the server, which outweighs the window. */
export function useAutopay(paymentId: string): AutopayState {
  const words = useAutopayWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [approvedId, setApprovedId] = useState<string>();
  const approve = async ({ mandate, checkout }: StartedMandate) => {
    setProblem(undefined);
    try {
      const end = await openCheckout(checkout, PAYEE);
      if (end.kind === 'paid') setApprovedId(mandate.id);
      else if (end.isRefused) setProblem(words.refused);
    } catch (error) {
      setProblem(error instanceof CheckoutUnavailable ? words.scriptFailed : errorText(error, language));
    } finally {
      await moneyChanged(client);
    }
  };
  const begin = useSendOnce({
    mutationFn: ({ choice }: Start) => beginAutopay(paymentId, choice),
    onSuccess: (started, { onStarted }) => {
      onStarted();
      void moneyChanged(client);
      void approve(started);
    },
    // Set up in another window meanwhile: the card has to say so.
    onError: () => void moneyChanged(client),
  });
  const ending = useSendOnce({
    mutationFn: ({ mandate }: { mandate: Mandate; onDone: () => void }) => endAutopay(mandate.id),
    onSuccess: async (_, { onDone }) => {
      await moneyChanged(client);
      onDone();
    },
    // Its answer may be lost, and its bank told all the same.
    onError: () => void moneyChanged(client),
  });
  return {
    start: (input) => begin.mutate(input),
    isStarting: begin.isPending,
    startProblem: begin.error ? errorText(begin.error, language) : undefined,
    problem,
    approvedId,
    end: (mandate, onDone) => ending.mutate({ mandate, onDone }),
    isEnding: ending.isPending,
    endProblem: ending.error ? errorText(ending.error, language) : undefined,
    isEndLost: isLost(ending.error),
    forgetProblems: () => {
      if (!begin.isSending()) begin.reset();
      ending.reset();
    },
  };
}
