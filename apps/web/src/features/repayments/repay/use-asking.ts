import type { Payment } from '@mohlat/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAskedAnew } from '../../../lib/asked-anew.ts';
import { choiceOf, type RepayChoice } from './repay-choice.ts';
import type { RepayState } from './use-repay.ts';

export interface Asking {
  /** The initial choice of the repay dialog; undefined while it is closed. */
  readonly choice: RepayChoice | undefined;
  readonly isCancelling: boolean;
  readonly open: (choice: RepayChoice) => void;
  readonly askToCancel: () => void;
  /** Also forgets what the address asked for. */
  readonly close: () => void;
  /** The payment window is open: the address is that of the repayment now. */
  readonly started: () => void;
}

/** Tracks the open question about a plan: `?repay=` names one, else a button opens it. */
export function useAsking(payment: Payment, repay: Pick<RepayState, 'forgetProblem'>): Asking {
  const [params, setParams] = useSearchParams();
  const asked = params.get('repay');
  const [choice, setChoice] = useState(() => choiceOf(asked, payment));
  const [isCancelling, setIsCancelling] = useState(asked === 'cancel');
  const ask = (next: RepayChoice | undefined, isToCancel: boolean) => {
    repay.forgetProblem();
    setChoice(next);
    setIsCancelling(isToCancel);
  };
  useAskedAnew('repay', () => ask(choiceOf(asked, payment), asked === 'cancel'));
  const started = () => {
    setChoice(undefined);
    setIsCancelling(false);
  };
  return {
    choice,
    isCancelling,
    open: (next) => ask(next, false),
    askToCancel: () => ask(undefined, true),
    close: () => {
      started();
      if (asked === null) return;
      const left = new URLSearchParams(params);
      left.delete('repay');
      setParams(left, { replace: true });
    },
    started,
  };
}
