import { randomBytes } from 'node:crypto';
import type { AnswerOf, listDeliveries } from '@mohlat/contract';
import { createClock } from '#platform/clock/clock.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { patientPool } from '#test/database.ts';
import { startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { createMessenger, type Message } from './messages.ts';
import type { Notice } from './notice.ts';
import { createNotifier } from './notify.ts';

type Delivery = AnswerOf<typeof listDeliveries>['items'][number];
interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly unsubscribe: string | null;
}

const REMINDER: Notice = {
  kind: 'service',
  type: 'info',
  icon: 'info',
  title: '₹5,000 is due on 5 December',
  description: 'For your HDFC Bank card ending 4242.',
  template: 'reminder.due_soon',
  vars: {
    amount: '₹5,000',
    date: '5 December',
    bank: 'HDFC Bank',
    last4: '4242',
    instalment: '1 of 3',
    link: 'http://localhost:3000/dashboard/payments/one',
  },
};

/** A server whose messages the test writes itself, and a member of support who looks what became of them. */
export async function openMailroom() {
  const key = randomBytes(32);
  const server = await startTestServer({ env: { MASTER_KEY: `k1:${key.toString('base64')}` } });
  const vault = await openVault(server.databaseUrl, [{ id: 'k1', bytes: key }]);
  const pool = patientPool(server.databaseUrl, 'mohlat_worker', 4);
  const clock = createClock(createLog('silent'));
  const worker = createDatabase(pool, clock);
  const messenger = createMessenger(vault, clock);
  const agent = await promote(server, await new Person(server).signUp());
  return {
    server,
    vault,
    clock,
    worker,
    agent,
    async someone(): Promise<{ person: Person; userId: string }> {
      const person = await new Person(server).signUp();
      return { person, userId: (await person.ok<{ id: string }>('GET', '/me')).id };
    },
    tell: (userId: string, change: Partial<Notice> = {}) =>
      worker.forUser(userId, (tx) =>
        createNotifier(vault, messenger).notify(tx, userId, { ...REMINDER, ...change }, clock.now()),
      ),
    post: (message: Message) => worker.plain((tx) => messenger.enqueue(tx, message)),
    mailTo: (person: Person, subject: string) =>
      until(async () => {
        const mails = await server.control<Mail[]>(
          'GET',
          `/outbox/email?to=${encodeURIComponent(person.email)}`,
        );
        return mails.find((mail) => mail.subject === subject);
      }),
    /** Waits until a message has this status, as staff see it. */
    deliveryOf: (userId: string, template: string, status: Delivery['status']) =>
      until(async () => {
        const { items } = await agent.ok<{ items: Delivery[] }>('GET', `/admin/users/${userId}/deliveries`);
        return items.find((item) => item.template === template && item.status === status);
      }),
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}
export type Mailroom = Awaited<ReturnType<typeof openMailroom>>;
