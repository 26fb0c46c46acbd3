import { randomBytes } from 'node:crypto';
import {
  type AnswerOf,
  type getSharedReceipt,
  type listReceiptLinks,
  RECEIPT_LINK_DAYS,
  type shareReceipt,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './receipt-links.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'limits'>;

/** Nobody guesses 256 bits; only their hash is kept. */
const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

export interface ReceiptLinksService {
  share(actor: Actor, paymentId: string): Promise<AnswerOf<typeof shareReceipt>>;
  list(actor: Actor, paymentId: string): Promise<AnswerOf<typeof listReceiptLinks>>;
  revoke(actor: Actor, id: string): Promise<void>;
  show(token: string): Promise<AnswerOf<typeof getSharedReceipt>>;
}

export function createReceiptLinksService({ api, clock, limits }: Deps): ReceiptLinksService {
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
    async show(token) {
      const found = await repo.findToken(api, sha256(token));
      const row =
        found &&
        (await api.forUser(found.linked_by, (tx) =>
          repo.findShared(tx, found.linked_by, found.link_id, clock.now()),
        ));
      if (!row) throw new DomainError('not_found');
      return {
        amountPaise: row.amount_paise,
        cardLast4: row.last4,
        date: (row.paid_at ?? row.accepted_at).toISOString(),
        status: billOutcome(row.bill_status),
      };
    },
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
