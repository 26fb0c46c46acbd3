import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';

export type DeskVerdict =
  | { readonly state: 'waiting' }
  | { readonly state: 'approved' }
  | { readonly state: 'rejected'; readonly remarks: string | undefined };

/** People outside who judge reviews. They are told which review waits and of what kind, and nothing about the person. */
export interface ReviewDeskPort {
  /** Tells the desk of a review; telling it again changes nothing. */
  open(i: { reviewId: string; kind: string }, c: CallContext): Promise<void>;
  /** Undefined: the desk has never heard of it. */
  verdict(reviewId: string): Promise<DeskVerdict | undefined>;
  /** Says only that there is a verdict to be read. Throws: WebhookRejected. */
  parseWebhook(w: RawWebhook): WebhookEvent<Record<string, never>>;
}
