import type { CallOutcome } from '#platform/outbound/http-client.ts';
import { LocalRefusal } from '#platform/outbound/resilience.ts';
import type { ProviderId } from './call-context.ts';

/** The possible outcome at the far side: not done, unknown to us, or clearly refused. */
export type ProviderOutcome = 'not_done' | 'unknown' | 'rejected';
/** Tells whether the caller may repeat the same request. */
export type ProviderRetry = 'safe' | 'enquire_first' | 'never';

export interface ProviderErrorDetails {
  provider: ProviderId;
  op: string;
  message: string;
  httpStatus?: number;
  providerCode?: string;
  providerTrace?: string;
  cause?: unknown;
}

/**
 * The only errors an adapter throws. Services decide by `outcome`, never by the HTTP status.
 * Messages carry codes and field names, never bodies or personal data.
 */
export abstract class ProviderError extends Error {
  readonly provider: ProviderId;
  readonly op: string;
  readonly httpStatus?: number;
  readonly providerCode?: string;
  readonly providerTrace?: string;
  abstract readonly outcome: ProviderOutcome;
  abstract readonly retry: ProviderRetry;

  constructor(d: ProviderErrorDetails) {
    super(`${d.provider}.${d.op}: ${d.message}`, d.cause === undefined ? undefined : { cause: d.cause });
    this.name = new.target.name;
    this.provider = d.provider;
    this.op = d.op;
    if (d.httpStatus !== undefined) this.httpStatus = d.httpStatus;
    if (d.providerCode !== undefined) this.providerCode = d.providerCode;
    if (d.providerTrace !== undefined) this.providerTrace = d.providerTrace;
  }
}

/** Nothing was sent: no connection, circuit open, or too many calls under way. */
export class ProviderUnreachable extends ProviderError {
  readonly outcome = 'not_done';
  readonly retry = 'safe';
}

/** 429: refused before being processed; safe again after `retryAfterMs`. */
export class ProviderRateLimited extends ProviderError {
  readonly outcome = 'not_done';
  readonly retry = 'safe';
  readonly retryAfterMs: number;

  constructor(d: ProviderErrorDetails & { retryAfterMs: number }) {
    super(d);
    this.retryAfterMs = d.retryAfterMs;
  }
}

/** 401 or 403, after a fresh token was tried where there are tokens: an operator must look at the keys. */
export class ProviderAuthError extends ProviderError {
  readonly outcome = 'not_done';
  readonly retry = 'safe';
}

/** Refused with a business code; the same input fails again. */
export class ProviderRejected extends ProviderError {
  readonly outcome = 'rejected';
  readonly retry = 'never';
}

/** Our key was used before. `existingRef` names what it made, when the provider says so. */
export class ProviderDuplicate extends ProviderError {
  readonly outcome = 'unknown';
  readonly retry = 'enquire_first';
  readonly existingRef?: string;

  constructor(d: ProviderErrorDetails & { existingRef?: string }) {
    super(d);
    if (d.existingRef !== undefined) this.existingRef = d.existingRef;
  }
}

/** The request went out and no complete answer came back. */
export class ProviderTimeout extends ProviderError {
  readonly outcome = 'unknown';
  readonly retry = 'enquire_first';
}

/** An error whose meaning depends on whether the call could have changed something. */
abstract class WriteSensitiveError extends ProviderError {
  readonly outcome: ProviderOutcome;
  readonly retry: ProviderRetry;

  constructor(d: ProviderErrorDetails & { isWrite: boolean }) {
    super(d);
    this.outcome = d.isWrite ? 'unknown' : 'not_done';
    this.retry = d.isWrite ? 'enquire_first' : 'safe';
  }
}

/** 5xx. A write may have been done; a read is safe to repeat. */
export class ProviderServerError extends WriteSensitiveError {}

/** A 2xx whose body is no JSON of any kind: cut off, HTML, empty. */
export class ProviderMalformed extends WriteSensitiveError {}

/**
 * The provider said something our contract does not know: an unknown enum value, a missing field, or an echo
 * (amount, currency, reference) that differs from what we asked. Never success, never failure: park it.
 */
export class ProviderContractDrift extends ProviderError {
  readonly outcome = 'unknown';
  readonly retry: ProviderRetry;
  /** The path of the field that surprised us, for example `data.paymentDetails.amount`. */
  readonly field: string;

  constructor(d: ProviderErrorDetails & { field: string; isWrite?: boolean }) {
    super(d);
    this.field = d.field;
    this.retry = d.isWrite === true ? 'enquire_first' : 'never';
  }
}

/** True where the far side answered, and the same question gets the same answer: a refusal, or what our contract does not know. */
export function isAnswer(error: ProviderError): boolean {
  return error.outcome === 'rejected' || error instanceof ProviderContractDrift;
}

/** The code for a checkout that could not be opened: a question that was refused is refused again. */
export function unopened(error: ProviderError): 'provider_refused' | 'provider_unavailable' {
  return error.outcome === 'rejected' ? 'provider_refused' : 'provider_unavailable';
}

/** Tells what a call that failed came to: a clear refusal, also of a key that was used, is an answer. */
export function outcomeOf(error: ProviderError): CallOutcome {
  if (error.cause instanceof LocalRefusal) return 'not_sent';
  return error.outcome === 'rejected' || error instanceof ProviderDuplicate ? 'refused' : 'failed';
}

export const WEBHOOK_REFUSALS = [
  'signature_missing',
  'signature_wrong',
  'token_wrong',
  'timestamp_stale',
  'unknown_route',
  'body_malformed',
] as const;
export type WebhookRefusal = (typeof WEBHOOK_REFUSALS)[number];

/** The webhook proves nothing: answer `httpStatus`, store nothing but a counter. */
export class WebhookRejected extends Error {
  readonly provider: ProviderId;
  readonly reason: WebhookRefusal;
  readonly httpStatus: 400 | 401;

  constructor(provider: ProviderId, reason: WebhookRefusal) {
    super(`${provider} webhook refused: ${reason}`);
    this.name = 'WebhookRejected';
    this.provider = provider;
    this.reason = reason;
    this.httpStatus = reason === 'unknown_route' || reason === 'body_malformed' ? 400 : 401;
  }
}
