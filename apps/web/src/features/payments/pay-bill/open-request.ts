import type { acceptPayment, Payment, Quote, SentOf } from '@mohlat/contract';
import { intentKey, takeIntent } from '../../../lib/intent.ts';
import { forgetRequest, keepRequest, keptRequest } from '../../../lib/kept-request.ts';
import { mayBeDone } from '../../../lib/lost-answer.ts';
import { nowMs } from '../../../lib/product-clock.ts';
import { acceptQuote, payIntent } from '../payments.data.ts';
import type { PayDraft } from './pay-draft.ts';

/** An acceptance that was sent, with its key, the price that was agreed to and the answers that led to it. */
export interface OpenRequest {
  readonly key: string;
  readonly quote: Quote;
  readonly body: SentOf<typeof acceptPayment, 'body'>;
  readonly draft: PayDraft;
}

/** The acceptance whose answer was lost, or never heard because the page was left, here or in another tab; undefined where none is open. */
export function openRequest(): OpenRequest | undefined {
  const { key, quote, body, draft } = keptRequest<OpenRequest>() ?? {};
  return key && quote && body && draft ? { key, quote, body, draft } : undefined;
}

/** A request for a price that was agreed to; sent again with the same answers it has the same key. */
export function requestOf(quote: Quote, draft: PayDraft): OpenRequest {
  const { billDate, dueDate } = draft;
  const body = {
    quoteId: quote.quoteId,
    ...(billDate === '' ? {} : { billDate }),
    ...(dueDate === '' ? {} : { dueDate }),
    acceptKeyFacts: true,
  } as const;
  return { key: intentKey(payIntent(body), body), quote, body, draft };
}

const isOpen = ({ body }: OpenRequest) => openRequest()?.body.quoteId === body.quoteId;

/** A request that is kept, and whether it was kept before: an earlier sending of it may have been carried out. */
export interface KeptRequest {
  readonly request: OpenRequest;
  readonly wasOpen: boolean;
}

/**
 * Keeps a request before its first byte leaves: a reload hears no answer, and nothing else is sent while it is under way. Undefined
 * where another tab has sent one that stands.
 */
export function keepOpen(request: OpenRequest): KeptRequest | undefined {
  const wasOpen = isOpen(request);
  if (!wasOpen && openRequest() !== undefined) return undefined;
  keepRequest(request);
  return { request, wasOpen };
}

/**
 * Sends a kept acceptance, which stays kept until it is judged. A new price for the same bill is another quote under another key:
 * only the same request cannot pay twice.
 */
export async function sendRequest({ request, wasOpen }: KeptRequest): Promise<Payment> {
  const { body, key } = request;
  takeIntent(payIntent(body), body, key);
  try {
    const payment = await acceptQuote(body);
    forget(request);
    return payment;
  } catch (error) {
    if (!mayBeDone(error, wasOpen)) forget(request);
    throw error;
  }
}

/** Another tab may have begun a request since this one was judged there. */
function forget(request: OpenRequest): void {
  if (isOpen(request)) forgetRequest();
}

/** A device's clock may differ from the server's by less than is noticed. */
const MARGIN_MS = 120_000;

/** Whether the price has run out for certain: it can be accepted no more, and sending it only tells what became of it. */
export function isOver({ quote }: OpenRequest): boolean {
  return Date.parse(quote.expiresAt) + MARGIN_MS < nowMs();
}
