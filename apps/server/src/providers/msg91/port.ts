import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';

export interface SmsMessage {
  key: string;
  /** Indian mobile number, `+91` and ten digits. */
  to: string;
  /** Our name of the registered template; the adapter knows the provider's id for it. */
  template: string;
  /** The language of the text: each is registered by itself. */
  language: 'en' | 'hi';
  /** The registered text, filled in. */
  text: string;
  vars: Record<string, string>;
}

export interface SmsDelivery {
  providerRef: string;
  status: 'delivered' | 'failed' | 'rejected' | 'blocked' | 'unknown';
}

export interface SmsPort {
  /** Not resent after an unknown outcome: the person has a resend button. */
  send(m: SmsMessage, c: CallContext): Promise<{ providerRef?: string }>;
  /** Trust is always `hint`. Throws: WebhookRejected. */
  parseReport(w: RawWebhook): WebhookEvent<SmsDelivery[]>;
}
