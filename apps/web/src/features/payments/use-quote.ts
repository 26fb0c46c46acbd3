import type { Plan, Quote } from '@mohlat/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../lib/keys.ts';
import { quoteQuery } from './payments.data.ts';
import { sortedOptions } from './plan-picker.tsx';

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

/**
 * The price of a bill under the chosen plan; the cheapest in rupees is chosen first. Any quote names all plans, so
 * the first one asked for is the single payment, which is on offer for every amount.
 */
export function useQuote(cardId: string, amountPaise: number): QuoteState {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Plan>();
  const first = useQuery(quoteQuery({ cardId, amountPaise, plan: SINGLE }));
  const cheapest = first.data === undefined ? undefined : sortedOptions(first.data.options)[0]?.plan;
  const plan = wanted ?? cheapest ?? SINGLE;
  const chosen = useQuery({
    ...quoteQuery({ cardId, amountPaise, plan }),
    placeholderData: keepPreviousData,
  });
  return {
    quote: chosen.data,
    plan,
    choose: setWanted,
    error: chosen.error ?? first.error,
    isStale: chosen.isPlaceholderData || chosen.isFetching,
    retry: () => void (first.isError ? first.refetch() : chosen.refetch()),
    renew: () => void client.invalidateQueries({ queryKey: keys.quotes }),
  };
}
