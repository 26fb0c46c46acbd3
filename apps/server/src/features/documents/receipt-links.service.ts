import { randomBytes } from 'node:crypto';
import {
  type AnswerOf,
  type getReceiptProof,
  type getSharedReceipt,
  type listReceiptLinks,
  RECEIPT_LINK_DAYS,
  type shareReceipt,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { proveBooking } from '#features/evidence/index.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './receipt-links.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'config' | 'limits'>;

/** Nobody guesses 256 bits; only their hash is kept. */
const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

export interface ReceiptLinksService {
  share(actor: Actor, paymentId: string): Promise<AnswerOf<typeof shareReceipt>>;
  list(actor: Actor, paymentId: string): Promise<AnswerOf<typeof listReceiptLinks>>;
  revoke(actor: Actor, id: string): Promise<void>;
  show(token: string): Promise<AnswerOf<typeof getSharedReceipt>>;
  /** Proves that the books held what the link shows. Throws not_found where the link shows nothing. */
  prove(token: string): Promise<AnswerOf<typeof getReceiptProof>>;
}

export function createReceiptLinksService({ api, clock, config, limits }: Deps): ReceiptLinksService {
  /** Looks as the person who made the link. Throws not_found once it shows nothing. */
  async function look<T>(
    token: string,
    work: (tx: Tx, userId: string, row: repo.SharedRow) => T | Promise<T>,
  ): Promise<T> {
    const found = await repo.findToken(api, sha256(token));
    if (!found) throw new DomainError('not_found');
    const { linked_by: userId, link_id: linkId } = found;
    return api.forUser(userId, async (tx) => {
      const row = await repo.findShared(tx, userId, linkId, clock.now());
      if (!row) throw new DomainError('not_found');
      return work(tx, userId, row);
    });
  }

  return {
    share: (actor, paymentId) =>
      api.asUser(actor, async (tx) => {
        const now = clock.now();
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        const expiresAt = new Date(now.getTime() + RECEIPT_LINK_DAYS * DAY_MS);
        const row = await repo.insertLink(tx, actor.userId, paymentId, sha256(token), now, expiresAt);
        if (!row) throw new DomainError('not_found');
        await limits.countIn(tx, 'receipt_link');
        return { ...toLink(row), token };
      }),
    list: (actor, paymentId) =>
      api.asUser(actor, async (tx) => {
        const rows = await repo.listLinks(tx, actor.userId, paymentId, clock.now());
        if (!rows) throw new DomainError('not_found');
        return { items: rows.map(toLink), nextCursor: null };
      }),
    revoke: (actor, id) =>
      api.asUser(actor, async (tx) => {
        if (!(await repo.revokeLink(tx, actor.userId, id, clock.now()))) throw new DomainError('not_found');
      }),
    show: (token) =>
      look(token, (_tx, _userId, row) => ({
        amountPaise: row.amount_paise,
        cardLast4: row.last4,
        date: (row.paid_at ?? row.accepted_at).toISOString(),
        status: billOutcome(row.bill_status),
      })),
    prove: (token) => look(token, (tx, userId, row) => proveBooking(tx, { config }, userId, row.payment_id)),
  };
}

function toLink(row: repo.LinkRow) {
  return { id: row.id, createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() };
}

/** What became of the bill; whether it is repaid stays with the person. */
function billOutcome(billStatus: string): 'pending' | 'completed' | 'failed' {
  if (billStatus === 'paid') return 'completed';
  return billStatus === 'failed' || billStatus === 'reversed' ? 'failed' : 'pending';
}
