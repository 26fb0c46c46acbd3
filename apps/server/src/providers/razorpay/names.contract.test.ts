import { DAY_MS } from '@mohlat/money';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, type SandboxWorld } from '#test/sandbox.ts';

const ctx = { requestId: 'contract', actor: 'job' } as const;
let world: SandboxWorld;
let people = 0;
beforeAll(async () => {
  world = await openSandbox();
});
afterAll(() => world.close());

async function customerNamed(name: string): Promise<string> {
  people += 1;
  const contact = `+9198${10_000_000 + people}`;
  return (await world.providers.mandates.openCustomer({ name, contact }, ctx)).customerRef;
}

test.each([
  'J',
  'Om',
  'Venkatanarasimharajuvaripeta Subrahmanyam Sripada Rao Bahadur',
  `${'ab '.repeat(40)}`,
])(
  'given a customer named %j, when it is opened, then its name is within the bounds of the rail',
  async (name) => {
    expect(await customerNamed(name)).toMatch(/^cust_/);
  },
);

test.each(['J', 'Om', 'RAJ', 'a'.repeat(130)])(
  'given an account holder named %j, when eNACH is registered, then the rail takes the name',
  async (holderName) => {
    const terms = {
      receipt: randomUUID(),
      kind: 'enach',
      customerRef: await customerNamed('Asha Rao'),
      maxAmount: 600_000,
      until: new Date(world.now().getTime() + 400 * DAY_MS),
      bank: { holderName, accountNumber: '123456789012', ifsc: 'HDFC0000001' },
    } as const;
    expect((await world.providers.mandates.register(terms, ctx)).orderRef).toMatch(/^order_/);
  },
);
