import type { Trace } from '#platform/http/trace.ts';
import {
  type AnswerOf,
  type BodyOf,
  type acceptChargeback,
  type addChargebackEvidence,
  CHARGEBACK_EVIDENCE_TYPES,
  type ChargebackDetail,
  type ChargebackStep,
  type representChargeback,
  type AuditAction,
} from '@mohlat/contract';
import { fileTypeFromBuffer } from 'file-type';
import { propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Download } from '#platform/http/endpoints.ts';
import { DISPUTE_TASK, disputeKey } from './dispute-job.ts';
import { summaryContext } from './answers.ts';
import * as repo from './answers.repo.ts';
import { allowedSteps, refusalOf } from './answers.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'vault' | 'files'>;

/** Shows staff one dispute and answers its bank. Each call throws not_found and the refusals of its step; each is audited. */
export interface AnswersService {
  get(actor: Actor, id: string, trace: Trace): Promise<ChargebackDetail>;
  add(
    actor: Actor,
    id: string,
    form: BodyOf<typeof addChargebackEvidence>,
    content: Buffer,
    trace: Trace,
  ): Promise<ChargebackDetail>;
  read(actor: Actor, id: string, fileId: string, trace: Trace): Promise<Download>;
  remove(actor: Actor, id: string, fileId: string, trace: Trace): Promise<ChargebackDetail>;
  represent(
    actor: Actor,
    id: string,
    body: BodyOf<typeof representChargeback>,
    trace: Trace,
  ): Promise<ChargebackDetail>;
  /** Rule: LEND-24: giving in moves money, and two decide. */
  accept(
    actor: Actor,
    id: string,
    body: BodyOf<typeof acceptChargeback>,
    trace: Trace,
  ): Promise<AnswerOf<typeof acceptChargeback>>;
}

/** An answer on its way is looked after again so soon. */
const PURSUE_MS = 10 * 60_000;

/** Has it told to the bank, in the transaction that decided so. The caller holds the lock. */
export async function sayLater(
  tx: Tx,
  { disputeRef, ...ids }: repo.DisputeIds & { readonly disputeRef: string },
  said: {
    readonly response: 'representing' | 'accepting';
    readonly by: string;
    readonly summarySealed?: Buffer;
  },
  now: Date,
): Promise<void> {
  await repo.say(tx, ids, { summarySealed: null, ...said }, now, new Date(now.getTime() + PURSUE_MS));
  await tx.enqueue(DISPUTE_TASK, { disputeRef }, { key: disputeKey(disputeRef), attemptsMax: 3 });
}

export function createAnswersService(deps: Deps): AnswersService {
  const { worker, clock, vault } = deps;
  return {
    ...keepingEvidence(deps),
    async get(actor, id, trace) {
      const userId = await ownerOf(deps, actor, id);
      return worker.asStaffFor(actor, userId, async (tx) => {
        await note(tx, clock.now(), 'read', { userId, id }, trace);
        return show(deps, tx, actor, { userId, id });
      });
    },
    async represent(actor, id, { summary }, trace) {
      const userId = await strangerOf(deps, actor, id);
      const ids = { userId, id };
      return worker.asStaffFor(actor, userId, async (tx) => {
        const { now, disputeRef, fileCount } = await admit(tx, clock, 'represent', ids);
        const summarySealed = vault.seal(summary, summaryContext(id));
        await sayLater(
          tx,
          { ...ids, disputeRef },
          { response: 'representing', by: actor.userId, summarySealed },
          now,
        );
        await note(tx, now, 'represented', ids, trace, { fileCount });
        return show(deps, tx, actor, ids);
      });
    },
    async accept(actor, id, { reason }, trace) {
      const userId = await strangerOf(deps, actor, id);
      return worker.asStaffFor(actor, userId, async (tx) => {
        const { now, amountPaise } = await admit(tx, clock, 'accept', { userId, id });
        const payload = { amountPaise };
        const proposal = { kind: 'chargeback_accept', objectId: id, userId, payload, reason } as const;
        return { approvalId: await propose(tx, actor, proposal, trace, now) };
      });
    },
  };
}

