import type { Plan, Quote } from '@mohlat/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/keys.ts';
import { quoteQuery } from './payments.data.ts';
import { planKey } from './plan-picker.tsx';

const SINGLE: Plan = { kind: 'single' };

export interface QuoteState {
  readonly quote: Quote | undefined;
  readonly plan: Plan;
  readonly choose: (plan: Plan) => void;
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
  /** The plan somebody chose, at this amount or before. */
  readonly kept: Plan | undefined;
  readonly onChoose: (plan: Plan) => void;
}

/**
 * The price of a bill under the chosen plan; first the one the server names when none is asked for, which costs least.
 */
export function useQuote({ cardId, amountPaise, kept, onChoose }: QuoteInput): QuoteState {
  const client = useQueryClient();
  const first = useQuery(quoteQuery({ cardId, amountPaise }));
  // A plan chosen for another amount counts only where it is offered for this one.
  const wanted = first.data?.options.find((option) => kept && planKey(option.plan) === planKey(kept))?.plan;
  const plan = wanted ?? first.data?.plan ?? SINGLE;
  const chosen = useQuery({
    ...quoteQuery({ cardId, amountPaise, ...(wanted ? { plan: wanted } : {}) }),
    placeholderData: keepPreviousData,
  });
  return {
    quote: chosen.data,
    plan,
    choose: onChoose,
    error: chosen.error ?? first.error,
    isStale: chosen.isPlaceholderData || chosen.isFetching,
    retry: () => void (first.isError ? first.refetch() : chosen.refetch()),
    renew: () => void client.invalidateQueries({ queryKey: keys.quotes }),
  };
}
