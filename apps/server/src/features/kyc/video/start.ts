import { type AnswerOf, type startVideo, VIDEO_MODES } from '@mohlat/contract';
import { ConfigError } from '#platform/config/config.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { ConsentLanguage } from '../consents.ts';
import { onboarded } from '../kyc.asking.ts';
import { findKyc } from '../kyc.repo.ts';
import { startProviderVideo, type VideoProviderDeps } from './provider.service.ts';

export type VideoMode = (typeof VIDEO_MODES)[number];
export type StartedVideo = AnswerOf<typeof startVideo>;

/** Reads the mode of the video step from `KYC_VIDEO`: recorded here unless it says otherwise. Throws: ConfigError. */
export function readVideoMode(env: Readonly<Record<string, string | undefined>>): VideoMode {
  const text = env['KYC_VIDEO']?.trim() || 'inhouse';
  const mode = VIDEO_MODES.find((one) => one === text);
  if (!mode) throw new ConfigError(`KYC_VIDEO is "${text}"; use ${VIDEO_MODES.join(' or ')}`);
  return mode;
}

/**
 * Begins the video step: a session at the provider, or word that it is recorded here.
 * Throws: onboarding_incomplete, kyc_incomplete, kyc_locked, mobile_required, provider_unavailable.
 */
export async function beginVideo(
  deps: VideoProviderDeps,
  mode: VideoMode,
  actor: Actor,
  asked: { readonly requestId: string; readonly language: ConsentLanguage },
): Promise<StartedVideo> {
  if (mode === 'provider') return startProviderVideo(deps, actor, asked);
  return deps.api.asUser(actor, async (tx) => {
    const held = onboarded(await findKyc(tx, actor.userId));
    if (!held.is_identity_known) throw new DomainError('kyc_incomplete');
    if (held.video_status === 'verified') throw new DomainError('kyc_locked');
    return { status: held.video_status, mode, sessionUrl: null };
  });
}
