import type { Plan, Quote } from '@mohlat/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../lib/keys.ts';
import { quoteQuery } from './payments.data.ts';

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
 * The price of a bill under the chosen plan; first the one the server names when none is asked for, which costs least.
 */
export function useQuote(cardId: string, amountPaise: number): QuoteState {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<Plan>();
  const first = useQuery(quoteQuery({ cardId, amountPaise }));
  const plan = wanted ?? first.data?.plan ?? SINGLE;
  const chosen = useQuery({
    ...quoteQuery({ cardId, amountPaise, ...(wanted ? { plan: wanted } : {}) }),
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
