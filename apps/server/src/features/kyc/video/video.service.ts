import { createHash, randomInt } from 'node:crypto';
import {
  type AnswerOf,
  type BodyOf,
  type completeRecording,
  type ConsentPurpose,
  type getVideoChallenge,
  type postRecording,
  type uploadProgress,
  VIDEO_LIMITS,
  VIDEO_TYPES,
} from '@mohlat/contract';
import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { lockProfile } from '#features/me/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { openReview } from '#features/reviews/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { StoredFile } from '#platform/files/files.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type ConsentLanguage, recordConsent } from '../consents.ts';
import { type Asked, onboarded } from '../kyc.asking.ts';
import { findKyc } from '../kyc.repo.ts';
import * as repo from './video.repo.ts';
import { CHALLENGE_MINUTES, isInIndia, isWhole, makePhrase } from './video.rules.ts';
import { readVideoMode } from './start.ts';

type Progress = z.infer<typeof uploadProgress>;
type HandedIn = AnswerOf<typeof completeRecording>;
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The video step, recorded by the person's own browser and judged by a person afterwards. Rule: LEND-24. */
export interface VideoService {
  /** Throws: onboarding_incomplete, kyc_incomplete, kyc_locked, video_at_provider, too_many_requests. */
  challenge(actor: Actor, asked: Asked): Promise<AnswerOf<typeof getVideoChallenge>>;
  /** Throws: not_found. */
  progress(actor: Actor, challengeId: string): Promise<Progress>;
  /** Throws: not_found, recording_complete, kyc_incomplete, kyc_locked, video_challenge_expired, payload_too_large. */
  putPart(actor: Actor, challengeId: string, index: number, content: Buffer): Promise<Progress>;
  /** Throws as putPart, and location_outside_india, recording_incomplete, video_unreadable. */
  complete(actor: Actor, challengeId: string, handedIn: BodyOf<typeof completeRecording>): Promise<HandedIn>;
  /** Checks that the person may send a recording at all, before it is read. Throws onboarding_incomplete, kyc_incomplete. */
  mayPost(actor: Actor): Promise<void>;
  /** A recording in one piece. Throws as complete. */
  post(actor: Actor, form: BodyOf<typeof postRecording>, content: Buffer): Promise<HandedIn>;
}

type Deps = Pick<FeatureContext, 'config' | 'api' | 'clock' | 'vault' | 'files' | 'limits'>;

/** Each use of camera, microphone and place is agreed to by itself. */
const PURPOSES = [
  'video_recording',
  'camera',
  'microphone',
  'location',
] as const satisfies readonly ConsentPurpose[];

export const locationContext = (userId: string) => `location:${userId}`;

export function createVideoService(deps: Deps): VideoService {
  const { api } = deps;
  return {
    challenge: (actor, asked) => giveChallenge(deps, actor, asked),
    progress: (actor, challengeId) => api.asUser(actor, (tx) => readProgress(tx, actor.userId, challengeId)),
    putPart: (actor, challengeId, index, content) => takePart(deps, actor, { challengeId, index, content }),
    async complete(actor, challengeId, { partCount, sha256, ...place }) {
      const parts = await api.asUser(actor, async (tx) => {
        await admit(deps, tx, actor.userId, challengeId);
        assertInIndia(place);
        const rows = await repo.listParts(tx, actor.userId, challengeId);
        const received = rows.map((row) => row.part_index);
        if (!isWhole(received, partCount)) throw new DomainError('recording_incomplete');
        const wanted = rows.filter((row) => row.part_index < partCount);
        await deps.limits.countIn(tx, 'recording');
        const files: (StoredFile | undefined)[] = [];
        for (const row of wanted) files.push(await deps.files.find(tx, actor.userId, row.file_id));
        return files;
      });
      const content = Buffer.concat(await openParts(deps, actor, challengeId, parts));
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw new DomainError('video_unreadable');
      return handIn(deps, actor, { challengeId, place, content });
    },
    mayPost: (actor) =>
      api.asUser(actor, async (tx) => {
        await ready(tx, actor.userId);
      }),
    async post(actor, { challengeId, ...place }, content) {
      await api.asUser(actor, async (tx) => {
        await admit(deps, tx, actor.userId, challengeId);
        assertInIndia(place);
        await deps.limits.countIn(tx, 'recording');
      });
      return handIn(deps, actor, { challengeId, place, content });
    },
  };
}

/** Parts in their order. One whose bytes are lost counts as one that has not arrived: it is taken out, and asked for again. */
async function openParts(
  { api, files }: Deps,
  actor: Actor,
  challengeId: string,
  parts: readonly (StoredFile | undefined)[],
): Promise<Buffer[]> {
  const contents: Buffer[] = [];
  for (const part of parts) {
    if (!part) throw new DomainError('recording_incomplete');
    const content = await files.open(part).catch(async (error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'file_lost')) throw error;
      await api.asUser(actor, async (tx) => {
        await repo.removePart(tx, actor.userId, challengeId, part.id);
        await files.erase(tx, actor.userId, [part.id]);
      });
      throw new DomainError('recording_incomplete');
    });
    contents.push(content);
  }
  return contents;
}

async function giveChallenge(deps: Deps, actor: Actor, { language }: Asked) {
  const { config, api, clock, limits } = deps;
  const { userId } = actor;
  return api.asUser(actor, async (tx) => {
    await keepOpen(tx, userId);
    const held = await ready(tx, userId);
    refuseLocked(held.video_status);
    if (readVideoMode(config.env) === 'provider') throw new DomainError('video_at_provider');
    await limits.countIn(tx, 'video');
    await agree(deps, tx, userId, language);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
    const challenge = { userId, id: newId(), phrase: makePhrase((below) => randomInt(below)), expiresAt };
    await repo.insertChallenge(tx, challenge, now);
    return { challengeId: challenge.id, phrase: challenge.phrase, expiresAt: expiresAt.toISOString() };
  });
}

