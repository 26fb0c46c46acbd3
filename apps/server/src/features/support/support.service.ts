import { randomInt } from 'node:crypto';
import type { FeatureContext } from '#features/context.ts';
import type { Messenger } from '#features/notifications/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createLimiter, type Limiter } from '#platform/limits/limiter.ts';
import { insertMessage, type SupportMessage } from './support.repo.ts';
import { makeTicket, PER_ADDRESS, PER_SENDER } from './support.rules.ts';

export interface SupportService {
  /** Counts a call from a network address, before anything it sent is read. Throws too_many_requests. */
  count(address: string): Promise<void>;
  /** Takes a message, tells the sender its ticket and the team its text. Throws too_many_requests. */
  take(message: SupportMessage): Promise<{ ticket: string }>;
}

type Deps = Pick<FeatureContext, 'api' | 'vault' | 'clock' | 'log'> & {
  readonly messenger: Messenger;
  readonly lender: Pick<LenderIdentity, 'supportEmail'>;
};

export function createSupportService({ api, vault, clock, log, messenger, lender }: Deps): SupportService {
  const table = { schema: 'public', table: 'call_counts' } as const;
  const byAddress = createLimiter(
    { ...table, ...PER_ADDRESS, name: 'support.address', sweeps: true },
    api,
    log,
  );
  const bySender = createLimiter(
    { ...table, ...PER_SENDER, name: 'support.sender', sweeps: false },
    api,
    log,
  );

  async function store(tx: Tx, message: SupportMessage): Promise<string> {
    for (;;) {
      const ticket = makeTicket(randomInt);
      if (await insertMessage(tx, vault, ticket, message, clock.now())) return ticket;
    }
  }

  return {
    count: (address) => count(byAddress, address),
    async take(message) {
      // A mailbox is named by its keyed hash: the table of counts holds no addresses of people.
      await count(
        bySender,
        vault.fingerprint(message.email.toLowerCase(), 'support.sender').toString('base64'),
      );
      return api.plain(async (tx) => {
        const ticket = await store(tx, message);
        // Nothing a stranger typed goes into a mail to an address they typed: only the ticket does.
        await messenger.enqueue(tx, {
          channel: 'email',
          to: message.email,
          template: 'support.received',
          vars: { ticket },
        });
        await messenger.enqueue(tx, {
          channel: 'email',
          to: lender.supportEmail,
          template: 'support.forwarded',
          vars: { ...message, ticket },
        });
        return { ticket };
      });
    },
  };
}

async function count(limiter: Limiter, key: string): Promise<void> {
  const retryAfterSeconds = await limiter(key);
  if (retryAfterSeconds !== undefined) throw new DomainError('too_many_requests', { retryAfterSeconds });
}