function keepingEvidence(deps: Deps): Pick<AnswersService, 'add' | 'read' | 'remove'> {
  const { worker, clock, files } = deps;
  return {
    async add(actor, id, { name }, content, trace) {
      const userId = await strangerOf(deps, actor, id);
      const ids = { userId, id };
      await worker.asStaffFor(actor, userId, (tx) => admit(tx, clock, 'add_evidence', ids));
      // The type comes from the bytes (magic number), not from the name or label the sender gave.
      const found = await fileTypeFromBuffer(content);
      const type = CHARGEBACK_EVIDENCE_TYPES.find((one) => one === found?.mime);
      if (!type) throw new DomainError('chargeback_evidence_unreadable');
      const file = { purpose: 'chargeback', type, content } as const;
      return files.storeFor(actor, userId, file, async (tx, fileId) => {
        const { now } = await admit(tx, clock, 'add_evidence', ids);
        await repo.addFile(tx, ids, { id: fileId, name, addedBy: actor.userId }, now);
        await note(tx, now, 'evidence_added', ids, trace, { fileId, type });
        return show(deps, tx, actor, ids);
      });
    },
    async read(actor, id, fileId, trace) {
      const userId = await ownerOf(deps, actor, id);
      const stored = await worker.asStaffFor(actor, userId, async (tx) => {
        const isOfIt = (await repo.listFiles(tx, { userId, id })).some((file) => file.id === fileId);
        const file = isOfIt ? await files.find(tx, userId, fileId) : undefined;
        if (!file) throw new DomainError('not_found');
        await note(tx, clock.now(), 'evidence_read', { userId, id }, trace, { fileId });
        return file;
      });
      return { type: stored.type, content: await files.open(stored) };
    },
    async remove(actor, id, fileId, trace) {
      const userId = await strangerOf(deps, actor, id);
      const ids = { userId, id };
      return worker.asStaffFor(actor, userId, async (tx) => {
        const { now } = await admit(tx, clock, 'remove_evidence', ids);
        if (!(await repo.removeFile(tx, ids, fileId))) throw new DomainError('not_found');
        await files.erase(tx, userId, [fileId]);
        await note(tx, now, 'evidence_removed', ids, trace, { fileId });
        return show(deps, tx, actor, ids);
      });
    },
  };
}

async function ownerOf({ worker }: Deps, actor: Actor, id: string): Promise<string> {
  const userId = await worker.asStaff(actor, (tx) => repo.findOwner(tx, id));
  if (userId === undefined) throw new DomainError('not_found');
  return userId;
}

/** For a step: never about one's own account. */
async function strangerOf(deps: Deps, actor: Actor, id: string): Promise<string> {
  const userId = await ownerOf(deps, actor, id);
  if (userId === actor.userId) throw new DomainError('own_account');
  return userId;
}

/** The dispute, locked, where a step may be taken, and the instant at which it may. */
async function admit(
  tx: Tx,
  clock: Deps['clock'],
  step: ChargebackStep,
  ids: repo.DisputeIds,
): Promise<repo.DisputeRow & { readonly now: Date }> {
  const row = await repo.lock(tx, ids, clock);
  if (!row) throw new DomainError('not_found');
  const refusal = refusalOf(step, row, row.now);
  if (refusal) throw new DomainError(refusal);
  return row;
}

type ChargebackDeed =
  Extract<AuditAction, `chargeback.${string}`> extends `chargeback.${infer Deed}` ? Deed : never;

async function note(
  tx: Tx,
  now: Date,
  what: ChargebackDeed,
  { userId: subjectId, id: objectId }: repo.DisputeIds,
  trace: Trace,
  details: object = {},
): Promise<void> {
  await writeAudit(
    tx,
    now,
    { action: `chargeback.${what}`, objectKind: 'chargeback', objectId, subjectId, details },
    trace,
  );
}

/** One dispute as staff see it, with what this member of staff may do about it. */
async function show(
  { clock, vault }: Pick<FeatureContext, 'clock' | 'vault'>,
  tx: Tx,
  actor: Actor,
  ids: repo.DisputeIds,
): Promise<ChargebackDetail> {
  const now = clock.now();
  const row = await repo.find(tx, ids, now);
  const facts = row && (await findFactsOn(tx, ids.userId, row.paymentId, clock.today()));
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