/** The person whose PAN and Aadhaar are verified. Throws onboarding_incomplete, kyc_incomplete. */
async function ready(tx: Tx, userId: string) {
  const held = onboarded(await findKyc(tx, userId));
  if (!held.is_identity_known) throw new DomainError('kyc_incomplete');
  return held;
}

/** One recording waits for its verdict at a time, and an approved one stands. */
function refuseLocked(status: string): void {
  if (status === 'verified' || status === 'pending') throw new DomainError('kyc_locked');
}

/** The consents of one recording, each by itself. Asking on under a phrase of the same try writes none twice. */
async function agree({ clock }: Deps, tx: Tx, userId: string, language: ConsentLanguage): Promise<void> {
  const uncovered = await repo.listUncoveredConsents(tx, userId, PURPOSES);
  for (const purpose of PURPOSES)
    if (uncovered.includes(purpose)) await recordConsent(tx, userId, purpose, clock.now(), language);
}

/** Whether something may be written under a challenge. A consent taken back ends it. */
async function admit(
  { clock }: Deps,
  tx: Tx,
  userId: string,
  challengeId: string,
  options: { readonly lock?: boolean } = {},
): Promise<void> {
  const challenge = await repo.findChallenge(tx, userId, challengeId, options);
  if (!challenge) throw new DomainError('not_found');
  if (challenge.completed_at) throw new DomainError('recording_complete');
  // Before the age of the phrase: a person told that it expired would ask for another one and be refused that.
  refuseLocked((await ready(tx, userId)).video_status);
  if (challenge.expires_at <= clock.now()) throw new DomainError('video_challenge_expired');
  const uncovered = await repo.listUncoveredConsents(tx, userId, PURPOSES);
  if (uncovered.length > 0) throw new DomainError('video_challenge_expired');
}

function assertInIndia(place: Place): void {
  if (!isInIndia(place)) throw new DomainError('location_outside_india');
}

async function readProgress(tx: Tx, userId: string, challengeId: string): Promise<Progress> {
  const challenge = await repo.findChallenge(tx, userId, challengeId);
  if (!challenge) throw new DomainError('not_found');
  const parts = await repo.listParts(tx, userId, challengeId);
  return {
    status: challenge.completed_at ? 'complete' : 'open',
    receivedParts: parts.map((part) => part.part_index),
    receivedBytes: parts.reduce((sum, part) => sum + part.size_bytes, 0),
  };
}

interface Part {
  readonly challengeId: string;
  readonly index: number;
  readonly content: Buffer;
}

async function takePart(deps: Deps, actor: Actor, { challengeId, index, content }: Part): Promise<Progress> {
  const { api, clock, files, limits } = deps;
  const { userId } = actor;
  const makeRoom = async (tx: Tx, lock: boolean) => {
    await admit(deps, tx, userId, challengeId, { lock });
    const parts = await repo.listParts(tx, userId, challengeId);
    const others = parts.filter((part) => part.part_index !== index);
    const bytes = others.reduce((sum, part) => sum + part.size_bytes, content.length);
    if (bytes > VIDEO_LIMITS.sizeBytesMax) throw new DomainError('payload_too_large');
    return parts.find((part) => part.part_index === index);
  };
  await api.asUser(actor, async (tx) => {
    await makeRoom(tx, false);
    await limits.countIn(tx, 'recording_part');
  });
  const file = { purpose: 'video_part', type: 'application/octet-stream', content } as const;
  const first = (tx: Tx) => keepOpen(tx, userId);
  return files.store(actor, file, first, async (tx, fileId) => {
    const replaced = await makeRoom(tx, true);
    const part = { part_index: index, file_id: fileId, size_bytes: content.length };
    await repo.savePart(tx, userId, challengeId, part, clock.now());
    if (replaced) await files.erase(tx, userId, [replaced.file_id]);
    return readProgress(tx, userId, challengeId);
  });
}

interface Recording {
  readonly challengeId: string;
  readonly place: Place;
  readonly content: Buffer;
}

/** Keeps the recording, uses the challenge up, and puts the recording before the reviewers, all at once. */
async function handIn(deps: Deps, actor: Actor, recording: Recording): Promise<HandedIn> {
  const { clock, vault, files } = deps;
  const { challengeId, place, content } = recording;
  const { userId } = actor;
  const type = await typeOf(content);
  const first = (tx: Tx) => keepOpen(tx, userId);
  return files.store(actor, { purpose: 'video', type, content }, first, async (tx, fileId) => {
    const now = clock.now();
    await lockProfile(tx, userId);
    await admit(deps, tx, userId, challengeId, { lock: true });
    const locationSealed = vault.seal(JSON.stringify(place), locationContext(userId));
    const id = newId();
    await repo.insertRecording(tx, { userId, id, challengeId, fileId, locationSealed }, now);
    const parts = await repo.listParts(tx, userId, challengeId);
    await files.erase(
      tx,
      userId,
      parts.map((part) => part.file_id),
    );
    await repo.saveRecordedStatus(tx, userId, { status: 'pending' }, now);
    await openReview(tx, { userId, kind: 'video', subjectId: id }, now);
    await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
    return { status: 'pending' };
  });
}

/** Reads the type of a video from its bytes (magic number). Throws video_unreadable. */
async function typeOf(content: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(content);
  const type = VIDEO_TYPES.find((one) => one === found?.mime);
  if (!type) throw new DomainError('video_unreadable');
  return type;
}
