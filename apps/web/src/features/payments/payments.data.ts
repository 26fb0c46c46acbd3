import {
  acceptPayment,
  createCard,
  createQuote,
  getQuoteKeyFactsPdf,
  listPayments,
  listTransactions,
  type SentOf,
  type Payment,
  type PaymentStatus,
  type Plan,
} from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api.ts';
import { sendOnce } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import type { Language } from '../../lib/language.ts';
import { ProblemError } from '../../lib/problem.ts';

export interface QuoteInput {
  readonly cardId: string;
  readonly amountPaise: number;
  /** Left out: the one that costs least. */
  readonly plan?: Plan;
}

/** A price stands until the server says otherwise; only then is a new one asked for. */
export const quoteQuery = (input: QuoteInput) =>
  queryOptions({
    queryKey: keys.quote(input),
    queryFn: ({ signal }) => call(createQuote, { body: input, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Takes a card that a bill is paid for. One card too many to save is taken for this payment alone. Rule: SPEC-8 */
export async function takeCard(body: SentOf<typeof createCard, 'body'>) {
  try {
    return { card: await call(createCard, { body }), isSaved: body.save === true, isRefused: false };
  } catch (error) {
    if (body.save !== true || !(error instanceof ProblemError) || error.code !== 'card_limit') throw error;
    const { nickname: _, ...once } = body;
    const card = await call(createCard, { body: { ...once, save: false } });
    return { card, isSaved: false, isRefused: true };
  }
}

type Acceptance = SentOf<typeof acceptPayment, 'body'>;

export const payIntent = ({ quoteId }: Acceptance): string => `pay:${quoteId}`;

/** Sent under one key per quote, so that a press too many or a lost answer never pays twice. */
export function acceptQuote(body: Acceptance): Promise<Payment> {
  return sendOnce(payIntent(body), body, (idempotencyKey) => call(acceptPayment, { body, idempotencyKey }));
}

export type StatusFilter = PaymentStatus | 'all';
const PAGE_SIZE = 20;

export const historyQuery = (status: StatusFilter) =>
  infiniteQueryOptions({
    queryKey: keys.transactionHistory(status),
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, {
        query: {
          limit: PAGE_SIZE,
          ...(pageParam === '' ? {} : { cursor: pageParam }),
          ...(status === 'all' ? {} : { status }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** The hundred newest payments: what a picture of months is drawn from. */
export const spendQuery = queryOptions({
  queryKey: keys.spend,
  queryFn: ({ signal }) => call(listPayments, { query: { limit: 100 }, signal }),
});

export const quoteKeyFactsFile = (quoteId: string, language: Language): Promise<Blob> =>
  callForFile(getQuoteKeyFactsPdf, { params: { quoteId }, query: { language } });

export const historyFile = (status: StatusFilter, language: Language): Promise<Blob> =>
  callForFile(listTransactions, {
    query: { format: 'csv', language, ...(status === 'all' ? {} : { status }) },
  });
