import type { AnswerOf, completeAadhaar, Kyc, startAadhaar, verifyPan } from '@mohlat/contract';
import { KYC_REASONS, type KycReasonCode } from '@mohlat/contract';
import { maskAadhaar } from '@mohlat/money';
import type { Actor } from '#platform/db/database.ts';
import { finishAadhaar, openAadhaar } from './kyc.aadhaar.service.ts';
import type { KycDeps } from './kyc.asking.ts';
import { checkPan } from './kyc.pan.service.ts';
import * as repo from './kyc.repo.ts';

export interface KycService {
  get(actor: Actor): Promise<Kyc>;
  verifyPan(actor: Actor, pan: string, requestId: string): Promise<AnswerOf<typeof verifyPan>>;
  startAadhaar(actor: Actor, aadhaar: string, requestId: string): Promise<AnswerOf<typeof startAadhaar>>;
  completeAadhaar(actor: Actor, sessionId: string): Promise<AnswerOf<typeof completeAadhaar>>;
}

export function createKycService(deps: KycDeps): KycService {
  return {
    get: (actor) => deps.api.asUser(actor, async (tx) => toKyc(await repo.findKyc(tx, actor.userId))),
    verifyPan: async (actor, pan, requestId) => {
      const { code, ...verdict } = await checkPan(deps, actor, pan, requestId);
      return { ...verdict, reason: reasonOf(code) };
    },
    startAadhaar: (actor, aadhaar, requestId) => openAadhaar(deps, actor, aadhaar, requestId),
    completeAadhaar: async (actor, sessionId) => {
      const { code, ...verdict } = await finishAadhaar(deps, actor, sessionId);
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

function toKyc(row: repo.KycRow | undefined): Kyc {
  type Status = Kyc['pan']['status'];
  return {
    pan: {
      status: (row?.pan_status ?? 'not_started') as Status,
      masked: row?.pan_status === 'verified' ? row.pan_masked : null,
      nameOnPan: row?.pan_name ?? null,
      reason: reasonOf(row?.pan_reason),
    },
    aadhaar: {
      status: (row?.aadhaar_status ?? 'not_started') as Status,
      masked: row?.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : null,
      reason: reasonOf(row?.aadhaar_reason),
    },
    video: { status: (row?.video_status ?? 'not_started') as Status, reason: row?.video_reason ?? null },
    isComplete: row?.pan_status === 'verified' && row.aadhaar_status === 'verified',
  };
}
