import { type AnswerOf, KYC_REASONS, type startVideo } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { findContact, lockProfile } from '#features/me/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { withdrawReviews } from '#features/reviews/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  ProviderError,
  type VideoKycPort,
  type VideoKycState,
  VideoSessionNotFound,
} from '#providers/index.ts';
import { type ConsentLanguage, recordConsent } from '../consents.ts';
import { type KycDeps, onboarded } from '../kyc.asking.ts';
import { videoNotice } from '../kyc.notices.ts';
import { findKyc, logAttempt } from '../kyc.repo.ts';
import * as repo from './provider.repo.ts';
import { judgeSession, nextVideoLook, VIDEO_SENDING_MS, type VideoStep } from './provider.rules.ts';

export type VideoProviderDeps = KycDeps & Pick<FeatureContext, 'worker'> & { readonly notifier: Notifier };
type Started = AnswerOf<typeof startVideo>;

interface Session extends repo.VideoSessionIds {
  readonly createdAt: Date;
}

interface Asked extends Session {
  readonly consentId: string;
  readonly name: string;
  readonly mobile: string;
}

/**
 * Why a session is looked at. `person`: they go on with it, so what held them up before is no longer said. `news`: a
 * call-back. `turn`: it was time, or the call-back tells of what was looked at since; what looks as before is no news.
 */
export type Occasion = 'person' | 'news' | 'turn';

interface Why {
  readonly occasion: Occasion;
  /** When what a call-back tells of happened, by the provider's clock. */
  readonly happenedAt?: Date | undefined;
}

/** A transaction for one person, begun by them or by a job. */
type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Begins the video step at the provider, or answers the session that is under way. The session is ours before it is
 * asked for, so that a lost answer makes no second one.
 * Throws: onboarding_incomplete, kyc_incomplete, kyc_locked, mobile_required, provider_unavailable. Rule: LEND-24.
 */
export async function startProviderVideo(
  deps: VideoProviderDeps,
  actor: Actor,
  asked: { readonly requestId: string; readonly language: ConsentLanguage },
): Promise<Started> {
  const run: Run = (work) => deps.api.asUser(actor, work);
  const port = portOf(deps);
  await deps.limits.count(actor, 'video');
  const existing = await run((tx) => prepare(deps, tx, actor, asked.language));
  if (existing.isOpen) {
    const state = await asking(deps, run, existing, () => port.get(existing.sessionId));
    const step = await apply(deps, run, existing, { state, occasion: 'person' });
    // A closed session gives way to a new one; a verdict does not.
    if (step.kind !== 'closed') return answerOf(step, state);
    return startProviderVideo(deps, actor, asked);
  }
  const context = { requestId: asked.requestId, actor: 'user' as const };
  const input = {
    ref: existing.sessionId,
    userRef: existing.userId,
    phone: existing.mobile,
    name: existing.name,
    consentId: existing.consentId,
  };
  const session = await asking(deps, run, existing, () => port.start(input, context));
  const step = await apply(deps, run, existing, { state: { phase: 'link' }, occasion: 'person' });
  return answerOf(step, { phase: 'link', url: session.url });
}

function answerOf(step: VideoStep, state: VideoKycState): Started {
  if (step.kind === 'approved') return { status: 'verified', mode: 'provider', sessionUrl: null };
  if (step.kind !== 'open') return { status: 'rejected', mode: 'provider', sessionUrl: null };
  // Once the call is over there is nothing left to open.
  const sessionUrl = state.phase === 'review' ? null : (state.url ?? null);
  return { status: 'pending', mode: 'provider', sessionUrl };
}

/** Everything a session needs, under the person's lock: two at once prepare one. */
async function prepare(
  deps: VideoProviderDeps,
  tx: Tx,
  actor: Actor,
  language: ConsentLanguage,
): Promise<Asked & { readonly isOpen: boolean }> {
  const { userId } = actor;
  await keepOpen(tx, userId);
  await lockProfile(tx, userId);
  const held = onboarded(await findKyc(tx, userId));
  if (!held.is_identity_known) throw new DomainError('kyc_incomplete');
  if (held.video_status === 'verified') throw new DomainError('kyc_locked');
  const { mobile } = await findContact(tx, deps.vault, userId);
  if (!mobile) throw new DomainError('mobile_required');
  const common = { userId, name: held.full_name!, mobile };
  const open = await repo.findOpenSession(tx, userId);
  if (open)
    return {
      ...common,
      sessionId: open.id,
      createdAt: open.created_at,
      consentId: open.consent_id,
      isOpen: open.status === 'open',
    };
  const now = deps.clock.now();
  const consentId = await recordConsent(tx, userId, 'video_recording', now, language);
  for (const purpose of ['camera', 'microphone', 'location'] as const)
    await recordConsent(tx, userId, purpose, now, language);
  const ids = { userId, sessionId: newId() };
  await repo.insertSession(tx, ids, consentId, { now, nextLookAt: nextVideoLook(0, now) });
  return { ...common, ...ids, createdAt: now, consentId, isOpen: false };
}

/** Asks the desk. A technical failure is an attempt and never a verdict; the session stays, to be looked for. */
async function asking<T>(
  deps: VideoProviderDeps,
  run: Run,
  ids: repo.VideoSessionIds,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ sessionId: ids.sessionId, outcome: error.name }, 'video desk: no answer');
    const now = deps.clock.now();
    await run((tx) => logAttempt(tx, ids.userId, { kind: 'video', outcome: error.name }, now));
    throw new DomainError('provider_unavailable');
  }
}

