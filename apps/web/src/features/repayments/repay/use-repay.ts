import type { Checkout, StartedRepayment } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLanguage } from '../../../lib/i18n.tsx';
import { isLost, mustKeepKey } from '../../../lib/intent.ts';
import { keys, moneyChanged } from '../../../lib/keys.ts';
import { mayBeDone } from '../../../lib/lost-answer.ts';
import type { Cover } from '../../../lib/parts.tsx';
import { errorText } from '../../../lib/problem.ts';
import { CheckoutUnavailable, openCheckout } from '../../../lib/checkout.ts';
import { beginCancelling, beginRepayment, confirmPaid } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

const PAYEE = 'Mohlat';
export const NO_COVER: Cover = { rewardIds: [], paise: 0, action: '' };

/** A repayment as it was sent. */
export interface SentRepayment {
  readonly amountPaise: number;
  readonly cover: Cover;
}

interface OpenOrder {
  readonly repaymentId: string;
  readonly checkout: Checkout;
}

interface Start {
  readonly send: () => Promise<StartedRepayment>;
  readonly onStarted: () => void;
  /** Undefined for a part paid early and for a cancellation: both are worked out by the server. */
  readonly repayment?: SentRepayment;
}

export interface RepayState {
  /** Starts a repayment; `onStarted` runs before the provider's window opens, so that no dialog of ours covers it. */
  readonly start: (amountPaise: number, onStarted: () => void, cover?: Cover) => void;
  /** The repayment whose answer was lost: it may be there already, and have used its rewards. Undefined once it is judged. */
  readonly lost: SentRepayment | undefined;
  /** Sends the lost one again, under its key. */
  readonly sendAgain: (onStarted: () => void) => void;
  /** The same for paying a part early. */
  readonly startPart: (amountPaise: number, onStarted: () => void) => void;
  /** The same for cancelling the payment; what it costs is the server's to say. */
  readonly cancel: (onStarted: () => void) => void;
  readonly isStarting: boolean;
  /** Forgets the error of an earlier attempt, for a person who opens the dialog again. */
  readonly forgetProblem: () => void;
  /** Why it was not started, in words; undefined while nothing went wrong. */
  readonly startProblem: string | undefined;
  /** The failure after the start, in words: the window did not load, or the bank refused. */
  readonly problem: string | undefined;
  readonly canReopen: boolean;
  /** The window of the order is loading or open: a second one could be paid as well. */
  readonly isWindowOpen: boolean;
  readonly reopen: () => void;
}

/** Keeps to one payment window an order: the second of two quick presses comes before the first is drawn. */
function useWindowOnce() {
  const current = useRef<string>(undefined);
  const [openId, setOpenId] = useState<string>();
  const set = (id: string | undefined) => {
    current.current = id;
    setOpenId(id);
  };
  return {
    openId,
    /** False where the window of this order is loading or open. */
    begin: (id: string): boolean => {
      if (current.current === id) return false;
      set(id);
      return true;
    },
    end: (id: string) => {
      if (current.current === id) set(undefined);
    },
  };
}

/** The payment window of an order, and the confirmation after it. */
function useCheckout() {
  const words = useRepaymentsWords().repay;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [order, setOrder] = useState<OpenOrder>();
  const [problem, setProblem] = useState<string>();
  const shown = useWindowOnce();
  const collect = async ({ repaymentId, checkout }: OpenOrder) => {
    if (!shown.begin(repaymentId)) return;
    setProblem(undefined);
    try {
      const end = await openCheckout(checkout, PAYEE).finally(() => shown.end(repaymentId));
      if (end.kind === 'closed') {
        if (end.isRefused) setProblem(words.windowFailed);
        return;
      }
      setOrder(undefined);
      await confirmPaid(repaymentId, end.proof).catch((error: unknown) => {
        // A confirmation that nobody judged loses nothing: the provider tells the server too, and the status is asked again.
        if (!mustKeepKey(error)) throw error;
      });
    } catch (error) {
      setProblem(error instanceof CheckoutUnavailable ? words.scriptFailed : errorText(error, language));
    } finally {
      await moneyChanged(client);
    }
  };
  return {
    open: (opened: OpenOrder) => {
      setOrder(opened);
      void collect(opened);
    },
    problem,
    canReopen: order !== undefined,
    isWindowOpen: order !== undefined && shown.openId === order.repaymentId,
    reopen: () => {
      if (order) void collect(order);
    },
  };
}

/** Runs order, window and confirmation. The page shows the server's repayment, which outweighs the window. */
export function useRepay(paymentId: string, onOrder: (repaymentId: string) => void): RepayState {
  const words = useRepaymentsWords().repay;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [lost, setLost] = useState<SentRepayment>();
  const { open, ...window } = useCheckout();
  const begin = useSendOnce({
    mutationFn: ({ send }: Start) => send(),
    onSuccess: (started: StartedRepayment, { onStarted, repayment }) => {
      // A part paid early, or a cancelling, judges no repayment.
      setLost((now) => (isSame(repayment, now) ? undefined : now));
      onStarted();
      onOrder(started.id);
      if (started.checkout === null) {
        void moneyChanged(client);
        return;
      }
      open({ repaymentId: started.id, checkout: started.checkout });
    },
    onError: (error, { repayment }) => {
      if (repayment !== undefined) setLost(mayBeDone(error, isSame(repayment, lost)) ? repayment : undefined);
      // It may be started: its rewards are used then, and what is owed is less.
      if (isLost(error)) void moneyChanged(client);
      // One of the rewards may have gone elsewhere.
      else void client.invalidateQueries({ queryKey: keys.rewards });
    },
  });
  const start = (input: Start) => begin.mutate(input);
  const send = (repayment: SentRepayment, onStarted: () => void) => {
    const { amountPaise, cover } = repayment;
    const what = { amountPaise, rewardIds: cover.rewardIds };
    start({ send: () => beginRepayment(paymentId, what), onStarted, repayment });
  };
  return {
    start: (amountPaise, onStarted, cover = NO_COVER) => send({ amountPaise, cover }, onStarted),
    lost,
    sendAgain: (onStarted) => {
      if (lost) send(lost, onStarted);
    },
    startPart: (amountPaise, onStarted) =>
      start({ send: () => beginRepayment(paymentId, { amountPaise, intent: 'part_prepay' }), onStarted }),
    cancel: (onStarted) => start({ send: () => beginCancelling(paymentId), onStarted }),
    forgetProblem: () => {
      if (!begin.isSending()) begin.reset();
    },
    isStarting: begin.isPending,
    startProblem: begin.error
      ? [
          errorText(begin.error, language),
          ...(mayBeDone(begin.error, isSame(begin.variables.repayment, lost)) ? [words.lost] : []),
        ].join(' ')
      : undefined,
    ...window,
  };
}

function isSame(one: SentRepayment | undefined, other: SentRepayment | undefined): boolean {
  if (one === undefined || one.amountPaise !== other?.amountPaise) return false;
  return one.cover.rewardIds.join(' ') === other.cover.rewardIds.join(' ');
}
