import type { Tx } from '#platform/db/database.ts';

type Provider = 'cashfree_vrs' | 'msg91' | 'razorpay' | 'review_desk' | 'setu_billpay' | 'setu_data' | 'smtp';

/** The rail did not answer about what a webhook hinted at, and nothing else asks it again: the job of the hint is tried again. */
export class HintUnanswered extends Error {
  override readonly name = 'HintUnanswered';
}

/** Writes down what became of the events about a reference that still wait for an answer. */
export async function closeInbox(
  tx: Tx,
  provider: Provider,
  reference: string,
  outcome: 'enquired' | 'unmatched',
  now: Date,
): Promise<void> {
  await tx.call(
    `update webhook_inbox set processed_at = $3, outcome = $4
     where provider = $1 and subject_ref = $2 and processed_at is null`,
    [provider, reference, now, outcome],
  );
}