/**
 * Looks at a session and lets what is seen take effect. Used by call-backs, by the sweep, and safe at any time.
 * False when no session has this id.
 */
export async function lookAtVideo(
  deps: VideoProviderDeps,
  sessionId: string,
  occasion: Occasion,
  happenedAt?: Date,
): Promise<boolean> {
  const session = await deps.worker.single((tx) => repo.findSession(tx, sessionId));
  if (!session) return false;
  const ids = { userId: session.user_id, sessionId, createdAt: session.created_at };
  const run: Run = (work) => deps.worker.forUser(ids.userId, work);
  const now = deps.clock.now();
  const port = deps.providers.videoKyc;
  if (!port) {
    // Its desk is no longer ours to ask: without this the person could neither go on there nor record here.
    deps.log.warn({ sessionId }, 'video desk: none any more, the call is over');
    await close(deps, run, ids);
    return true;
  }
  try {
    const state = await port.get(sessionId, { requestId: sessionId, actor: 'job' });
    await apply(deps, run, ids, { state, occasion, happenedAt });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const wasNeverMade =
      error instanceof VideoSessionNotFound &&
      now.getTime() - session.created_at.getTime() > VIDEO_SENDING_MS;
    if (wasNeverMade) await close(deps, run, ids);
    else
      await run(async (tx) => {
        await logAttempt(tx, ids.userId, { kind: 'video', outcome: error.name }, now);
        await repo.postponeLook(tx, ids, nextVideoLook(session.looks_count + 1, now));
      });
  }
  return true;
}

/** The desk never heard of it, or there is none any more: the person may start again, and nothing is said about them. */
async function close(deps: VideoProviderDeps, run: Run, ids: repo.VideoSessionIds): Promise<void> {
  const step = { kind: 'closed', code: 'video_at_provider_failed' } as const;
  await settle(deps, run, ids, { step, phase: 'none', trouble: undefined, occasion: 'turn' });
}

async function apply(
  deps: VideoProviderDeps,
  run: Run,
  ids: Session,
  { state, ...why }: { readonly state: VideoKycState } & Why,
): Promise<VideoStep> {
  const step = judgeSession(state, { createdAt: ids.createdAt, now: deps.clock.now() });
  await settle(deps, run, ids, { step, phase: state.phase, trouble: state.trouble, ...why });
  return step;
}

async function settle(
  deps: VideoProviderDeps,
  run: Run,
  ids: repo.VideoSessionIds,
  seen: Omit<repo.SessionNews, 'nextLookAt' | 'isByPerson'> & Why,
): Promise<void> {
  const { step } = seen;
  await run(async (tx) => {
    const now = deps.clock.now();
    await lockProfile(tx, ids.userId);
    const session = await repo.findSession(tx, ids.sessionId);
    if (!session) return;
    // Closed meanwhile: nothing is written any more but that the session is over.
    if ((await findKyc(tx, ids.userId))?.credit_state === 'closed') return repo.dropSession(tx, ids, now);
    const nextLookAt = nextVideoLook(session.looks_count, now);
    const isByPerson = seen.occasion === 'person';
    if (!(await repo.moveSession(tx, ids, { ...seen, nextLookAt, isByPerson }, now))) {
      // Forward only: what is over stays over, and a contradiction is for a person to look into.
      if (session.status !== step.kind && step.kind !== 'open')
        deps.log.error(
          { sessionId: ids.sessionId, was: session.status, says: step.kind },
          'video verdict contradicts',
        );
      return;
    }
    const isAsBefore = session.phase === seen.phase && session.trouble === (seen.trouble ?? null);
    const isNews =
      seen.occasion === 'news' && !(seen.happenedAt !== undefined && seen.happenedAt < session.updated_at);
    if (step.kind === 'open' && !isByPerson && !isNews && isAsBefore) return;
    const isGoneOn = step.kind === 'open' && isByPerson;
    const status = isGoneOn ? ({ status: 'pending' } as const) : statusOf(step);
    // Verified meanwhile by a recording: this session has nothing more to say.
    if (!(await repo.saveVideoStatus(tx, ids.userId, status, now))) return;
    if (step.kind === 'approved') await withdrawReviews(tx, { userId: ids.userId, kind: 'video' });
    const notice = videoNotice(step, `${deps.config.publicUrl}/dashboard/kyc-verification`);
    if (notice) await deps.notifier.notify(tx, ids.userId, notice, now);
    await tx.call(ANNOUNCE, [ids.userId, 'kyc', ids.userId]);
  });
}

function statusOf(step: VideoStep): Parameters<typeof repo.saveVideoStatus>[2] {
  if (step.kind === 'approved') return { status: 'verified' };
  if (step.kind === 'open' && step.code === undefined) return { status: 'pending' };
  const { code } = step;
  const text = (step.kind === 'rejected' ? step.remarks : undefined) ?? (code && KYC_REASONS[code].en);
  const status = step.kind === 'rejected' ? 'rejected' : step.kind === 'closed' ? 'not_started' : step.status;
  return { status, code, text };
}

function portOf({ providers }: Pick<VideoProviderDeps, 'providers'>): VideoKycPort {
  if (!providers.videoKyc) throw new DomainError('provider_unavailable');
  return providers.videoKyc;
}
