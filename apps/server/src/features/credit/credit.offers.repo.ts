import type { PastAssessment } from '@mohlat/contract';
import { type ListPlace, pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export type OfferStatus = 'open' | 'accepted' | 'declined' | 'replaced';

export interface OfferRow {
  readonly id: string;
  readonly assessment_id: string;
  readonly limit_paise: number;
  readonly status: OfferStatus;
  readonly expires_at: Date;
  /** The decision of two members of staff it comes of; null where it is the assessment's own. */
  readonly approval_id: string | null;
}

/** At most one offer is open: a new decision replaces the one before. */
export async function replaceOpenOffer(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call(
    `update credit_offers set status = 'replaced', decided_at = $2 where user_id = $1 and status = 'open'`,
    [userId, now],
  );
}

export async function saveOffer(
  tx: Tx,
  userId: string,
  offer: {
    readonly id: string;
    readonly assessmentId: string;
    readonly limitPaise: number;
    readonly expiresAt: Date;
    /** The decision of two members of staff it comes of; left out where it is the assessment's own. */
    readonly approvalId?: string;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into credit_offers (user_id, id, assessment_id, limit_paise, created_at, expires_at, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, offer.id, offer.assessmentId, offer.limitPaise, now, offer.expiresAt, offer.approvalId ?? null],
  );
}

const OFFER = 'select id, assessment_id, limit_paise, status, expires_at, approval_id from credit_offers';

/** The offer that can still be accepted. */
export async function findOpenOffer(tx: Tx, userId: string, now: Date): Promise<OfferRow | undefined> {
  const [row] = await tx.call<OfferRow>(
    `${OFFER} where user_id = $1 and status = 'open' and expires_at > $2`,
    [userId, now],
  );
  return row;
}

/** Call it with the account locked: every decision on an offer holds that lock. */
export async function findOffer(tx: Tx, userId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await tx.call<OfferRow>(`${OFFER} where user_id = $1 and id = $2`, [userId, id]);
  return row;
}

export async function closeOffer(
  tx: Tx,
  userId: string,
  id: string,
  status: Exclude<OfferStatus, 'open'>,
  now: Date,
): Promise<void> {
  await tx.call('update credit_offers set status = $3, decided_at = $4 where user_id = $1 and id = $2', [
    userId,
    id,
    status,
    now,
  ]);
}

/** Every assessment with what became of its offer, newest first. */
export async function listAssessments(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  now: Date,
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<
    ListPlace & {
      decision: PastAssessment['status'];
      score: number | null;
      limit_paise: number;
      outcome: { reasons?: { code: string; text: string }[] };
      offer_status: OfferStatus | null;
      is_expired: boolean | null;
    }
  >(
    `select a.id, a.at, a.decision, a.score, a.limit_paise, a.outcome, o.status as offer_status,
            o.expires_at <= $5 as is_expired
     from credit_assessments a left join credit_offers o
       on o.user_id = a.user_id and o.assessment_id = a.id and o.approval_id is null
     where a.user_id = $1 and ($2::timestamptz is null or (a.at, a.id) < ($2, $3))
     order by a.at desc, a.id desc limit $4`,
    [userId, after?.at ?? null, after?.id ?? null, page.limit + 1, now],
  );
  const { items, nextCursor } = pageOf(rows, page.limit, (row) => row);
  return {
    nextCursor,
    items: items.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      status: row.decision,
      score: row.score,
      limitPaise: row.limit_paise,
      reasons: row.outcome.reasons ?? [],
      offer: row.offer_status === 'open' && row.is_expired ? ('expired' as const) : row.offer_status,
    })),
  };
}
