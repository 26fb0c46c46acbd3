import { MINUTE_MS } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createNotifier, createMessenger } from '#features/notifications/index.ts';
import { readConfig } from '#platform/config/config.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import { drained, somebody, statusesOf } from '#test/steps.ts';
import { leased } from './lease.ts';
import { settleFailed, UNSENT } from './settle.ts';
import { countResend, findWork, type PaymentIds } from './work.repo.ts';
import { patientPool } from '#test/database.ts';

let server: TestServer;
let worker: Database;
/** The workers' own clock, in milliseconds ahead of the product's. */
let aheadMs = 0;
const clock = {
  now: () => new Date(server.now() + aheadMs),
  today: () => '2027-01-01' as never,
  offsetMs: () => 0,
  pause: () => Promise.resolve(),
};
const log = createLog('silent');

beforeAll(async () => {
  server = await startTestServer();
  worker = createDatabase(patientPool(server.databaseUrl, 'mohlat_worker', 4), clock);
});
afterAll(async () => {
  await worker.close();
  await server.stop();
});
afterEach(async () => {
  aheadMs = 0;
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** Paid with a card whose ending says how that goes; the product's own workers have left it. */
async function aPayment(last4: string, status: 'submitted' | 'paid'): Promise<PaymentIds> {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard(last4)).id, 200_000);
  await person.untilBill(id, status);
  await drained();
  return { userId: await idOf(person), paymentId: id };
}

/** A paid payment: no job looks at it any more, only those that a test calls. */
const aQuiet = () => aPayment('4021', 'paid');

test('PAY-15: a verdict from before the sending leaves a payment that was sent alone', async () => {
  const ids = await aPayment('1006', 'submitted');
  const config = await readConfig({
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.dataDir,
    SANDBOX_URL: server.sandboxUrl,
  });
  const vault = await openVault(server.databaseUrl, config.masterKeys);
  const deps = { worker, clock, config, notifier: createNotifier(vault, createMessenger(vault, clock)) };
  expect(await settleFailed(deps, ids, UNSENT('not_sent'))).toBe(false);
  expect(await statusesOf(server, ids.paymentId)).toEqual(['accepted', 'submitted']);
});

test('PAY-15: of two workers of a payment the second finds it taken, until the first has given it back', async () => {
  const ids = await aQuiet();
  const deps = { worker, clock, log };
  const seen = await leased(deps, ids, () => leased(deps, ids, () => Promise.resolve('both')));
  expect(seen).toBe('taken');
  expect(await leased(deps, ids, () => Promise.resolve('alone'))).toBe('alone');
});

test('PAY-15: a worker that lost its lease writes nothing more, and leaves the payment to the next worker', async () => {
  const ids = await aQuiet();
  const deps = { worker, clock, log };
  const note = (to: Database) =>
    to.forUser(ids.userId, (tx) =>
      tx.call('update payments set enquiry_count = enquiry_count + 1 where id = $1 returning 1', [
        ids.paymentId,
      ]),
    );
  const slow = await leased(deps, ids, async (held) => {
    expect(await note(held.worker)).toHaveLength(1);
    aheadMs = 3 * MINUTE_MS;
    const quick = await leased(deps, ids, async (other) => {
      await expect(note(held.worker)).rejects.toThrow();
      return note(other.worker);
    });
    expect(quick).toHaveLength(1);
    return note(held.worker);
  });
  expect(slow).toBe('taken');
});

test('PAY-15: a payment whose worker waits for a lock is found taken at once', async () => {
  const ids = await aQuiet();
  const deps = { worker, clock, log };
  const seen = await leased(deps, ids, (held) =>
    held.worker.forUser(ids.userId, async () => {
      aheadMs = 3 * MINUTE_MS;
      return leased(deps, ids, () => Promise.resolve('both'));
    }),
  );
  expect(seen).toBe('taken');
});

test('PAY-15: a lease that could not be given back while the database was away is no obstacle afterwards', async () => {
  const ids = await aQuiet();
  let isAway = false;
  const flaky: Database = {
    ...worker,
    once: (text, values) =>
      isAway ? Promise.reject(new Error('connection lost')) : worker.once(text, values),
  };
  const deps = { worker: flaky, clock, log };
  const lost = leased(deps, ids, () => {
    isAway = true;
    return Promise.reject(new Error('connection lost'));
  });
  await expect(lost).rejects.toThrow('connection lost');
  isAway = false;
  expect(await leased(deps, ids, () => Promise.resolve('again'))).toBe('again');
});

test('LEND-X3: a payment that was settled while the rail was asked is not sent again', async () => {
  const ids = await aPayment('1006', 'submitted');
  await worker.forUser(ids.userId, async (tx) => {
    const attemptId = (await findWork(tx, ids))!.attempt_id!;
    const count = () => countResend(tx, ids, attemptId, 0);
    await tx.call('update payment_attempts set provider_ref = null where id = $1 returning 1', [attemptId]);
    await tx.call('savepoint settled');
    await tx.call(`update payments set bill_status = 'failed' where id = $1 returning 1`, [ids.paymentId]);
    expect(await count()).toBe(false);
    await tx.call('rollback to savepoint settled');
    expect(await count()).toBe(true);
  });
});
