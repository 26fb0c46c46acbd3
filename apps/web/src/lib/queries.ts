import {
  fetchBill,
  getKyc,
  getMe,
  getPayment,
  getPricing,
  getSchedule,
  listCards,
  listMandates,
  listPayments,
} from '@mohlat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './keys.ts';
import { ProblemError } from './problem.ts';

/** The most entries that a page of a list has. */
const PAGE_MAX = 100;

/** Reads that screens of more than one feature make. */
export const meQuery = queryOptions({ queryKey: keys.me, queryFn: ({ signal }) => call(getMe, { signal }) });

export const kycQuery = queryOptions({
  queryKey: keys.kyc,
  queryFn: ({ signal }) => call(getKyc, { signal }),
});

/** Every instalment that is due: sums and the next one are made of all. */
export const scheduleQuery = queryOptions({
  queryKey: keys.schedule,
  queryFn: ({ signal }) => readAll((page) => call(getSchedule, { query: page, signal })),
});

/** Reads a list to its end, page by page. An older process of a rolling upgrade answers some lists whole, without a next page. */
export async function readAll<Item>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<{
    readonly items: readonly Item[];
    readonly nextCursor?: string | null;
  }>,
): Promise<{ items: Item[] }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    // One after the other: each page says where the next one begins.
    const page = await read({ limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { items };
}

/** Every payment: what is owed on an old one counts as much as on a new one. first-paint.js asks for the first page of both. */
export const allPaymentsQuery = queryOptions({
  queryKey: keys.allPayments,
  queryFn: ({ signal }) => readAll((page) => call(listPayments, { query: page, signal })),
});

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.payment(id),
    queryFn: ({ signal }) => call(getPayment, { params: { id }, signal }),
  });

export const cardsQuery = queryOptions({
  queryKey: keys.cards,
  queryFn: ({ signal }) => readAll((page) => call(listCards, { query: page, signal })),
});

const BILL_FRESH_MS = 5 * 60_000;

/** A bank has a minute to tell a bill: each of these questions waits for some twelve seconds, and the next comes after five. */
const BILL_LOOKS_MAX = 5;
const BILL_PAUSE_MS = 5000;

const isStillLooking = (error: unknown) => error instanceof ProblemError && error.code === 'bill_not_ready';

/**
 * Asks the biller network, so it is not asked again at every look; a refusal is an answer. While a bank still looks for the bill,
 * the question goes on by itself: it takes up the same fetch.
 */
export const billQuery = (cardId: string) =>
  queryOptions({
    queryKey: keys.bill(cardId),
    queryFn: ({ signal }) => call(fetchBill, { params: { id: cardId }, signal }),
    staleTime: BILL_FRESH_MS,
    retry: (failureCount, error) => isStillLooking(error) && failureCount < BILL_LOOKS_MAX,
    retryDelay: BILL_PAUSE_MS,
  });

/**
 * Asks once for the bill of a card, however old the one at hand is, and ends with the answer, a refusal too: what waits for it waits no
 * longer than one question. While the bank still looks, the question goes on by itself behind the caller's back.
 */
export async function lookAtBill(client: QueryClient, cardId: string): Promise<void> {
  const query = billQuery(cardId);
  // A question under way would be waited for with all its repetitions.
  await client.cancelQueries({ queryKey: query.queryKey });
  try {
    // Without a network it fails, too, and does not wait for one.
    await client.query({ ...query, staleTime: 0, retry: false, networkMode: 'always' });
  } catch (error) {
    if (isStillLooking(error)) void client.invalidateQueries({ queryKey: query.queryKey });
  }
}

export const pricingQuery = queryOptions({
  queryKey: keys.pricing,
  queryFn: ({ signal }) => call(getPricing, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every permission for autopay: an old payment that is still open has an old one. */
export const mandatesQuery = queryOptions({
  queryKey: keys.mandates,
  queryFn: ({ signal }) => readAll((page) => call(listMandates, { query: page, signal })),
});
