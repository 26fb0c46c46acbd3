import type { Tx } from '#platform/db/database.ts';

interface OldPart {
  readonly user_id: string;
  readonly challenge_id: string;
  readonly part_index: number;
  readonly file_id: string;
}

export async function listOldParts(tx: Tx, before: Date, limit: number): Promise<OldPart[]> {
  return tx.call<OldPart & Record<string, unknown>>(
    `select user_id, challenge_id, part_index, file_id from video_parts
     where received_at < $1 order by received_at limit $2`,
    [before, limit],
  );
}

export async function deletePart(tx: Tx, part: OldPart): Promise<void> {
  await tx.call(
    'delete from video_parts where user_id = $1 and challenge_id = $2 and part_index = $3 and file_id = $4',
    [part.user_id, part.challenge_id, part.part_index, part.file_id],
  );
}
