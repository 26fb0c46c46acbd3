import {
  type AnswerOf,
  type getReceiptProof,
  type getSharedReceipt,
  type listReceiptLinks,
  type shareReceipt,
} from '@mohlat/contract';
import { isFrozen } from '@mohlat/lending';
import { type BusinessDate, istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { proveBooking } from '#features/evidence/index.ts';
import { keepOpen } from '#features/open-account.ts';
import type { PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { createLinks, type LinkRow, pageOfLinks } from '#platform/links/links.ts';
import * as repo from './links.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'config' | 'limits'>;

export interface ReceiptLinksService {
  share(actor: Actor, paymentId: string): Promise<AnswerOf<typeof shareReceipt>>;
  list(actor: Actor, paymentId: string, page: PageWanted): Promise<AnswerOf<typeof listReceiptLinks>>;
  revoke(actor: Actor, id: string): Promise<void>;
  show(token: string): Promise<AnswerOf<typeof getSharedReceipt>>;
  /** Proves that the books held what the link shows. Throws not_found where the link shows nothing. */
  prove(token: string): Promise<AnswerOf<typeof getReceiptProof>>;
}

export function createReceiptLinksService({ api, clock, config, limits }: Deps): ReceiptLinksService {
  const links = createLinks<LinkRow>({ api, clock }, repo.RECEIPT_LINKS);

  /** Looks as the person who made the link. Throws not_found once it shows nothing. */
  const look = <T>(
    token: string,
    work: (tx: Tx, userId: string, row: repo.SharedRow) => T | Promise<T>,
  ): Promise<T> =>
    links.follow(token, async (tx, userId, link) => {
      const row = await repo.findShared(tx, userId, link.payment_id);
      invariant(row, 'a payment disappeared');
      return work(tx, userId, row);
    });

  return {
    share: (actor, paymentId) =>
      api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        const ids = { userId: actor.userId, paymentId };
        const made = await links.make(tx, (now, expiresAt) => repo.insertLink(tx, ids, now, expiresAt));
        if (!made) throw new DomainError('not_found');
        await limits.countIn(tx, 'receipt_link');
        return { ...toLink(made.row), token: made.token };
      }),
    list: (actor, paymentId, page) =>
      api.asUser(actor, async (tx) => {
        if (!(await repo.isOwn(tx, actor.userId, paymentId))) throw new DomainError('not_found');
        const rows = await links.list(tx, actor.userId, paymentId);
        const { items, nextCursor } = pageOfLinks(rows, page);
        return { items: items.map(toLink), nextCursor };
      }),
    revoke: links.revoke,
    show: (token) =>
      look(token, (_tx, _userId, row) => ({
        amountPaise: row.amount_paise,
        cardLast4: row.last4,
        date: (row.paid_at ?? row.accepted_at).toISOString(),
        status: billOutcome(row, istDate(clock.now().getTime())),
      })),
    prove: (token) => look(token, (tx, userId, row) => proveBooking(tx, { config }, userId, row.payment_id)),
  };
}

function toLink(row: LinkRow) {
  return { id: row.id, createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() };
}

/**
 * Names the outcome of the bill; whether it is repaid stays with the person. A bill that may be on its way back is not told to be
 * paid. Rule: LEND-X10
 */
function billOutcome(row: repo.SharedRow, today: BusinessDate): 'pending' | 'completed' | 'failed' {
  if (row.bill_status === 'paid')
    return row.is_owing && isFrozen(row.freezes, today) ? 'pending' : 'completed';
  return row.bill_status === 'failed' || row.bill_status === 'reversed' ? 'failed' : 'pending';
}
