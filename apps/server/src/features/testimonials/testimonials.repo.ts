import type { AnswerOf, listTestimonials, QueryOf, TestimonialStatus } from '@mohlat/contract';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

interface OwnRow {
  readonly quote: string;
  readonly status: TestimonialStatus;
  readonly given_at: Date;
}

export async function findOwn(tx: Tx, userId: string, paymentId: string) {
  const [row] = await tx.call<OwnRow>(
    'select quote, status, given_at from testimonials where user_id = $1 and payment_id = $2',
    [userId, paymentId],
  );
  return row ? { quote: row.quote, status: row.status, givenAt: row.given_at.toISOString() } : null;
}

interface NewRow {
  readonly userId: string;
  readonly paymentId: string;
  readonly quote: string;
  readonly language: 'en' | 'hi';
}

/** Other words are a sentence of their own: staff read it again. */
export async function replaceOwn(
  tx: Tx,
  { userId, paymentId, quote, language }: NewRow,
  now: Date,
): Promise<void> {
  // Two at once follow one another: the later words stand.
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `testimonial:${userId}:${paymentId}`,
  ]);
  await removeOwn(tx, userId, paymentId);
  await tx.call(
    'insert into testimonials (user_id, payment_id, quote, language, given_at) values ($1, $2, $3, $4, $5)',
    [userId, paymentId, quote, language, now],
  );
}

export async function removeOwn(tx: Tx, userId: string, paymentId: string): Promise<void> {
  await tx.call('delete from testimonials where user_id = $1 and payment_id = $2', [userId, paymentId]);
}

interface StaffRow {
  readonly id: string;
  readonly user_id: string;
  readonly full_name: string | null;
  readonly quote: string;
  readonly language: 'en' | 'hi';
  readonly status: TestimonialStatus;
  readonly instalments: number;
  readonly given_at: Date;
  readonly decided_at: Date | null;
}

/** The oldest first: who waits longest is read first. */
export async function listByStatus(
  tx: Tx,
  { status, limit, cursor }: QueryOf<typeof listTestimonials>,
): Promise<AnswerOf<typeof listTestimonials>> {
  const after = readCursor(cursor);
  const rows = await tx.call<StaffRow>(
    `select t.id, t.user_id, f.full_name, t.quote, t.language, t.status, t.given_at, t.decided_at,
       p.instalment_count as instalments
     from testimonials t
     join payments p on p.user_id = t.user_id and p.id = t.payment_id
     left join profiles f on f.user_id = t.user_id
     where t.status = $1 and ($2::timestamptz is null or (t.given_at, t.id) > ($2, $3::uuid))
     order by t.given_at, t.id limit $4`,
    [status, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const { items, nextCursor } = pageOf(rows, limit, ({ given_at: at, id }) => ({ at, id }));
  return {
    items: items.map((row) => ({
      id: row.id,
      account: { id: row.user_id, name: row.full_name },
      quote: row.quote,
      language: row.language,
      status: row.status,
      instalments: row.instalments,
      givenAt: row.given_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

export async function findOwner(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from testimonials where id = $1', [id]);
  return row?.user_id;
}

/** False when it was taken back meanwhile. */
export async function judge(
  tx: Tx,
  verdict: {
    readonly id: string;
    readonly status: 'published' | 'declined';
    readonly decidedBy: string;
  },
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    'update testimonials set status = $2, decided_at = $3, decided_by = $4 where id = $1 returning id',
    [verdict.id, verdict.status, now, verdict.decidedBy],
  );
  return rows.length > 0;
}

interface FiguresRow {
  readonly bills_paid: number;
  readonly dated: number;
  readonly in_time: number;
  readonly sealed_on: string | null;
}

/** Reads the public figures over all users: counts of bills, and the last sealed day. */
export async function readFigures(tx: Tx): Promise<FiguresRow | undefined> {
  const [row] = await tx.call<FiguresRow>(
    `select b.bills_paid, b.dated, b.in_time, (select max(day_on)::text from anchors) as sealed_on
     from (select count(*)::integer as bills_paid, count(bill_due_on)::integer as dated,
             (count(*) filter (where ist_date(paid_at) <= bill_due_on))::integer as in_time
           from payments where bill_status = 'paid') b`,
  );
  return row;
}

interface PublishedRow {
  readonly quote: string;
  readonly language: 'en' | 'hi';
  readonly instalments: number;
}

/** Reads the sentences that staff published, the newest first. */
export async function readPublished(tx: Tx, shownMax: number): Promise<PublishedRow[]> {
  return await tx.call<PublishedRow>(
    `select t.quote, t.language, p.instalment_count as instalments
     from testimonials t join payments p on p.user_id = t.user_id and p.id = t.payment_id
     where t.status = 'published' order by t.given_at desc, t.id desc limit $1`,
    [shownMax],
  );
}
