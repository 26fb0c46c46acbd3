import type { acceptPayment, Payment, Quote, SentOf } from '@mohlat/contract';
import { clearDraft, readDraft, saveDraft } from '../../../lib/draft.ts';
import { mayBeDone } from '../../../lib/lost-answer.ts';
import { nowMs } from '../../../lib/product-clock.ts';
import { acceptQuote } from '../payments.data.ts';
import type { PayDraft } from './pay-draft.ts';

const OPEN = 'pay-open';

/** An acceptance that was sent, with the price that was agreed to and the answers that led to it. */
export interface OpenRequest {
  readonly quote: Quote;
  readonly body: SentOf<typeof acceptPayment, 'body'>;
  readonly draft: PayDraft;
}

/** The acceptance whose answer was lost, or never heard because the page was left; undefined where none is open. */
export function openRequest(): OpenRequest | undefined {
  const { quote, body, draft } = readDraft<OpenRequest>(OPEN) ?? {};
  return quote && body && draft && { quote, body, draft };
}

/** A request that is kept, and whether it was kept before: an earlier sending of it may have been carried out. */
export interface KeptRequest {
  readonly request: OpenRequest;
  readonly wasOpen: boolean;
}

/** Keeps a request before its first byte leaves: a reload hears no answer, and nothing else is sent while it is under way. */
export function keepRequest(request: OpenRequest): KeptRequest {
  const wasOpen = openRequest()?.body.quoteId === request.body.quoteId;
  saveDraft(OPEN, request);
  return { request, wasOpen };
}

/**
 * Sends a kept acceptance, which stays kept until it is judged. A new price for the same bill is another quote under another key:
 * only the same request cannot pay twice.
 */
export async function sendRequest({ request, wasOpen }: KeptRequest): Promise<Payment> {
  try {
    const payment = await acceptQuote(request.body);
    clearDraft(OPEN);
    return payment;
  } catch (error) {
    if (!mayBeDone(error, wasOpen)) clearDraft(OPEN);
    throw error;
  }
}

/** A device's clock may differ from the server's by less than is noticed. */
const MARGIN_MS = 120_000;

/** Whether the price has run out for certain: it can be accepted no more, and sending it only tells what became of it. */
export function isOver({ quote }: OpenRequest): boolean {
  return Date.parse(quote.expiresAt) + MARGIN_MS < nowMs();
}
