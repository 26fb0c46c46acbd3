import type { Tx } from '#platform/db/database.ts';

export interface PanReview {
  readonly id: string;
  readonly panSealed: Buffer;
  readonly panHash: Buffer;
  readonly panMasked: string;
  readonly fullName: string;
  readonly nameOnPan: string;
  readonly category: string | undefined;
  readonly namePercent: number | undefined;
}

export async function insertPanReview(tx: Tx, userId: string, review: PanReview, now: Date): Promise<void> {
  await tx.call(
    `insert into pan_reviews (user_id, id, pan_sealed, pan_hash, pan_masked, full_name, name_on_pan, category,
                              name_percent, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      userId,
      review.id,
      review.panSealed,
      review.panHash,
      review.panMasked,
      review.fullName,
      review.nameOnPan,
      review.category ?? null,
      review.namePercent === undefined ? null : Math.floor(review.namePercent),
      now,
    ],
  );
}

export interface PanReviewRow {
  readonly id: string;
  readonly pan_sealed: Buffer | null;
  readonly pan_hash: Buffer;
  readonly pan_masked: string;
  readonly full_name: string;
  readonly name_on_pan: string;
  readonly category: string | null;
  readonly name_percent: number | null;
}

const COLUMNS = 'id, pan_sealed, pan_hash, pan_masked, full_name, name_on_pan, category, name_percent';

export async function findPanReview(tx: Tx, userId: string, id: string): Promise<PanReviewRow | undefined> {
  const [row] = await tx.call<PanReviewRow>(
    `select ${COLUMNS} from pan_reviews where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row;
}

/** Finds the PAN review that staff are comparing right now. */
export async function findOpenPanReview(tx: Tx, userId: string): Promise<PanReviewRow | undefined> {
  const [row] = await tx.call<PanReviewRow>(
    `select ${COLUMNS} from pan_reviews
     where user_id = $1 and id = (
       select subject_id from reviews where user_id = $1 and kind = 'pan' and status = 'open'
     )`,
    [userId],
  );
  return row;
}

/** Once it is decided the number is not needed any more: an approved one stands in the profile. */
export async function dropPanOf(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.call('update pan_reviews set pan_sealed = null where user_id = $1 and id = $2', [userId, id]);
}

/** Drops the numbers of all tries but one: a try that waited behind another is of no use once that one is decided. */
export async function dropPansBut(tx: Tx, userId: string, keptId: string | null): Promise<void> {
  await tx.call(
    `update pan_reviews set pan_sealed = null
     where user_id = $1 and pan_sealed is not null and id is distinct from $2::uuid`,
    [userId, keptId],
  );
}

/** The newest try under a name that was kept while another was looked at. */
export async function findLaterTry(
  tx: Tx,
  userId: string,
  afterId: string,
  fullName: string | null,
): Promise<string | undefined> {
  const [row] = await tx.call<{ id: string }>(
    `select p.id from pan_reviews p join pan_reviews before on before.user_id = p.user_id and before.id = $2
     where p.user_id = $1 and p.id <> $2 and p.created_at >= before.created_at and p.full_name = $3
       and p.pan_sealed is not null
     order by p.created_at desc, p.id desc limit 1`,
    [userId, afterId, fullName],
  );
  return row?.id;
}

/**
 * The names that a member of staff found to be one with that of the verified PAN: the profile's own, and the one that it had
 * before it took over the PAN's. None where nobody had to compare.
 */
export async function listApprovedNames(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.call<{ full_name: string }>(
    `select distinct c.full_name from profiles p
     join kyc_records k on k.user_id = p.user_id and k.pan_status = 'verified'
     join pan_reviews c on c.user_id = p.user_id and c.pan_hash = p.pan_hash
       and p.full_name in (c.full_name, c.name_on_pan)
     join reviews r on r.user_id = p.user_id and r.subject_id = c.id and r.kind = 'pan' and r.status = 'approved'
     where p.user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.full_name);
}
