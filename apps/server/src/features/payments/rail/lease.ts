import { newId } from '#platform/crypto/ids.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { SubmitDeps } from './submit.ts';
import type { PaymentIds } from './work.repo.ts';

/** Longer than any call to the rail; each transaction of the holder begins it again. */
const LEASE_MS = 2 * 60_000;

/** Holders of this process whose lease could not be given back, by payment: the database was away. Each ends by itself. */
const unreturned = new Map<string, string>();
const UNRETURNED_MAX = 1000;

/** Another worker has the payment by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Does `work` as the only worker of a payment. `taken`: another worker has it, or took it over when this one was slow. What
 * `work` does through the deps it is given is written only while the lease is still its own.
 * Rule: PAY-15. Locks: the lease, before all others (LEND-C5).
 */
export async function leased<D extends Pick<SubmitDeps, 'worker' | 'clock' | 'log'>, T>(
  deps: D,
  ids: PaymentIds,
  work: (deps: D) => Promise<T>,
): Promise<T | 'taken'> {
  const { worker, clock, log } = deps;
  const left = unreturned.get(ids.paymentId);
  if (left !== undefined) await giveBack(worker, ids, left);
  const holder = newId();
  const ends = () => new Date(clock.now().getTime() + LEASE_MS);
  const take = 'select payment_lease_take($1, $2, $3, $4, $5) as done';
  const [taken] = await worker.once<{ done: boolean }>(take, [
    ids.userId,
    ids.paymentId,
    holder,
    clock.now(),
    ends(),
  ]);
  if (!taken?.done) return 'taken';
  try {
    return await work({ ...deps, worker: whileHeld(worker, (tx) => renew(tx, ids, holder, ends())) });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.warn({ paymentId: ids.paymentId }, 'another worker took a payment over');
    return 'taken';
  } finally {
    await giveBack(worker, ids, holder).catch((error: unknown) => {
      if (unreturned.size < UNRETURNED_MAX) unreturned.set(ids.paymentId, holder);
      log.warn({ paymentId: ids.paymentId, error }, 'a lease was not given back');
    });
  }
}

async function giveBack(worker: Database, { userId, paymentId }: PaymentIds, holder: string): Promise<void> {
  await worker.once('delete from payment_leases where user_id = $1 and payment_id = $2 and holder = $3', [
    userId,
    paymentId,
    holder,
  ]);
  unreturned.delete(paymentId);
}

/** Until the transaction ends no other worker can take it over. */
async function renew(tx: Tx, { userId, paymentId }: PaymentIds, holder: string, ends: Date): Promise<void> {
  const rows = await tx.call(
    'update payment_leases set ends_at = $4 where user_id = $1 and payment_id = $2 and holder = $3 returning 1',
    [userId, paymentId, holder, ends],
  );
  if (rows.length === 0) throw new LeaseLost();
}

function whileHeld(worker: Database, proveHeld: (tx: Tx) => Promise<void>): Database {
  return {
    ...worker,
    forUser: (userId, work) =>
      worker.forUser(userId, async (tx) => {
        await proveHeld(tx);
        return work(tx);
      }),
  };
}
