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
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './keys.ts';

/** Reads that screens of more than one feature make. */
export const meQuery = queryOptions({ queryKey: keys.me, queryFn: ({ signal }) => call(getMe, { signal }) });

export const kycQuery = queryOptions({
  queryKey: keys.kyc,
  queryFn: ({ signal }) => call(getKyc, { signal }),
});

export const scheduleQuery = queryOptions({
  queryKey: keys.schedule,
  queryFn: async ({ signal }) => {
    // The first page is what first-paint.js asks for, by the same address.
    const { items, nextCursor } = await call(getSchedule, { signal });
    for (let cursor = nextCursor; cursor !== null;) {
      const next = await call(getSchedule, { query: { cursor }, signal });
      items.push(...next.items);
      cursor = next.nextCursor;
    }
    return { items };
  },
});

/** The twenty newest payments. */
export const paymentsQuery = queryOptions({
  queryKey: keys.payments,
  queryFn: ({ signal }) => call(listPayments, { query: { limit: 20 }, signal }),
});

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.payment(id),
    queryFn: ({ signal }) => call(getPayment, { params: { id }, signal }),
  });

export const cardsQuery = queryOptions({
  queryKey: keys.cards,
  queryFn: ({ signal }) => call(listCards, { signal }),
});

const BILL_FRESH_MS = 5 * 60_000;

/** Asks the biller network, so it is not asked again at every look; a refusal is an answer. */
export const billQuery = (cardId: string) =>
  queryOptions({
    queryKey: keys.bill(cardId),
    queryFn: ({ signal }) => call(fetchBill, { params: { id: cardId }, signal }),
    staleTime: BILL_FRESH_MS,
    retry: false,
  });

export const pricingQuery = queryOptions({
  queryKey: keys.pricing,
  queryFn: ({ signal }) => call(getPricing, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The newest of autopay; a person has one permission for each payment that is open, and those that ended. */
export const mandatesQuery = queryOptions({
  queryKey: keys.mandates,
  queryFn: ({ signal }) => call(listMandates, { query: { limit: 50 }, signal }),
});
