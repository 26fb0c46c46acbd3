import { randomInt } from 'node:crypto';
import type { AnswerOf, listSupportRequests, QueryOf, SupportRequest, SupportThread } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Messenger } from '#features/notifications/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { findLanguage } from '#features/preferences/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createAddressLimit, createKeyLimit } from '#platform/limits/key-limit.ts';
import * as repo from './support.repo.ts';
import { makeTicket, PER_ACCOUNT, PER_ADDRESS, PER_SENDER, PER_SITE } from './support.rules.ts';

export interface SupportService {
  /** Counts a call from a network address, before anything it sent is read. Throws too_many_requests. */
  count(address: string): Promise<void>;
  /** Takes a visitor's message, tells the sender its ticket and the team its text. Throws too_many_requests. */
  take(message: repo.SupportMessage): Promise<{ ticket: string }>;
  /** The same from an account, which keeps the request. Throws too_many_requests. */
  open(actor: Actor, message: repo.SupportMessage): Promise<{ id: string; ticket: string }>;
  list(
    actor: Actor,
    page: QueryOf<typeof listSupportRequests>,
  ): Promise<AnswerOf<typeof listSupportRequests>>;
  /** Throws not_found. Its answers count as read. */
  get(actor: Actor, id: string): Promise<SupportThread>;
  /** Throws too_many_requests, not_found. */
  answer(actor: Actor, id: string, text: string): Promise<SupportThread>;
}

type Deps = Pick<FeatureContext, 'api' | 'vault' | 'clock' | 'log'> & {
  readonly messenger: Messenger;
  readonly lender: Pick<LenderIdentity, 'supportEmail'>;
};

export function createSupportService(deps: Deps): SupportService {
  const { api, vault, clock } = deps;
  const limits = createLimits(deps);
  return {
    count: limits.byAddress,
    async take(message) {
      await limits.bySender(senderKey(deps, message));
      return api.plain(async (tx) => {
        const { ticket } = await takeIn(deps, tx, message);
        return { ticket };
      });
    },
    async open(actor, message) {
      const isOwn = await api.asUser(actor, (tx) => repo.isOwnAddress(tx, actor.userId, message.email));
      // Strangers who name a person's address use up its share: its owner has one of their own.
      await limits.bySender(isOwn ? actor.userId : senderKey(deps, message));
      return api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        const language = await findLanguage(tx, actor.userId);
        const taken = await takeIn(deps, tx, { ...message, language });
        await repo.insertRequest(tx, actor.userId, taken.id, clock.now());
        return taken;
      });
    },
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const rows = await repo.listOwn(tx, page);
        const place = ({ updated_at: at, id }: repo.OwnRow) => ({ at, id });
        const { items, nextCursor } = pageOf(rows, page.limit, place);
        return { items: items.map((row) => toRequest(deps, row)), nextCursor };
      }),
    get: (actor, id) =>
      api.asUser(actor, async (tx) => {
        const thread = await findThread(deps, tx, id);
        await repo.markSeen(tx, actor.userId, id, clock.now());
        return thread;
      }),
    async answer(actor, id, text) {
      await limits.byAccount(actor.userId);
      return api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        if (!(await repo.writeAgain(tx, vault, id, text, clock.now()))) throw new DomainError('not_found');
        const thread = await findThread(deps, tx, id);
        await forward(deps, tx, thread, text);
        return thread;
      });
    },
  };
}

function createLimits(deps: Pick<Deps, 'api' | 'log'>) {
  return {
    byAddress: createAddressLimit(deps, 'support', {
      address: { ...PER_ADDRESS, sweeps: true },
      site: PER_SITE,
    }),
    bySender: createKeyLimit(deps, 'support.sender', PER_SENDER),
    byAccount: createKeyLimit(deps, 'support.account', PER_ACCOUNT),
  };
}

/** A mailbox is named by its keyed hash: the table of counts holds no addresses of people. */
function senderKey({ vault }: Pick<Deps, 'vault'>, { email }: repo.SupportMessage): string {
  return vault.fingerprint(email.toLowerCase(), 'support.sender').toString('base64');
}

async function takeIn(
  deps: Deps,
  tx: Tx,
  message: repo.SupportMessage,
): Promise<{ id: string; ticket: string }> {
  const { messenger, lender } = deps;
  const taken = await store(deps, tx, message);
  const { ticket } = taken;
  const { language = 'en', name, email, subject, message: text } = message;
  // Nothing a stranger typed goes into a mail to an address they typed: only the ticket does.
  const received = {
    channel: 'email',
    to: email,
    template: 'support.received',
    vars: { ticket },
    language,
  } as const;
  await messenger.enqueue(tx, received);
  const vars = { name, email, subject, message: text, ticket };
  await messenger.enqueue(tx, {
    channel: 'email',
    to: lender.supportEmail,
    template: 'support.forwarded',
    vars,
  });
  return taken;
}

async function store(
  { vault, clock }: Deps,
  tx: Tx,
  message: repo.SupportMessage,
): Promise<{ id: string; ticket: string }> {
  for (;;) {
    const ticket = makeTicket(randomInt);
    const id = await repo.insertMessage(tx, vault, ticket, message, clock.now());
    if (id !== undefined) return { id, ticket };
  }
}

/** The team hears of another message; who wrote it stands in the ticket. */
async function forward(
  { messenger, lender }: Deps,
  tx: Tx,
  thread: SupportThread,
  text: string,
): Promise<void> {
  const vars = { ticket: thread.ticket, subject: thread.subject, message: text };
  await messenger.enqueue(tx, {
    channel: 'email',
    to: lender.supportEmail,
    template: 'support.written_again',
    vars,
  });
}

async function findThread({ vault }: Pick<Deps, 'vault'>, tx: Tx, id: string): Promise<SupportThread> {
  const row = await repo.findOwn(tx, id);
  if (!row) throw new DomainError('not_found');
  const first = {
    id: row.id,
    from: 'sender' as const,
    text: repo.openField(vault, 'message', row.ticket, row.message_sealed),
    at: row.created_at.toISOString(),
  };
  const later = (await repo.listOwnLines(tx, id)).map((line) => ({
    id: line.id,
    from: line.is_staff ? ('support' as const) : ('sender' as const),
    text: repo.openLine(vault, line.id, line.text_sealed),
    at: line.at.toISOString(),
  }));
  return { ...toRequest({ vault }, row), lines: [first, ...later] };
}

/** Everything written under the requests of the account this transaction acts for, for its copy of its data. */
export async function listConversations(tx: Tx, vault: Deps['vault']) {
  const threads = [];
  for (const { id } of await repo.listOwn(tx, { limit: REQUESTS_MAX }))
    threads.push(await findThread({ vault }, tx, id));
  return threads.flatMap(({ ticket, subject, lines }) =>
    lines.map(({ from, text, at }) => ({ ticket, subject, from, message: text, at })),
  );
}
/** More than anybody may write in the time requests are kept. */
const REQUESTS_MAX = 100_000;

function toRequest({ vault }: Pick<Deps, 'vault'>, row: repo.OwnRow): SupportRequest {
  return {
    id: row.id,
    ticket: row.ticket,
    subject: repo.openField(vault, 'subject', row.ticket, row.subject_sealed),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    hasNews: row.answered_at !== null && row.answered_at > row.seen_at,
  };
}
