import { mayResolve } from '@mohlat/lending';
import { z } from 'zod';
import {
  approvalHandler,
  type ApprovalHandler,
  type ApprovalPicture,
  type ApprovalSubject,
} from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { resolveBreak } from '#features/breaks.ts';
import { bookClearing } from './reconciliation.books.ts';
import * as repo from './reconciliation.repo.ts';
import { PROPOSED_AS } from './reconciliation.rules.ts';
import { reversePayment } from './reconciliation.unwind.ts';

type Deps = Pick<FeatureContext, 'clock' | 'config'> & { readonly notifier: Notifier };

type Proposed = keyof typeof PROPOSED_AS;

/** The proposals about differences with a rail that need a second person. Rule: LEND-24 */
export function railApprovals(deps: Deps): ApprovalHandler[] {
  return [
    reverseApproval(deps),
    // Money that the rail will not give back is a loss only when two people say so: journal 36. Rule: LEND-X5.
    moneyApproval('loss'),
    // That it did give back is our own word until the statement is read: journals 7 and 8.
    moneyApproval('rail_returned'),
    moneyApproval('refund_arrived'),
    // That a row of the bank's needs no booking is our word alone, too: nothing is posted.
    moneyApproval('agreed'),
  ];
}

const PAYLOAD = z.object({ kind: z.string(), amountPaise: z.int().optional() });
type Subject = ApprovalSubject<z.infer<typeof PAYLOAD>>;

async function describe(
  tx: Tx,
  { objectId, payload }: Subject,
  resolution: Proposed,
): Promise<ApprovalPicture> {
  const row = await repo.findBreak(tx, objectId);
  return {
    facts: [
      { code: 'difference', value: row?.kind ?? 'gone' },
      { code: 'reference', value: row?.reference ?? '' },
      { code: 'ours_paise', value: row?.ours_paise ?? 0 },
      { code: 'theirs_paise', value: row?.theirs_paise ?? 0 },
      ...(resolution === 'reverse'
        ? []
        : [{ code: 'amount_paise', value: row ? repo.paiseDecided(row, resolution) : 0 } as const]),
    ],
    isCurrent: row !== undefined && fits(row, resolution, payload.amountPaise),
  };
}

/** True while the difference is open and holds what was proposed. */
function fits(row: repo.BreakRow, resolution: Proposed, proposedPaise: number | undefined): boolean {
  const amountPaise = repo.paiseDecided(row, resolution);
  return (
    row.resolved_at === null &&
    mayResolve(repo.differenceOf(row), resolution) &&
    (resolution === 'reverse' || (proposedPaise ?? amountPaise) === amountPaise)
  );
}

/**
 * Without the rail's own answer a paid bill is undone only when two people say that it came back: nothing is owed on it any
 * more. Rule: LEND-16 journal 9, LEND-24.
 */
function reverseApproval(deps: Deps): ApprovalHandler {
  return approvalHandler({
    kind: PROPOSED_AS.reverse,
    payload: PAYLOAD,
    describe: (tx, subject) => describe(tx, subject, 'reverse'),
    async apply(tx, { objectId, userId, reason }, { decidedBy }) {
      const row = await repo.findBreak(tx, objectId);
      if (
        !row?.payment_id ||
        row.resolved_at ||
        row.user_id !== userId ||
        !mayResolve(repo.differenceOf(row), 'reverse')
      )
        throw new DomainError('approval_stale');
      // Takes the locks of a loan before the difference's own (LEND-C5), and clears the difference with the others.
      const ids = { userId, paymentId: row.payment_id };
      const journalId = await reversePayment(deps, tx, ids, { resolvedBy: decidedBy, note: reason });
      const cleared = await repo.findBreak(tx, objectId);
      if (journalId === null || cleared?.resolution !== 'reverse') throw new DomainError('approval_stale');
    },
  });
}

function moneyApproval(resolution: Exclude<Proposed, 'reverse'>): ApprovalHandler {
  return approvalHandler({
    kind: PROPOSED_AS[resolution],
    payload: PAYLOAD,
    describe: (tx, subject) => describe(tx, subject, resolution),
    async apply(tx, { objectId, payload, reason }, { decidedBy, now }) {
      const row = await repo.lockBreak(tx, objectId);
      if (!row) throw new DomainError('approval_stale');
      const ids = { userId: row.user_id, id: row.id, kind: row.kind };
      if (!fits(row, resolution, payload.amountPaise)) throw new DomainError('approval_stale');
      // A journal is posted in a transaction of its own user, one without an owner in the house's. Within a query, for clusters
      // (decision 121).
      await tx.call('select name_person($1) from (values (1)) as once', [row.user_id]);
      const journalId = resolution === 'agreed' ? null : await bookClearing(tx, ids, resolution, now);
      if (resolution !== 'agreed' && journalId === null) throw new DomainError('approval_stale');
      await resolveBreak(tx, ids, { resolution, journalId, resolvedBy: decidedBy, note: reason }, now);
    },
  });
}
