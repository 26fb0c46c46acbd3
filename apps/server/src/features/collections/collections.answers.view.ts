import type { ChargebackDetail } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { findFacts, outstandingOfFacts } from '#features/payments/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { summaryContext } from './collections.answers.ts';
import * as repo from './collections.answers.repo.ts';
import { allowedSteps } from './collections.answers.rules.ts';

/** One dispute as staff see it, with what this member of staff may do about it. */
export async function show(
  { clock, vault }: Pick<FeatureContext, 'clock' | 'vault'>,
  tx: Tx,
  actor: Actor,
  ids: repo.DisputeIds,
): Promise<ChargebackDetail> {
  const now = clock.now();
  const row = await repo.find(tx, ids, now);
  const facts = row && (await findFacts(tx, ids.userId, row.paymentId));
  if (!row || !facts) throw new DomainError('not_found');
  const isOurs = await repo.isFinance(tx);
  return {
    id: row.id,
    repaymentId: row.repaymentId,
    paymentId: row.paymentId,
    disputeRef: row.disputeRef,
    phase: row.phase,
    reasonCode: row.reasonCode,
    amountPaise: row.amountPaise,
    status: row.shownStatus,
    response: row.response,
    openedAt: row.openedAt.toISOString(),
    respondBy: iso(row.respondBy),
    deductedAt: iso(row.deductedAt),
    endedAt: iso(row.endedAt),
    account: { id: ids.userId, name: row.ownerName },
    repayment: {
      amountPaise: row.repaymentPaise,
      channel: row.channel,
      status: row.repaymentStatus,
      receivedAt: iso(row.receivedAt),
      paymentRef: row.paymentRef,
    },
    card: { bankName: facts.bankName, last4: facts.last4 },
    outstandingPaise: outstandingOfFacts(facts),
    evidence: (await repo.listFiles(tx, ids)).map(({ addedAt, addedBy, adderName, ...file }) => ({
      id: file.id,
      name: file.name,
      type: file.type,
      sizeBytes: file.sizeBytes,
      addedAt: addedAt.toISOString(),
      addedBy: { id: addedBy, name: adderName },
    })),
    said: saidOf(row, vault),
    openApprovalId: row.openApprovalId,
    difference: differenceOf(row),
    allowed: isOurs && ids.userId !== actor.userId ? allowedSteps(row, now) : [],
  };
}

function saidOf(row: repo.DisputeRow, vault: FeatureContext['vault']): ChargebackDetail['said'] {
  if (row.saidBy === null || row.saidAt === null) return null;
  return {
    summary: row.summarySealed === null ? null : vault.open(row.summarySealed, summaryContext(row.id)),
    by: { id: row.saidBy, name: row.sayerName },
    at: row.saidAt.toISOString(),
    refusal: row.refusal,
  };
}

function differenceOf(row: repo.DisputeRow): ChargebackDetail['difference'] {
  const { differenceId: id, differenceKind: kind, resolution, note: why, resolvedAt } = row;
  if (id === null || kind === null) return null;
  return { id, kind, resolution, note: why, resolvedAt: iso(resolvedAt) };
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
