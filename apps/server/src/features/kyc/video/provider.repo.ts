import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import type { VideoStep } from './provider.rules.ts';

export interface VideoSessionIds {
  readonly userId: string;
  readonly sessionId: string;
}

export interface VideoSessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly consent_id: string;
  readonly status: string;
  readonly phase: string | null;
  readonly trouble: string | null;
  readonly looks_count: number;
  readonly created_at: Date;
  /** When it was last looked at with an answer. */
  readonly updated_at: Date;
}

/** True of a session whose end its provider has not told yet. */
export const IS_SESSION_OPEN = oneOf('status', ['sending', 'open']);

/** The session that is asked for or under way; there is at most one. */
export async function findOpenSession(tx: Tx, userId: string): Promise<VideoSessionRow | undefined> {
  const [row] = await tx.call<VideoSessionRow>(
    `select id, user_id, consent_id, status, phase, trouble, looks_count, created_at, updated_at from video_sessions
     where user_id = $1 and ${IS_SESSION_OPEN}`,
    [userId],
  );
  return row;
}

export async function findSession(tx: Tx, sessionId: string): Promise<VideoSessionRow | undefined> {
  const [row] = await tx.call<VideoSessionRow>(
    `select id, user_id, consent_id, status, phase, trouble, looks_count, created_at, updated_at from video_sessions where id = $1`,
    [sessionId],
  );
  return row;
}

/** Written before the provider is asked: what becomes of it is then looked for, whatever happens to us. */
export async function insertSession(
  tx: Tx,
  ids: VideoSessionIds,
  consentId: string,
  at: { readonly now: Date; readonly nextLookAt: Date },
): Promise<void> {
  await tx.call(
    `insert into video_sessions (user_id, id, consent_id, status, created_at, updated_at, next_look_at)
     values ($1, $2, $3, 'sending', $4, $4, $5)`,
    [ids.userId, ids.sessionId, consentId, at.now, at.nextLookAt],
  );
}

export interface SessionNews {
  readonly step: VideoStep;
  readonly phase: string;
  readonly trouble: string | undefined;
  readonly nextLookAt: Date;
  /** Whether the person goes on with it. */
  readonly isByPerson: boolean;
}

/**
 * Moves an open session on. False when it is over already: a verdict stands. A look that finds everything as before leaves
 * `updated_at` alone: a call-back of what happened before that look, and after the last change, is still news.
 */
export async function moveSession(
  tx: Tx,
  { userId, sessionId }: VideoSessionIds,
  news: SessionNews,
  now: Date,
): Promise<boolean> {
  const { step, phase, trouble, nextLookAt, isByPerson } = news;
  const rows = await tx.call(
    `update video_sessions set status = $3, phase = $4, trouble = $5, looks_count = looks_count + 1,
       updated_at = case when $8 or status <> $3 or phase is distinct from $4 or trouble is distinct from $5
         then $6 else updated_at end,
       next_look_at = case when $3 = 'open' then $7::timestamptz end
     where user_id = $1 and id = $2 and ${IS_SESSION_OPEN} returning id`,
    [userId, sessionId, step.kind, phase, trouble ?? null, now, nextLookAt, isByPerson],
  );
  return rows.length > 0;
}

/** A look that told nothing: the next one is later. */
export async function postponeLook(
  tx: Tx,
  { userId, sessionId }: VideoSessionIds,
  nextLookAt: Date,
): Promise<void> {
  await tx.call(
    `update video_sessions set looks_count = looks_count + 1, next_look_at = $3
     where user_id = $1 and id = $2 and ${IS_SESSION_OPEN}`,
    [userId, sessionId, nextLookAt],
  );
}

/** Ends an open session without a word about the person, and the looking with it. */
export async function dropSession(tx: Tx, { userId, sessionId }: VideoSessionIds, now: Date): Promise<void> {
  await tx.call(
    `update video_sessions set status = 'closed', next_look_at = null, updated_at = $3
     where user_id = $1 and id = $2 and ${IS_SESSION_OPEN}`,
    [userId, sessionId, now],
  );
}

/** Writes the state of the video step that the person sees. False when it is verified already (by any way): that stays so. */
export async function saveVideoStatus(
  tx: Tx,
  userId: string,
  verdict: {
    readonly status: 'not_started' | 'pending' | 'verified' | 'rejected';
    readonly code?: string | undefined;
    readonly text?: string | undefined;
  },
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update kyc_records set video_status = $2, video_reason_code = $3, video_reason = $4, updated_at = $5,
       video_verified_at = case when $2 = 'verified' then $5::timestamptz end
     where user_id = $1 and video_status <> 'verified' returning user_id`,
    [userId, verdict.status, verdict.code ?? null, verdict.text ?? null, now],
  );
  return rows.length > 0;
}
