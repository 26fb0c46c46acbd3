import type { ApprovalFact, ApprovalFactCode, ApprovalKind, ReadableChange } from '@mohlat/contract';
import type { z } from 'zod';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

export interface ApprovalSubject<P = unknown> {
  readonly approvalId: string;
  /** The feature's own row: a loan, a difference with the rail, a refund. */
  readonly objectId: string;
  /** The owner of the account it concerns; the transaction acts for this person. Null where no account is concerned. */
  readonly userId: string | null;
  readonly payload: P;
  /** Why it was proposed. */
  readonly reason: string;
}

/** The member of staff who decided, and the moment. */
export interface ApprovalDecision {
  readonly decidedBy: string;
  readonly now: Date;
}

/** The facts that the second person (the checker) is shown. */
export interface ApprovalPicture {
  readonly facts: readonly (ApprovalFact & { readonly code: ApprovalFactCode })[];
  /** The changed fields, one by one; only for a change of settings. */
  readonly changes?: readonly ReadableChange[];
  /** False when what it is about has changed since it was proposed. */
  readonly isCurrent: boolean;
}

/** One feature's handler for its kind of proposal; handed in where everything is wired. */
export interface ApprovalHandler<P = unknown> {
  readonly kind: ApprovalKind;
  readonly payload: z.ZodType<P>;
  /** Describes the proposal for the second person, identifiers masked. Runs under the worker's role. */
  describe(tx: Tx, subject: ApprovalSubject<P>, now: Date): Promise<ApprovalPicture>;
  /**
   * Carries an approved proposal out, in the transaction that writes the decision and under the worker's role; takes its
   * own locks and looks at everything again. Throws approval_stale when what was proposed does not fit any more.
   */
  apply(tx: Tx, subject: ApprovalSubject<P>, decision: ApprovalDecision): Promise<void>;
}

/** Forgets what a handler's payload is, so that handlers of several features fit in one list. */
export function approvalHandler<P>(handler: ApprovalHandler<P>): ApprovalHandler {
  return handler;
}

export function handlerOf(handlers: readonly ApprovalHandler[], kind: string): ApprovalHandler {
  const found = handlers.find((one) => one.kind === kind);
  invariant(found, 'a kind of approval has no handler');
  return found;
}
