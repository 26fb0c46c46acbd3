import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';
import { ProviderRejected } from '../errors.ts';

export interface PanVerdict {
  verdict: 'valid' | 'invalid' | 'not_found';
  fullName?: string;
  /** The holder's kind as the register has it; only `Individual` may go on. */
  category?: string;
  /** False means "not confirmed", not "not linked". */
  isAadhaarLinked?: boolean;
  trace?: string;
}

export interface PanPort {
  verify(i: { pan: string; consentId: string }, c: CallContext): Promise<PanVerdict>;
}

export const NAME_MATCH_KINDS = [
  'COMPLETE',
  'HIGH_PARTIAL',
  'MODERATE_PARTIAL',
  'LOW_PARTIAL',
  'NO_MATCH',
] as const;
export type NameMatchKind = (typeof NAME_MATCH_KINDS)[number];

export interface NameMatchPort {
  /**
   * The pessimistic score of the provider, 0 to 100. Characters it does not take are replaced by spaces; undefined where nothing is left
   * of a name, as of one in another script: such two cannot be compared.
   */
  score(a: string, b: string, c?: CallContext): Promise<{ percent: number; kind: NameMatchKind } | undefined>;
}

export interface AadhaarAddress {
  careOf?: string;
  house?: string;
  street?: string;
  landmark?: string;
  locality?: string;
  vtc?: string;
  postOffice?: string;
  subDistrict?: string;
  district?: string;
  state?: string;
  pin?: string;
  country?: string;
}

export interface AadhaarDocument {
  name: string;
  /** ISO date. */
  dateOfBirth: string;
  gender: string;
  last4: string;
  address: AadhaarAddress;
  photo?: Buffer;
  /** False: the document's signature did not verify and it must be refused. */
  isSignatureOk: boolean;
  generatedAt?: Date;
  /** SHA-256 (hex) of the answer as received: evidence of what was read, without keeping it. */
  documentHash: string;
}

/** The browser's query on return is a hint: after it, ask `status`. */
export type AadhaarReturn =
  | { kind: 'granted'; ref: string }
  | { kind: 'denied' | 'not_linked' | 'failed'; ref?: string; code: string };

export interface AadhaarPort {
  /** `returnUrl` carries our own one-time state. */
  start(
    i: { returnUrl: string; consentId: string },
    c: CallContext,
  ): Promise<{ ref: string; url: string; expiresAt: Date }>;
  readReturn(query: Record<string, string | undefined>): AadhaarReturn;
  status(ref: string, c?: CallContext): Promise<'waiting' | 'granted' | 'revoked' | 'expired'>;
  /**
   * Reads the store's facts about the person who consented: the store's id of their account, of which one Aadhaar has one, and their
   * mobile in ten digits, each when it names it.
   */
  holder(ref: string, c?: CallContext): Promise<{ accountId?: string; mobile?: string }>;
  /** Repeatable until the session expires. Throws: ConsentDenied, SessionExpired, AadhaarNotLinked. */
  pull(ref: string, c?: CallContext): Promise<AadhaarDocument>;
  /** Call once we have what we need; an already revoked or expired session is fine. */
  revoke(ref: string, c?: CallContext): Promise<void>;
}

/**
 * `technical` and `pending` say nothing about the account. `why` tells an account that cannot be used, or a bank that
 * cannot answer, apart in what a person may do next.
 */
export interface BankAccountAnswer {
  state: 'pending' | 'valid' | 'bad_details' | 'unusable' | 'technical';
  why?: 'closed' | 'frozen' | 'nre' | 'refused' | 'limit';
  nameAtBank?: string;
  code?: string;
}

export interface BankAccountPort {
  /** Sends one rupee. An unknown outcome may be sent once more by a caller that keeps count, never more. */
  start(i: { key: string; ifsc: string; accountNumber: string }, c: CallContext): Promise<{ ref: string }>;
  get(ref: string, c?: CallContext): Promise<BankAccountAnswer>;
  parseWebhook(w: RawWebhook): WebhookEvent<{ ref: string }>;
}

export class ConsentDenied extends ProviderRejected {}
export class SessionExpired extends ProviderRejected {}
export class AadhaarNotLinked extends ProviderRejected {}
/** The document store holds other details than the person gave there. */
export class AadhaarDetailsMismatch extends ProviderRejected {}
