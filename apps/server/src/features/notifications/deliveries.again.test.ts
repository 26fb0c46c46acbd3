import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { drained } from '#test/steps.ts';
import * as deliveries from './deliveries.repo.ts';
import { type Mailroom, openMailroom } from './deliveries.testing.ts';
import { SEND_CONTEXT, SEND_TASK } from './messages.ts';

let room: Mailroom;
beforeAll(async () => {
  room = await openMailroom();
});
afterAll(() => room.stop());

test.each([
  { channel: 'sms', to: '919812345678', status: 'delivered' },
  { channel: 'email', to: 'once@example.in', status: 'sent' },
] as const)(
  'LEND-20: given a message ($channel) that was sent, when its job runs again, then it does not leave twice',
  async ({ channel, to, status }) => {
    const { userId } = await room.someone();
    const id = newId();
    const message = { channel, to, template: 'mandate.active', vars: {}, userId } as const;
    const sealed = room.vault.seal(JSON.stringify(message), SEND_CONTEXT).toString('base64');
    const queue = () => room.worker.plain((tx) => tx.enqueue(SEND_TASK, { id, sealed, userId }));
    await room.worker.plain((tx) => deliveries.begin(tx, { ...message, id }, room.clock.now()));
    await queue();
    const first = await room.deliveryOf(userId, message.template, status);
    // As where its process ended between the note of the outcome and the end of the job.
    await queue();
    await drained();
    expect(await room.deliveryOf(userId, message.template, status)).toEqual(first);
    const outbox = `/outbox/${channel}?to=${encodeURIComponent(to)}`;
    expect(await room.server.control<object[]>('GET', outbox)).toHaveLength(1);
  },
);
