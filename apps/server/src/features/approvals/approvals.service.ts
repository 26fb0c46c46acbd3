import type { Trace } from '#platform/http/trace.ts';
import {
  type AnswerOf,
  APPROVAL_ROLES,
  type ApprovalItem,
  type BodyOf,
  type decideApproval,
  type getApproval,
  type listApprovals,
  type QueryOf,
  STAFF_ROLES,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { pageOf } from '#platform/db/cursor.ts';
import { type Actor, needing, type Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { ActCall, ListCall } from './approvals.calls.ts';
import {
  type ApprovalHandler,
  type ApprovalPicture,
  type ApprovalSubject,
  handlerOf,
} from './approvals.handlers.ts';
import * as repo from './approvals.repo.ts';

export interface ApprovalsService {
  /** A page that names people is audited, once for all of them. */
  readonly list: ListCall<typeof listApprovals>;
  /** Throws not_found. Looking is audited. */
  get(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getApproval>>;
  /**
   * Throws not_found, role_required, own_account, approval_already_decided, approval_expired, second_person_required,
   * proposer_without_role, approval_stale; of a loan's losses loan_frozen, debit_with_bank, repayment_disputed; of an excess
   * on its way back transfer_sum_changed, transfer_booked, other_way_proposed.
   * Rule: LEND-24: two different people, never for their own account.
   */
  readonly decide: ActCall<typeof decideApproval>;
}

type Deps = Pick<FeatureContext, 'staff' | 'worker' | 'clock'> & {
  readonly approvals: readonly ApprovalHandler[];
};

const DECIDE_WITHIN_MS = 7 * 24 * 3_600_000;
const EXPIRE_LIMIT = 100;

/** Lists, shows and decides proposals. The queue is read under the staff's role; the rest runs as the worker, for one account. */
export function createApprovalsService(deps: Deps): ApprovalsService {
  const { staff, worker, clock } = deps;
  const find = (actor: Actor, id: string) =>
    staff.asStaff(actor, async (tx) => {
      const row = await repo.findForStaff(tx, id, clock.now());
      if (!row) throw new DomainError('not_found');
      return row;
    });
  const actFor = <T>(actor: Actor, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
    userId === null ? worker.asStaff(actor, work) : worker.asStaffFor(actor, userId, work);

  return {
    list: (actor, page, trace) =>
      staff.asStaff(actor, async (tx) => {
        const rows = await repo.listForStaff(tx, page, clock.now());
        const place = ({ proposed_at: at, id }: repo.StaffApprovalRow) => ({ at, id });
        const { items, nextCursor } = pageOf(rows, page.limit, place);
        await auditNames(tx, clock.now(), page, items, trace);
        return { items: items.map(toItem), nextCursor };
      }),
    async get(actor, id, trace) {
      const row = await find(actor, id);
      return actFor(actor, row.subject_id, async (tx) => {
        const note = { action: 'approval.read', ...aboutOf(row), details: { kind: row.kind } } as const;
        await writeAudit(tx, clock.now(), note, trace);
        const picture = await describe(tx, deps.approvals, row, clock.now());
        const { facts, changes = [], isCurrent } = picture;
        return { ...toItem(row), facts: [...facts], changes: [...changes], isCurrent };
      });
    },
    async decide(actor, id, body, trace) {
      const { subject_id: userId, kind, proposed_by: proposer } = await find(actor, id);
      // Taking back what one proposed oneself takes no role but that of staff.
      const isTakenBack = body.decision === 'reject' && proposer === actor.userId;
      const door = isTakenBack ? actor : needing(actor, ...APPROVAL_ROLES[kind]);
      await actFor(door, userId, (tx) => decideIn(tx, deps, actor, id, body, trace));
      return toItem(await find(actor, id));
    },
  };
}

async function decideIn(
  tx: Tx,
  { clock, approvals }: Deps,
  actor: Actor,
  id: string,
  { decision, note }: BodyOf<typeof decideApproval>,
  trace: Trace,
): Promise<void> {
  const row = await repo.lock(tx, id);
  const now = clock.now();
  if (!row) throw new DomainError('not_found');
  if (row.subject_id === actor.userId) throw new DomainError('own_account');
  if (row.status === 'expired' || (row.status === 'open' && row.expires_at <= now))
    throw new DomainError('approval_expired');
  if (row.status !== 'open') throw await decidedBefore(tx, row);
  const isOwn = row.proposed_by === actor.userId;
  if (decision === 'approve') {
    if (isOwn) throw new DomainError('second_person_required');
    if (!(await repo.isProposerEntitled(tx, row, now))) throw new DomainError('proposer_without_role');
    const handler = handlerOf(approvals, row.kind);
    await handler.apply(tx, subjectOf(handler, row), { decidedBy: actor.userId, now });
  }
  const status = decision === 'approve' ? 'approved' : isOwn ? 'withdrawn' : 'rejected';
  await repo.decide(tx, id, { status, by: actor.userId, now, note: note ?? null });
  const details = { kind: row.kind, before: 'open', after: status, payload: row.payload };
  const done = { action: 'approval.decided', ...aboutOf(row), details, reason: note ?? null } as const;
  await writeAudit(tx, now, done, trace);
}

/** Two who decide at once: the second is told who was first. */
async function decidedBefore(
  tx: Tx,
  { decided_by: by, decided_at: at }: repo.ApprovalRow,
): Promise<DomainError> {
  const first = at && { by: by && (await repo.findName(tx, by)), at };
  return new DomainError('approval_already_decided', first ? { first } : {});
}

/** Describes a proposal as of today; a decided one is never current, so it shows nothing left to approve. */
async function describe(
  tx: Tx,
  handlers: readonly ApprovalHandler[],
  row: repo.ApprovalRow,
  now: Date,
): Promise<ApprovalPicture> {
  // Emptied with the books of its account.
  if (row.payload === null) return { facts: [], isCurrent: false };
  const handler = handlerOf(handlers, row.kind);
  const picture = await handler.describe(tx, subjectOf(handler, row), now);
  return { ...picture, isCurrent: picture.isCurrent && row.status === 'open' };
}

function subjectOf(handler: ApprovalHandler, row: repo.ApprovalRow): ApprovalSubject {
  const payload = handler.payload.parse(row.payload);
  const { id: approvalId, object_id: objectId, subject_id: userId, reason } = row;
  return { approvalId, objectId, userId, payload, reason };
}

/**
 * Proposes something for a second person, in the transaction that looked at it: one of `worker.asStaffFor`, or of
 * `worker.asStaff` where no account is concerned. Answers the proposal's id.
 * Throws own_account, approval_open. Rule: LEND-24 (maker and checker).
 */
export async function propose(
  tx: Tx,
  actor: Actor,
  proposal: repo.Proposal,
  trace: Trace,
  now: Date,
): Promise<string> {
  if (proposal.userId === actor.userId) throw new DomainError('own_account');
  await repo.expire(tx, now, EXPIRE_LIMIT);
  const expiresAt = new Date(now.getTime() + DECIDE_WITHIN_MS);
  const roles = actor.door?.roles ?? STAFF_ROLES;
  const id = await repo.insert(tx, proposal, { proposedBy: actor.userId, roles, now, expiresAt });
  if (id === undefined) throw new DomainError('approval_open');
  const { kind, objectId, payload, reason } = proposal;
  const row = { id, subject_id: proposal.userId };
  const details = { kind, objectId, payload, after: 'open' };
  const note = { action: 'approval.proposed', ...aboutOf(row), details, reason } as const;
  await writeAudit(tx, now, note, trace);
  return id;
}

/** Closes the proposals that were not decided in time. Answers how many. */
export function sweepApprovals({ worker, clock }: Pick<Deps, 'worker' | 'clock'>): Promise<number> {
  return worker.single((tx) => repo.expire(tx, clock.now(), EXPIRE_LIMIT));
}

/**
 * Writes one audit row for a page of accounts, none for a page without one. Proposals against colleagues get a row of their own
 * that those colleagues do not see: a count in the shared row would give them away.
 */
async function auditNames(
  tx: Tx,
  now: Date,
  { status, kind }: QueryOf<typeof listApprovals>,
  items: readonly repo.StaffApprovalRow[],
  trace: Trace,
): Promise<void> {
  const named = items.filter((one) => one.subject_id !== null);
  const [secret, told] = [named.filter(isKeptBack), named.filter((one) => !isKeptBack(one))];
  const details = { status, kind: kind ?? null };
  const look = { action: 'approvals.read', objectKind: 'approval' } as const;
  for (const { id } of secret) await writeAudit(tx, now, { ...look, objectId: id, details }, trace);
  if (told.length === 0) return;
  await writeAudit(tx, now, { ...look, details: { ...details, namedCount: told.length } }, trace);
}

/** As in the audit log: whom it is about is not told before it is decided. */
function isKeptBack({ kind, status }: repo.StaffApprovalRow): boolean {
  return kind === 'colleague_block' && status === 'open';
}

function aboutOf({ id, subject_id: subjectId }: Pick<repo.ApprovalRow, 'id' | 'subject_id'>) {
  return { objectKind: 'approval', objectId: id, subjectId };
}

function toItem(row: repo.StaffApprovalRow): ApprovalItem {
  const member = (id: string | null, name: string | null) => (id === null ? null : { id, name });
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    objectId: row.object_id,
    account: member(row.subject_id, row.subject_name),
    reason: row.reason,
    proposedBy: { id: row.proposed_by, name: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: member(row.decided_by, row.decider_name),
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
}
