import type { CallContext } from '../call-context.ts';
import { ProviderRejected } from '../errors.ts';

export interface EmailMessage {
  /** From our row id: it becomes the Message-ID, so a repeat is recognisable. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
}

export interface EmailPort {
  /** Throws: AddressRefused (suppress the address), ProviderServerError (4xx reply: try later). */
  send(m: EmailMessage, c: CallContext): Promise<{ messageId: string }>;
}

/** The mail server refuses the address for good. */
export class AddressRefused extends ProviderRejected {}
