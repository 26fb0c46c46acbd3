import type { KycReasonCode, ReviewFact, ReviewKindName } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

export interface ReviewSubject {
  readonly userId: string;
  readonly reviewId: string;
  /** The feature's own row: a recording, a piece of evidence. */
  readonly subjectId: string;
}

export interface Verdict {
  readonly decision: 'approve' | 'reject';
  /** Words the person reads. */
  readonly reason: string | null;
  readonly reasonCode: KycReasonCode | null;
}

/** One feature's handler for its kind of review; handed in where everything is wired. */
export interface ReviewHandler {
  readonly kind: ReviewKindName;
  /** Lists the facts to compare, identifiers masked. The transaction sees this person's rows alone. */
  facts(tx: Tx, subject: ReviewSubject): Promise<readonly ReviewFact[]>;
  /**
   * Facts, by their codes, that only who judges an open review is shown whole; each is masked for the others, or left out where it
   * answers null. Left out: none.
   */
  readonly veils?: Readonly<Record<string, (value: string) => string | null>>;
  /**
   * Facts of the subject by which a verdict decides, for the signed log beside the verdict itself: figures, never an identifier. They do
   * not change once the review is open. Left out: none.
   */
  noted?(tx: Tx, subject: ReviewSubject): Promise<Readonly<Record<string, number>>>;
  /** The stored file to look at, if there is one. */
  fileId(tx: Tx, subject: ReviewSubject): Promise<string | undefined>;
  /** Applies the verdict, notices included. Exactly once, in the transaction that marks it as applied. */
  apply(tx: Tx, subject: ReviewSubject, verdict: Verdict, now: Date): Promise<void>;
  /**
   * True when nothing hangs on the verdict any more; what was kept for it alone is then let go in the same transaction.
   * Without it, reviews of this kind are never withdrawn.
   */
  dropIfMoot?(tx: Tx, subject: ReviewSubject): Promise<boolean>;
}

export function handlerOf(handlers: readonly ReviewHandler[], kind: string): ReviewHandler {
  const found = handlers.find((one) => one.kind === kind);
  invariant(found, 'a kind of review has no handler');
  return found;
}
