import { hintKey } from '#platform/jobs/hint-key.ts';

/** The task that asks the rail how a dispute stands. */
export const DISPUTE_TASK = 'collections.dispute';

/** The key under which a dispute is asked about, by whoever asks. */
export const disputeKey = (disputeRef: string): string => hintKey(DISPUTE_TASK, disputeRef);
