import type { Payment, Plan, Quote } from '@mohlat/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatRupees } from '../../../lib/format.ts';
import { isLost } from '../../../lib/intent.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys, moneyChanged } from '../../../lib/keys.ts';
import { lookAtBill } from '../../../lib/queries.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { errorText, ProblemError } from '../../../lib/problem.ts';
import { toast } from '../../../ui/toast.tsx';
import { BILL_NAME_ID, nameOfAnother } from './bill-name-question.tsx';
import { quoteQuery } from '../payments.data.ts';
import { usePaymentsWords } from '../payments.words.ts';
import {
  isOver,
  keepOpen,
  type KeptRequest,
  type OpenRequest,
  requestOf,
  sendRequest,
} from './open-request.ts';
import type { PayDraft } from './pay-draft.ts';
import { planKey } from './plan-picker.tsx';
import { to } from '../../../lib/addresses.ts';

export const CONSENT_ID = 'key-facts-consent';

export interface Refusal {
  readonly title: string | undefined;
  readonly text: string;
  /** False when the answer was lost: the payment may exist, and the same press is safe. */
  readonly isCertain: boolean;
  /** The bill is paid already, or is being paid: pressing again is no way on. */
  readonly isBillPaid: boolean;
  /** Decides the way on. */
  readonly error: unknown;
}

export interface PayState {
  /** A request stands: it was agreed to. */
  readonly isSent: boolean;
  readonly isAgreed: boolean;
  readonly setAgreed: (isAgreed: boolean) => void;
  readonly consentError: string | undefined;
  /** Whether the question about the name on the bill is answered; asked once for a name, whatever the plan. */
  readonly isNameAnswered: boolean;
  readonly answerName: (isAnswered: boolean) => void;
  readonly nameError: string | undefined;
  readonly refusal: Refusal | undefined;
  /** Set once the server has refused a price as too old. */
  readonly oldTotalPaise: number | undefined;
  readonly isPending: boolean;
  /** Answers the id of what is still to be ticked; undefined when there is nothing. */
  readonly submit: () => string | undefined;
}

interface PayInput {
  readonly state: QuoteState;
  readonly cardId: string;
  readonly draft: PayDraft;
  /** The request without an answer, of here or of another tab: nothing else is sent while it stands. */
  readonly open: OpenRequest | undefined;
  /** Called before a request is sent, and once it was judged and the bill may change again. */
  readonly onRequest: () => void;
  readonly onAccepted: () => void;
}

/** The sums the result page shows before the server answers; paise. The names are the specification's. */
export interface SuccessState {
  readonly amount: number;
  readonly serviceFee: number;
  readonly totalAmount: number;
}

/** Agreeing and paying. The consent belongs to one quote: another plan or price has to be agreed to again. */
export function usePay({ state, cardId, draft, open, onRequest, onAccepted }: PayInput): PayState {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [agreedTo, setAgreedTo] = useState<string>();
  const [answeredName, setAnsweredName] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const [oldTotalPaise, setOldTotalPaise] = useState<number>();
  const { quote } = state;
  const isSent = open !== undefined;
  const isAgreed = quote !== undefined && (isSent || agreedTo === quote.quoteId) && !state.isStale;
  const nameOnBill = quote && nameOfAnother(quote);
  const isNameAnswered = isSent || nameOnBill === undefined || answeredName === nameOnBill;
  const pay = useSendOnce({
    mutationFn: sendRequest,
    onSuccess: async (payment) => {
      onAccepted();
      client.setQueryData(keys.payment(payment.id), payment);
      void moneyChanged(client);
      await navigate(to('/dashboard/payment-success', { query: { id: payment.id } }), {
        state: successOf(payment),
        replace: true,
      });
      // Without a tick, as the bank has not answered yet; after the way there, so that it stands clear of the headline.
      toast.info(words.success, words.successText(formatRupees(payment.amountPaise)));
    },
    onError: async (error) => {
      onRequest();
      // It may be paid, by this request or from another window: what this one shows of payments and limit may be old.
      if (isLost(error) || isPaidBefore(error)) void moneyChanged(client);
      if (!(error instanceof ProblemError) || error.code !== 'quote_expired') return;
      // The bill is as old as its price, and may have been paid from another window: the new price is for the bill as it is now.
      await Promise.all([
        lookAtBill(client, cardId),
        client.invalidateQueries({ queryKey: keys.allPayments }),
      ]);
      setOldTotalPaise(quote?.totalAmountPaise);
      state.renew();
    },
  });
  const submit = () => {
    if (quote === undefined || pay.isSending() || state.isStale || state.isChoosing()) return undefined;
    setIsTried(!isAgreed || !isNameAnswered);
    if (!isNameAnswered) return BILL_NAME_ID;
    if (!isAgreed) return CONSENT_ID;
    const kept = keepOpen(open ?? requestOf(quote, draft));
    onRequest();
    if (kept !== undefined) pay.mutate(kept);
    return undefined;
  };
  useLook(open, pay.mutate);
  return {
    isSent,
    isAgreed,
    setAgreed: (next) => setAgreedTo(next ? quote?.quoteId : undefined),
    consentError: isTried && !isAgreed ? words.consentNeeded : undefined,
    isNameAnswered,
    answerName: (next) => setAnsweredName(next ? nameOnBill : undefined),
    nameError: isTried && !isNameAnswered ? words.another.needed : undefined,
    refusal: pay.isPending ? undefined : refusalOf(pay.error, isSent, words, language),
    oldTotalPaise,
    isPending: pay.isPending,
    submit,
  };
}

