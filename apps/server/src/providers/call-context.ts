/** A whole, non-negative number of paise; the brand of packages/money is assignable to it. */
export type Paise = number;

/** The clock of the process: adapters never look at the wall themselves. */
export type Now = () => Date;

export const PROVIDER_IDS = [
  'setu_billpay',
  'setu_data',
  'cashfree_vrs',
  'decentro',
  'razorpay',
  'msg91',
  'smtp',
  'ifsc',
  'review_desk',
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The caller, for the log, and how long they can wait. */
export interface CallContext {
  requestId: string;
  actor: 'user' | 'job' | 'operator';
  /** Milliseconds the caller can wait for everything, automatic repeats included. Unset: 20 000 for a user, else 60 000. */
  deadlineMs?: number;
  /** Asked at the last moment before the first byte leaves; false: nothing is sent, and the call throws ProviderUnreachable. */
  mayLeave?: () => boolean;
}

/** A webhook as it came in, before anything was believed. Header names are lower case. */
export interface RawWebhook {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  receivedAt: Date;
}

/**
 * `eventId` is the duplicate key of the inbox, unique per provider. `verified` means the body was signed by
 * the provider; `hint` means anyone knowing the address could have sent it, so only an enquiry may move money.
 */
export interface WebhookEvent<T> {
  provider: ProviderId;
  eventId: string;
  type: string;
  occurredAt?: Date;
  /** The provider's reference of the thing the event is about; empty for event types we ignore. */
  subjectRef: string;
  payload: T;
  trust: 'verified' | 'hint';
}
