import type { Tx } from '#platform/db/database.ts';

interface ChallengeRow {
  readonly phrase: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
}

export async function insertChallenge(
  tx: Tx,
  challenge: {
    readonly userId: string;
    readonly id: string;
    readonly phrase: string;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  const { userId, id, phrase, expiresAt } = challenge;
  await tx.call(
    'insert into video_challenges (user_id, id, phrase, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [userId, id, phrase, now, expiresAt],
  );
}

/** A challenge of this person; locked where something is about to be written under it. */
export async function findChallenge(
  tx: Tx,
  userId: string,
  id: string,
  { lock = false } = {},
): Promise<ChallengeRow | undefined> {
  const [row] = await tx.call<ChallengeRow>(
    `select phrase, created_at, expires_at, completed_at from video_challenges
     where user_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [userId, id],
  );
  return row;
}

/** Purposes among the given ones that no consent of this person covers since their last recording was handed in. */
export async function listUncoveredConsents(
  tx: Tx,
  userId: string,
  purposes: readonly string[],
): Promise<string[]> {
  const rows = await tx.call<{ purpose: string }>(
    `select purpose from unnest($2::text[]) as wanted (purpose)
     where not exists (
       select 1 from consents c
       where c.user_id = $1 and c.purpose = wanted.purpose and c.withdrawn_at is null
         and c.given_at > coalesce(
           (select max(completed_at) from video_challenges v where v.user_id = $1), '-infinity'::timestamptz))`,
    [userId, purposes],
  );
  return rows.map((row) => row.purpose);
}

export interface PartRow {
  readonly part_index: number;
  readonly file_id: string;
  readonly size_bytes: number;
}

export async function listParts(tx: Tx, userId: string, challengeId: string): Promise<PartRow[]> {
  return tx.call<PartRow>(
    `select part_index, file_id, size_bytes from video_parts
     where user_id = $1 and challenge_id = $2 order by part_index`,
    [userId, challengeId],
  );
}

export async function savePart(
  tx: Tx,
  userId: string,
  challengeId: string,
  part: PartRow,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into video_parts (user_id, challenge_id, part_index, file_id, size_bytes, received_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, challenge_id, part_index) do update
     set file_id = excluded.file_id, size_bytes = excluded.size_bytes, received_at = excluded.received_at`,
    [userId, challengeId, part.part_index, part.file_id, part.size_bytes, now],
  );
}

export async function removePart(tx: Tx, userId: string, challengeId: string, fileId: string): Promise<void> {
  await tx.call('delete from video_parts where user_id = $1 and challenge_id = $2 and file_id = $3', [
    userId,
    challengeId,
    fileId,
  ]);
}

/** The challenge is used up, and there is a recording. */
export async function insertRecording(
  tx: Tx,
  recording: {
    readonly userId: string;
    readonly id: string;
    readonly challengeId: string;
    readonly fileId: string;
    readonly locationSealed: Buffer;
  },
  now: Date,
): Promise<void> {
  const { userId, id, challengeId, fileId, locationSealed } = recording;
  await tx.call('update video_challenges set completed_at = $3 where user_id = $1 and id = $2', [
    userId,
    challengeId,
    now,
  ]);
  await tx.call(
    `insert into video_recordings (user_id, id, challenge_id, file_id, location_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, id, challengeId, fileId, locationSealed, now],
  );
}

interface RecordingRow {
  readonly file_id: string;
  readonly location_sealed: Buffer;
  readonly recorded_at: Date;
  readonly phrase: string;
}

export async function findRecording(tx: Tx, userId: string, id: string): Promise<RecordingRow | undefined> {
  const [row] = await tx.call<RecordingRow>(
    `select r.file_id, r.location_sealed, r.created_at as recorded_at, c.phrase
     from video_recordings r join video_challenges c on c.user_id = r.user_id and c.id = r.challenge_id
     where r.user_id = $1 and r.id = $2`,
    [userId, id],
  );
  return row;
}

/** Where the recorded video step stands. False when it is verified already, however it was: that stays so. */
export async function saveRecordedStatus(
  tx: Tx,
  userId: string,
  verdict: {
    readonly status: 'pending' | 'verified' | 'rejected';
    readonly reason?: string | null;
    readonly reasonCode?: string | null;
  },
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update kyc_records set video_status = $2, video_reason = $3, video_reason_code = $4,
       video_verified_at = case when $2 = 'verified' then $5::timestamptz else video_verified_at end, updated_at = $5
     where user_id = $1 and video_status <> 'verified' returning user_id`,
    [userId, verdict.status, verdict.reason ?? null, verdict.reasonCode ?? null, now],
  );
  return rows.length > 0;
}

interface OldPart {
  readonly user_id: string;
  readonly challenge_id: string;
  readonly part_index: number;
  readonly file_id: string;
}

export async function listOldParts(
  tx: Tx,
  before: Date,
  { without, limit }: { readonly without: readonly string[]; readonly limit: number },
): Promise<OldPart[]> {
  return tx.call<OldPart>(
    `select user_id, challenge_id, part_index, file_id from video_parts
     where received_at < $1 and file_id <> all($3::uuid[]) order by received_at limit $2`,
    [before, limit, without],
  );
}

export async function deletePart(tx: Tx, part: OldPart): Promise<void> {
  await tx.call(
    'delete from video_parts where user_id = $1 and challenge_id = $2 and part_index = $3 and file_id = $4',
    [part.user_id, part.challenge_id, part.part_index, part.file_id],
  );
}
