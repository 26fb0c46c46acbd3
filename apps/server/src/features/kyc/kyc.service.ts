import type { AnswerOf, completeAadhaar, Kyc, startAadhaar, verifyPan } from '@mohlat/contract';
import { KYC_REASONS, type KycReasonCode } from '@mohlat/contract';
import { istDate, maskAadhaar } from '@mohlat/money';
import type { Actor } from '#platform/db/database.ts';
import { finishAadhaar, openAadhaar, type ReturnedSession } from './kyc.aadhaar.service.ts';
import { readStateAsked } from './consent-state.ts';
import type { Asked } from './kyc.asking.ts';
import { checkPan } from './pan/pan.service.ts';
import * as repo from './kyc.repo.ts';
import { aadhaarStatusAt, isDueAgain, isReKycOpen } from './kyc.rules.ts';
import { beginVideo, readVideoMode, type StartedVideo } from './video/start.ts';
import type { VideoProviderDeps } from './video/provider.service.ts';

export interface KycService {
  get(actor: Actor): Promise<Kyc>;
  verifyPan(actor: Actor, pan: string | undefined, asked: Asked): Promise<AnswerOf<typeof verifyPan>>;
  startAadhaar(actor: Actor, aadhaar: string, asked: Asked): Promise<AnswerOf<typeof startAadhaar>>;
  completeAadhaar(
    actor: Actor,
    returned: Omit<ReturnedSession, 'isStateAsked'>,
  ): Promise<AnswerOf<typeof completeAadhaar>>;
  startVideo(actor: Actor, asked: Asked): Promise<StartedVideo>;
}

export function createKycService(deps: VideoProviderDeps): KycService {
  const videoMode = readVideoMode(deps.config.env);
  const isStateAsked = readStateAsked(deps.config);
  return {
    get: (actor) =>
      deps.api.asUser(actor, async (tx) => toKyc(await repo.findKyc(tx, actor.userId), deps.clock.now())),
    verifyPan: async (actor, pan, asked) => {
      const { code, ...verdict } = await checkPan(deps, actor, pan, asked);
      return { ...verdict, reason: reasonOf(code) };
    },
    startAadhaar: (actor, aadhaar, asked) => openAadhaar(deps, actor, aadhaar, asked),
    startVideo: (actor, asked) => beginVideo(deps, videoMode, actor, asked),
    completeAadhaar: async (actor, returned) => {
      const { code, ...verdict } = await finishAadhaar(deps, actor, { ...returned, isStateAsked });
      return { ...verdict, reason: reasonOf(code) };
    },
  };
}

/** A stored or fresh reason code with its sentence. */
function reasonOf(code: string | null | undefined): Kyc['pan']['reason'] {
  if (!code || !Object.hasOwn(KYC_REASONS, code)) return null;
  const known = code as KycReasonCode;
  return { code: known, text: KYC_REASONS[known].en };
}

function toKyc(row: repo.KycRow | undefined, now: Date): Kyc {
  const today = istDate(now.getTime());
  const dueOn = row?.rekyc_due_on ?? null;
  return {
    pan: {
      status: row?.pan_status ?? 'not_started',
      masked: row?.pan_status === 'verified' ? row.pan_masked : null,
      // Only a verified name is shown: a near match may be another person's.
      nameOnPan: row?.pan_status === 'verified' ? row.pan_name : null,
      reason: reasonOf(row?.pan_reason),
      isDueAgain: row?.pan_status === 'verified' && isDueAgain(dueOn, row.pan_verified_at, today),
    },
    aadhaar: {
      status: row ? aadhaarStatusAt(row, now) : 'not_started',
      masked: row?.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : null,
      reason: reasonOf(row?.aadhaar_reason),
      isDueAgain: row?.aadhaar_status === 'verified' && isDueAgain(dueOn, row.aadhaar_verified_at, today),
    },
    video: {
      status: row?.video_status ?? 'not_started',
      reason: row?.video_reason ?? null,
      reasonCode: row?.video_reason_code ?? null,
      hasOpenCall: row?.has_open_call ?? false,
    },
    isComplete: row?.is_identity_known === true,
    reKycDueOn: dueOn,
    isReKycOpen: isReKycOpen(dueOn, today),
  };
}
