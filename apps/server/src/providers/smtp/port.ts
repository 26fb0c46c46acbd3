import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';
import { ProviderRejected } from '../errors.ts';

export interface EmailMessage {
  /** From our row id: it becomes the Message-ID, so a repeat is recognisable. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  /** Where such mails are stopped by one click of the mail program (RFC 8058). */
  unsubscribe?: string;
}

export interface Attachment {
  name: string;
  /** Its media type. */
  type: string;
  content: Buffer;
}

export interface EmailPort {
  /** Throws: AddressRefused (suppress the address), ProviderServerError (4xx reply: try later). */
  send(m: EmailMessage, c: CallContext): Promise<{ messageId: string }>;
  /** A mail that came back after it had been taken. Trust is always `hint`. Throws: WebhookRejected. */
  parseBounce(w: RawWebhook): WebhookEvent<Bounce>;
}

/** A mail server's report on a mail it could not deliver after all (RFC 3464). */
export interface Bounce {
  /** The id of our mail; empty where the report does not name it, or is about a delay alone. */
  messageId: string;
  /** Its status, such as `5.1.1`. */
  status: string;
}

/** The mail server refuses the address for good. */
export class AddressRefused extends ProviderRejected {}
