import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBillerDirectory } from '#features/cards/index.ts';
import { readConfig } from '#platform/config/config.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { sandboxProvidersConfig } from '#providers/config.ts';
import { createProviders } from '#providers/index.ts';
import { patientPool } from '#test/database.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import { attemptsOf, clearFaults, drained, fault, somebody, statusesOf } from '#test/steps.ts';
import { shortPause } from '#test/waiting.ts';
import { leased } from './lease.ts';
import { submitPayment, type SubmitDeps } from './submit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function aPayment() {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('4021')).id, 200_000);
  return { person, id };
}

test('LEND-18: given a rail that takes no more calls, when it says when to come again, then the bill is paid then', async () => {
  await fault(server, 'setu_billpay', 'pay_start', { rate_limit: 1 }, 4);
  const { person, id } = await aPayment();
  await person.untilBill(id, 'paid', 'failed');
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'paid']);
});

test.each([
  ['an open circuit', { isHeldUp: () => true, maySubmit: () => true }, 0],
  ['a circuit that another payment tries again', { isHeldUp: () => false, maySubmit: () => false }, 1],
])(
  'LEND-18: given %s, when a payment is to be sent, then it waits and nothing has begun',
  async (_, circuit, fetched) => {
    await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
    const { person, id } = await aPayment();
    const ids = { userId: await idOf(person), paymentId: id };
    const clock = {
      now: () => new Date(server.now()),
      today: () => '2027-01-01' as never,
      offsetMs: () => 0,
      pause: shortPause,
    };
    const worker = createDatabase(patientPool(server.databaseUrl, 'mohlat_worker', 2), clock);
    const { masterKeys } = await readConfig({
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
      SANDBOX_URL: server.sandboxUrl,
    });
    const providers = createProviders(sandboxProvidersConfig(server.sandboxUrl, 1), { now: clock.now });
    const startFetch = vi.fn(providers.billPayment.startFetch);
    const billPayment = { ...providers.billPayment, ...circuit, startFetch };
    const deps = {
      worker,
      clock,
      log: createLog('silent'),
      vault: await openVault(server.databaseUrl, masterKeys),
      billers: createBillerDirectory(billPayment, createLog('silent')),
      providers: { billPayment },
    };
    await drained();
    // The product's own worker leaves it meanwhile.
    const submission = await leased(deps, ids, async (held) => {
      await clearFaults(server);
      const said = await submitPayment(held as unknown as SubmitDeps, ids);
      expect([await statusesOf(server, id), await attemptsOf(server, id)]).toEqual([['accepted'], []]);
      return said;
    });
    expect(submission).toBe('held_up');
    expect(startFetch).toHaveBeenCalledTimes(fetched);
    await Promise.all([worker.close(), providers.close()]);
    await person.untilBill(id, 'paid');
  },
);
