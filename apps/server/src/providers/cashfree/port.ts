import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';
import { ProviderRejected } from '../errors.ts';

export interface VideoKycStart {
  /** Our id of the session, at most 50 of `A-Za-z0-9._-`; the provider knows the session by it. */
  ref: string;
  /** Our name for the person, the same in every session. */
  userRef: string;
  /** Ten digits. */
  phone: string;
  name: string;
  consentId: string;
}

export interface VideoKycSession {
  url: string;
  expiresAt: Date;
}

/**
 * The phase of a session. `review`: the agent is done and the auditor is not; only `approved` and `rejected` say something
 * about the person. A word of theirs we do not know counts as `call`: still under way.
 */
export type VideoKycPhase =
  | 'link'
  | 'precheck'
  | 'queued'
  | 'call'
  | 'review'
  | 'approved'
  | 'rejected'
  | 'expired';

/** The troubles that keep a person from finishing the call. */
export type VideoKycTrouble =
  | 'no_agent'
  | 'dropped_off'
  | 'outside_india'
  | 'proxy'
  | 'location_off'
  | 'device'
  | 'at_provider';

export interface VideoKycState {
  phase: VideoKycPhase;
  trouble?: VideoKycTrouble;
  /** The agent's or the auditor's words; the auditor's come last and win. */
  remarks?: string;
  url?: string;
  expiresAt?: Date;
}

export interface VideoKycPort {
  /**
   * Makes a session under our id, once: after a lost answer it is looked for before it is asked for again, and a
   * session that exists already is answered as it stands.
   */
  start(i: VideoKycStart, c: CallContext): Promise<VideoKycSession>;
  /** Throws: VideoSessionNotFound. */
  get(ref: string, c?: CallContext): Promise<VideoKycState>;
  /** Signed, and still only a reason to look: the subject is our id of the session. */
  parseWebhook(w: RawWebhook): WebhookEvent<{ ref: string }>;
}

export class VideoSessionNotFound extends ProviderRejected {}
