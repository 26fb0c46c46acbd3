import { HOUR_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#test/person.ts';
import { type Mailroom, openMailroom } from './deliveries.testing.ts';

let room: Mailroom;
beforeAll(async () => {
  room = await openMailroom();
});
afterAll(() => room.stop());

/** In the sandbox it is noon. */
const ago = (hours: number) => new Date(new Date(room.server.now()).getTime() - hours * HOUR_MS);

const VARS = {
  amount: '₹5,000',
  date: '5 December',
  days: '31',
  bank: 'HDFC Bank',
  last4: '4242',
  instalment: '1 of 3',
  agent: 'Ravi Kumar',
  phone: '9876543210',
  link: 'http://localhost:3000/dashboard/payments/one',
};

const jobOf = async (userId: string) => {
  const { rows } = await room.server.sql.query<{ hours: number }>(
    `select (extract(epoch from run_at - now()) / 3600)::float as hours from graphile_worker._private_jobs
     where payload ->> 'userId' = $1`,
    [userId],
  );
  return rows.find(({ hours }) => hours > 1);
};

test.each(['recovery.agent_named', 'reminder.formal_30', 'reminder.formal_60'] as const)(
  'LEND-23: given %s that could not leave by seven in the evening, then it waits for the next morning, and leaves',
  async (template) => {
    const { userId } = await room.someone();
    await room.tell(userId, { kind: 'must', template, vars: VARS, until: ago(1) });
    const { hours } = await until(() => jobOf(userId));
    expect(hours).toBeGreaterThan(20.5);
    expect(hours).toBeLessThan(21.3);
    expect(await room.deliveryOf(userId, template, 'queued')).toMatchObject({ reason: 'put_off' });
    await room.server.sql.query(
      `update graphile_worker._private_jobs set run_at = now() where payload ->> 'userId' = $1`,
      [userId],
    );
    expect(await room.deliveryOf(userId, template, 'sent')).toMatchObject({ reason: null });
  },
);

test.each([
  { template: 'reminder.formal_30', hours: 60 },
  { template: 'reminder.due_soon', hours: 1 },
] as const)(
  'given $template whose hours ended $hours hours ago, then it is no longer sent',
  async ({ template, hours }) => {
    const { userId } = await room.someone();
    await room.tell(userId, { kind: 'must', template, vars: VARS, until: ago(hours) });
    expect(await room.deliveryOf(userId, template, 'dropped')).toMatchObject({ reason: 'too_late' });
  },
);

test('LEND-23: given an address from which mails come back, then what is owed is tried there all the same', async () => {
  const { userId } = await room.someone();
  const to = 'comesback+owed@example.in';
  await room.post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
  await room.deliveryOf(userId, 'mandate.active', 'bounced');
  await room.post({ channel: 'email', to, template: 'recovery.agent_named', vars: VARS, userId });
  expect((await room.deliveryOf(userId, 'recovery.agent_named', 'bounced')).tries).toBe(1);
});
