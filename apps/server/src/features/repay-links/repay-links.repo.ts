import { type REPAY_LINK_CHANNELS, REPAY_LINK_DAYS } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import type { LinkKind, LinkRow } from '#platform/links/links.ts';

type RepayLinkChannel = (typeof REPAY_LINK_CHANNELS)[number];

export interface RepayLinkRow extends LinkRow {
  /** Null for a link to the sum that ends the loan. */
  readonly instalment: number | null;
  /** The repayment whose order it opened last. */
  readonly repayment_id: string | null;
  /** Those whose orders it opened before: whoever has such a window open may still pay it. */
  readonly earlier_repayment_ids: readonly string[];
}

export const REPAY_LINKS: LinkKind = {
  table: 'repay_links',
  columns: 'id, payment_id, instalment, created_at, expires_at, repayment_id, earlier_repayment_ids',
  keepToken: 'keep_repay_token',
  findToken: 'find_repay_token',
  days: REPAY_LINK_DAYS,
};

interface JustSent extends RepayLinkRow {
  /** The ways that it went. */
  readonly sent_by: readonly RepayLinkChannel[];
  readonly is_asked_for: boolean;
}

/** Finds a link that stands and was sent to its person since an instant; none where every message of it failed or came back. */
export async function findSentSince(
  tx: Tx,
  { userId, paymentId }: Pick<NewLink, 'userId' | 'paymentId'>,
  since: Date,
): Promise<JustSent | undefined> {
  const [row] = await tx.call<
    RepayLinkRow & { readonly sent_by: readonly RepayLinkChannel[] | null; readonly is_asked_for: boolean }
  >(
    `select ${REPAY_LINKS.columns}, (
       select array_agg(d.channel order by d.channel) from deliveries d where d.user_id = l.user_id and d.about_id = l.id
         and d.status not in ('failed', 'dropped', 'bounced')) as sent_by,
       not exists (select 1 from contacts c
         where c.user_id = l.user_id and c.loan_id = l.payment_id and split_part(c.step, '_', 1) = 'link' and c.at <= l.created_at
           and not exists (select 1 from repay_links e where e.user_id = l.user_id and e.payment_id = l.payment_id
             and e.created_at >= c.at and e.created_at < l.created_at)) as is_asked_for
     from repay_links l where user_id = $1 and payment_id = $2 and revoked_at is null and created_at > $3
     order by created_at desc limit 1`,
    [userId, paymentId, since],
  );
  return row?.sent_by ? { ...row, sent_by: row.sent_by } : undefined;
}

interface NewLink {
  readonly userId: string;
  readonly paymentId: string;
  readonly instalment: number | null;
}

/**
 * Makes a link and takes back those that ask for the same money: the older one of its instalment, and one to the sum that ends the loan.
 * One to that sum takes all of them back. The caller has the lock of the loan's starts.
 */
export async function replaceLink(
  tx: Tx,
  { userId, paymentId, instalment }: NewLink,
  now: Date,
  expiresAt: Date,
): Promise<RepayLinkRow | undefined> {
  await tx.call(
    `update repay_links set revoked_at = $4
     where user_id = $1 and payment_id = $2 and revoked_at is null
       and ($3::integer is null or instalment is null or instalment = $3)`,
    [userId, paymentId, instalment, now],
  );
  const [row] = await tx.call<RepayLinkRow>(
    `insert into repay_links (user_id, payment_id, instalment, created_at, expires_at)
     values ($1, $2, $3, $4, $5) returning ${REPAY_LINKS.columns}`,
    [userId, paymentId, instalment, now, expiresAt],
  );
  return row;
}

/** The link opens the order of this repayment from now on; those it opened before are kept. */
export async function saveRepayment(
  tx: Tx,
  userId: string,
  linkId: string,
  repaymentId: string,
): Promise<void> {
  await tx.call(
    `update repay_links set repayment_id = $3,
       earlier_repayment_ids = array_remove(array_remove(earlier_repayment_ids, repayment_id), $3) || array_remove(array[repayment_id], null)
     where user_id = $1 and id = $2`,
    [userId, linkId, repaymentId],
  );
}
