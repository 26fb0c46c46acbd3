import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@mohlat/money';
import type { KycReasonCode } from '@mohlat/contract';
import type { VideoKycState, VideoKycTrouble } from '#providers/index.ts';

/** The step that a look at the provider's session leads to. */
export type VideoStep =
  /** Still open: under way, or held up by something the person can mend and go on with the same link. */
  | { readonly kind: 'open'; readonly status: 'pending' | 'not_started'; readonly code?: KycReasonCode }
  /** Over without a word about the person: a new one may be started. */
  | { readonly kind: 'closed'; readonly code: KycReasonCode }
  | { readonly kind: 'approved' }
  | { readonly kind: 'rejected'; readonly code: KycReasonCode; readonly remarks?: string };

const TROUBLES: Readonly<Record<VideoKycTrouble, KycReasonCode>> = {
  no_agent: 'video_no_agent',
  dropped_off: 'video_dropped_off',
  outside_india: 'video_outside_india',
  proxy: 'video_proxy',
  location_off: 'video_location_off',
  device: 'video_device',
  at_provider: 'video_at_provider_failed',
};

/** A link without a day of its own counts as one of three days. */
const LINK_MAX_MS = 72 * HOUR_MS;
/** A call that began on the last minute of its link, and an auditor who says so in a word we do not know, get another day. */
const VIDEO_GRACE_MS = 24 * HOUR_MS;

/**
 * Where a session stands after a look. One whose link is long over and that is not with an auditor is closed, whatever
 * the desk calls its state: it cannot be continued, and a new one may be started. Rule: LEND-24.
 */
export function judgeSession(state: VideoKycState, { createdAt, now }: Ages): VideoStep {
  const step = judgeVideo(state);
  if (step.kind !== 'open' || state.phase === 'review') return step;
  const endsMs = state.expiresAt?.getTime() ?? createdAt.getTime() + LINK_MAX_MS;
  if (now.getTime() < endsMs + VIDEO_GRACE_MS) return step;
  return { kind: 'closed', code: step.code ?? 'video_link_expired' };
}

interface Ages {
  readonly createdAt: Date;
  readonly now: Date;
}

/** Rule: LEND-24. Only the auditor's word approves; the end of a call, a lost line or an expired link is no verdict. */
export function judgeVideo(state: Pick<VideoKycState, 'phase' | 'trouble' | 'remarks'>): VideoStep {
  const { phase, trouble, remarks } = state;
  if (phase === 'approved') return { kind: 'approved' };
  if (phase === 'rejected')
    return { kind: 'rejected', code: 'video_rejected', ...(remarks ? { remarks } : {}) };
  const code = trouble && TROUBLES[trouble];
  if (phase === 'expired') return { kind: 'closed', code: code ?? 'video_link_expired' };
  // Trouble on the way to the review no longer matters once the review has begun.
  if (phase === 'review' || !code) return { kind: 'open', status: 'pending' };
  return trouble === 'dropped_off' ? { kind: 'closed', code } : { kind: 'open', status: 'not_started', code };
}

const LOOK_AFTER_MS = [
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
] as const;

/** When to look at an open session again, should no call-back come: ever more rarely, once an hour at last. */
export function nextVideoLook(looksCount: number, now: Date): Date {
  const wait = LOOK_AFTER_MS[Math.min(looksCount, LOOK_AFTER_MS.length - 1)]!;
  return new Date(now.getTime() + wait);
}

/** A session the provider does not know after this long was never made. */
export const VIDEO_SENDING_MS = 10 * MINUTE_MS;
