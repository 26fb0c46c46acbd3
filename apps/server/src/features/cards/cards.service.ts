import type { AnswerOf, Bill, BodyOf, Card, createCard, listCards, QueryOf } from '@mohlat/contract';
import { cardNetwork, isCardNumber, maskCard } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findContact } from '#features/me/index.ts';
import { keepOpen } from '#features/open-account.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderError } from '#providers/index.ts';
import { EXACTNESS_WORDS, type KeptBill } from './bill.rules.ts';
import type { BillerDirectory } from './billers.ts';
import * as repo from './cards.repo.ts';
import { BillNotFetched, fetchBill } from './fetch-bill.ts';

/** After so long the network may have the answer of a bank that takes its time. */
const LOOK_AGAIN_SECONDS = 5;
/** Saved cards of one person. */
const CARDS_MAX = 50;

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'limits'> & {
  readonly billers: BillerDirectory;
};

export interface CardsService {
  list(actor: Actor, page: QueryOf<typeof listCards>): Promise<AnswerOf<typeof listCards>>;
  /** Throws validation_failed, too_many_requests, card_limit. */
  create(actor: Actor, body: BodyOf<typeof createCard>): Promise<Card>;
  /** An empty nickname takes it away. */
  rename(actor: Actor, id: string, nickname: string): Promise<Card>;
  remove(actor: Actor, id: string): Promise<void>;
  /** Throws bill_not_ready where the bank still looks for it: asked again, the same fetch goes on. */
  fetchBill(actor: Actor, id: string, requestId: string): Promise<Bill>;
}

export function createCardsService(deps: Deps): CardsService {
  const { api, clock } = deps;
  return {
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const { items, nextCursor } = await repo.listCards(tx, actor.userId, page);
        return { items: items.map(toCard), nextCursor };
      }),
    create: (actor, body) => {
      const card = readCard(deps, actor, body);
      return api.asUser(actor, async (tx) => {
        // One card at a time: two at once would both be the fiftieth.
        await keepOpen(tx, actor.userId);
        await deps.limits.countIn(tx, 'card');
        if (card.isSaved && (await repo.countOtherCards(tx, actor.userId, card.fingerprint)) >= CARDS_MAX)
          throw new DomainError('card_limit');
        return toCard(await repo.saveCard(tx, actor.userId, card, clock.now()));
      });
    },
    rename: (actor, id, nickname) =>
      api.asUser(actor, async (tx) => {
        const row = await repo.nameCard(tx, actor.userId, id, nickname === '' ? null : nickname);
        if (!row) throw new DomainError('not_found');
        return toCard(row);
      }),
    remove: (actor, id) =>
      api.asUser(actor, async (tx) => {
        await repo.lockCredit(tx, actor.userId);
        if (!(await repo.findCard(tx, actor.userId, id))) throw new DomainError('not_found');
        if (await repo.isCardBusy(tx, actor.userId, id)) throw new DomainError('card_in_use');
        await repo.removeCard(tx, actor.userId, id, clock.now());
      }),
    fetchBill: (actor, id, requestId) => fetchAndKeep(deps, actor, id, requestId),
  };
}

/** The number ends here: last four, network and a keyed fingerprint are all that goes on. Rule: LEND-3 (Card). */
function readCard({ vault, clock }: Deps, actor: Actor, body: BodyOf<typeof createCard>): repo.NewCard {
  const errors = [];
  if (!isCardNumber(body.cardNumber)) errors.push({ path: 'cardNumber', message: 'Check the card number' });
  if (isExpired(body.expiry, clock.today()))
    errors.push({ path: 'expiry', message: 'This card has expired' });
  if (errors.length > 0) throw new DomainError('validation_failed', { errors });
  return {
    last4: body.cardNumber.slice(-4),
    network: cardNetwork(body.cardNumber) ?? 'unknown',
    nameOnCard: body.nameOnCard,
    expiry: body.expiry,
    bankName: body.bankName,
    nickname: body.nickname ? body.nickname : null,
    fingerprint: vault.fingerprint(body.cardNumber, `card:${actor.userId}`),
    isSaved: body.save ?? true,
  };
}

/** A card is good to the last day of its month. `MM/YY` against an Indian date. */
function isExpired(expiry: string, today: string): boolean {
  return `20${expiry.slice(3)}-${expiry.slice(0, 2)}` < today.slice(0, 7);
}

async function fetchAndKeep(deps: Deps, actor: Actor, id: string, requestId: string): Promise<Bill> {
  const { api, clock, vault, providers, billers } = deps;
  const { card, contact } = await api.asUser(actor, async (tx) => {
    const found = await repo.findCard(tx, actor.userId, id);
    if (!found) throw new DomainError('not_found');
    // Bills show a person's name and dues: only to a person whose identity is proven.
    if (!(await repo.isIdentityProven(tx, actor.userId))) throw new DomainError('kyc_incomplete');
    return { card: found, contact: await findContact(tx, vault, actor.userId) };
  });
  const { mobile } = contact;
  if (!mobile) throw new DomainError('mobile_required');
  const biller = await billers.find(card.bank_name);
  return fetchBill(
    { port: providers.billPayment, clock, vault },
    {
      userId: actor.userId,
      card,
      mobile,
      biller,
      context: { requestId, actor: 'user' },
      within: (work) => api.asUser(actor, work),
      count: (kind) => deps.limits.count(actor, kind),
    },
  ).then(toBill, refuse);
}

function refuse(error: unknown): never {
  if (error instanceof BillNotFetched) {
    if (error.reason === 'bill_not_due') throw new DomainError('bill_not_due');
    if (error.reason === 'customer_not_found') throw new DomainError('bill_not_found');
    if (error.reason === 'not_supported') throw new DomainError('biller_not_supported');
    if (error.reason === 'not_ready')
      throw new DomainError('bill_not_ready', { retryAfterSeconds: LOOK_AGAIN_SECONDS });
    throw new DomainError('biller_unavailable');
  }
  if (error instanceof ProviderError) throw new DomainError('biller_unavailable');
  throw error;
}

function toBill(bill: KeptBill): Bill {
  return {
    amountDuePaise: bill.amount,
    minimumDuePaise: bill.minimumDue ?? null,
    billDate: bill.billDate ?? null,
    dueDate: bill.dueDate ?? null,
    customerName: bill.customerName ?? null,
    exactness: EXACTNESS_WORDS[bill.exactness],
    payableUntil: bill.payableUntil.toISOString(),
  };
}

function toCard(row: repo.CardRow): Card {
  return {
    id: row.id,
    maskedNumber: maskCard(row.last4),
    last4: row.last4,
    network: row.network as Card['network'],
    nameOnCard: row.name_on_card,
    expiry: row.expiry,
    bankName: row.bank_name,
    nickname: row.nickname,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