function successOf(payment: Payment): SuccessState {
  const { amountPaise: amount, serviceFeePaise: serviceFee, totalAmountPaise: totalAmount } = payment;
  return { amount, serviceFee, totalAmount };
}

/** Asks what became of a request once its price has run out: from then on it cannot be accepted, so nothing is paid by opening a page. */
function useLook(open: OpenRequest | undefined, send: (request: KeptRequest) => void) {
  const [found] = useState(open);
  const isLooked = useRef(false);
  useEffect(() => {
    if (found === undefined || isLooked.current || !isOver(found)) return;
    isLooked.current = true;
    const kept = keepOpen(found);
    if (kept !== undefined) send(kept);
  }, [found, send]);
}

function isPaidBefore(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'bill_already_paid' || error.code === 'quote_used');
}

function refusalOf(
  error: unknown,
  isOpen: boolean,
  words: ReturnType<typeof usePaymentsWords>['confirm'],
  language: 'en' | 'hi',
): Refusal | undefined {
  if (isOpen)
    return {
      title: error === null ? undefined : errorText(error, language),
      text: words.lost,
      isCertain: false,
      isBillPaid: false,
      error,
    };
  if (error === null || (error instanceof ProblemError && error.code === 'quote_expired')) return undefined;
  const isBillPaid = isPaidBefore(error);
  const told = errorText(error, language);
  // An accepted quote is being paid: only of this press nothing moved.
  const isAccepted = error instanceof ProblemError && error.code === 'quote_used';
  return {
    title: isBillPaid ? words.paidBefore : words.refused,
    text: isAccepted ? told : `${told} ${words.refusedText}`,
    isCertain: true,
    isBillPaid,
    error,
  };
}

const SINGLE: Plan = { kind: 'single' };

export interface QuoteState {
  readonly quote: Quote | undefined;
  readonly plan: Plan;
  readonly choose: (plan: Plan) => void;
  /** Whether a plan was pressed that is not drawn yet. */
  readonly isChoosing: () => boolean;
  readonly error: unknown;
  /** A price for another plan, or a new one, is on its way; the figures shown are the old ones. */
  readonly isStale: boolean;
  readonly retry: () => void;
  /** Throws the price away and asks for a new one. */
  readonly renew: () => void;
}

interface QuoteInput {
  readonly cardId: string;
  readonly amountPaise: number;
  /** The plan that the user chose, at this amount or before. */
  readonly kept: Plan | undefined;
  readonly onChoose: (plan: Plan) => void;
  /** The price that was agreed to in a request that may have been carried out: no other is asked for. */
  readonly agreed: Quote | undefined;
}

/**
 * The price of a bill under the chosen plan; first the one the server names when none is asked for, which costs least.
 */
export function useQuote({ cardId, amountPaise, kept, onChoose, agreed }: QuoteInput): QuoteState {
  const client = useQueryClient();
  const enabled = agreed === undefined;
  const first = useQuery({ ...quoteQuery({ cardId, amountPaise }), enabled });
  // A plan chosen for another amount counts only where it is offered for this one.
  const wanted = first.data?.options.find((option) => kept && planKey(option.plan) === planKey(kept))?.plan;
  const plan = wanted ?? first.data?.plan ?? SINGLE;
  const chosen = useQuery({
    ...quoteQuery({ cardId, amountPaise, ...(wanted ? { plan: wanted } : {}) }),
    placeholderData: keepPreviousData,
    enabled,
  });
  // A plan is drawn some time after the press on a slow phone: until then the user cannot agree to the one before.
  const isChoosing = useRef(false);
  useEffect(() => {
    isChoosing.current = false;
  }, [kept]);
  const choose = (next: Plan) => {
    if (planKey(next) === planKey(plan)) return;
    isChoosing.current = true;
    onChoose(next);
  };
  return {
    quote: agreed ?? chosen.data,
    plan: agreed?.plan ?? plan,
    choose,
    isChoosing: () => enabled && isChoosing.current,
    error: enabled ? (chosen.error ?? first.error) : null,
    isStale: enabled && (chosen.isPlaceholderData || chosen.isFetching),
    retry: () => void (first.isError ? first.refetch() : chosen.refetch()),
    renew: () => void client.invalidateQueries({ queryKey: keys.quotes }),
  };
}
