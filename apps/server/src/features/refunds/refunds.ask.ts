import { type CollectionPort, ProviderRejected, type RefundState } from '#providers/index.ts';

/** A refund that the rail is to make. `key` is its receipt, too; `amount` is paise. */
export type WantedRefund = Parameters<CollectionPort['refund']>[0];

/**
 * Where the rail says a refund stands; `refused`: it clearly did not and does not make it; `held`: it does not show it, and may not
 * be asked now.
 */
export type RefundAnswer =
  | RefundState
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'held' };

/** Whether a request for a refund may leave now, and whether one may have left before. */
export type Leave = 'first' | 'again' | 'held';

/** The earlier in this list decides. */
const DECIDES: readonly RefundState['status'][] = ['processed', 'pending', 'failed'];

/**
 * Asks the rail for a refund. One that may have been asked for before is looked for first. Only the refusal of a request is a
 * verdict: of the first one, and of a repeat where the rail's list does not show by then what the earlier one made.
 * `markSent` writes down that the request leaves, unless it may not.
 * Throws ProviderError where the outcome is unknown: an enquiry that is refused says nothing of the refund. Rule: LEND-X1
 */
export async function askForRefund(
  collection: Pick<CollectionPort, 'refund' | 'refundsOf'>,
  wanted: WantedRefund,
  wasSent: boolean,
  markSent: () => Promise<Leave>,
): Promise<RefundAnswer> {
  const find = async () => {
    const known = await collection.refundsOf(wanted.paymentRef);
    const ours = known.filter(({ receipt, amount }) => receipt === wanted.key && amount === wanted.amount);
    // A rail that forgot the key made a refund of each repeat: a failed one hides none that moved money, or may yet.
    return ours.toSorted((one, other) => DECIDES.indexOf(one.status) - DECIDES.indexOf(other.status))[0];
  };
  const earlier = wasSent ? await find() : undefined;
  if (earlier) return earlier;
  const leave = await markSent();
  if (leave === 'held') return { status: 'held' };
  try {
    return await collection.refund(wanted, { requestId: wanted.key, actor: 'job' });
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    const made = leave === 'first' ? undefined : await find();
    return made ?? { status: 'refused', reason: error.providerCode ?? 'refused' };
  }
}
