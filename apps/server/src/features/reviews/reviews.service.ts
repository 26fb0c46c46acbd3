import type { Trace } from '#platform/http/trace.ts';
import type {
  AnswerOf,
  AuditAction,
  BodyOf,
  decideReview,
  getReview,
  getReviewFacts,
  listReviews,
  ReviewFact,
} from '@mohlat/contract';
import type { ActCall, ListCall } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import type { Download } from '#platform/http/endpoints.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { StoredFile } from '#platform/files/files.ts';
import { handlerOf, type ReviewHandler } from './reviews.handlers.ts';
import * as repo from './reviews.repo.ts';
import { applyVerdict } from './reviews.settle.ts';

export interface ReviewsService {
  /** A page that names people is audited, once for all of them. */
  readonly list: ListCall<typeof listReviews>;
  /** Throws not_found. Looking is audited. Birth date and place of a recording are masked, or left out. */
  get(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getReview>>;
  /** The same facts, whole, while the review is open. Throws not_found, review_decided. Audited as shown. */
  facts(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getReviewFacts>>;
  /** Throws not_found, also where the file was erased. Audited. */
  file(actor: Actor, id: string, trace: Trace): Promise<Download>;
  /** Throws not_found, own_account, review_decided. Rule: LEND-24: staff never decide about their own account. */
  readonly decide: ActCall<typeof decideReview>;
}

type Deps = Pick<FeatureContext, 'staff' | 'api' | 'worker' | 'clock' | 'files'> & {
  readonly handlers: readonly ReviewHandler[];
};

/** Lists, shows and decides reviews. The queue is read and decided under the staff's role; a person's rows under that person. */
export function createReviewsService(deps: Deps): ReviewsService {
  const { staff, clock, files } = deps;

  const look = (actor: Actor, id: string, trace: Trace, { action, whole }: Look) =>
    staff.asStaff(actor, async (tx) => {
      const row = await repo.findForStaff(tx, id);
      if (!row) throw new DomainError('not_found');
      if (whole && row.status !== 'open') throw new DomainError('review_decided', await firstOf(tx, id));
      const shown = whole ? { shown: Object.keys(handlerOf(deps.handlers, row.kind).veils ?? {}) } : {};
      const details = { kind: row.kind, ...shown };
      await writeAudit(tx, clock.now(), { action, ...aboutOf(row), details }, trace);
      return row;
    });

  return {
    list: (actor, page, trace) =>
      staff.asStaff(actor, async (tx) => {
        const rows = await repo.listForStaff(tx, page);
        const { items, nextCursor } = pageOf(rows, page.limit, ({ created_at: at, id: rowId }) => ({
          at,
          id: rowId,
        }));
        if (items.length > 0) {
          const details = { kind: page.kind ?? null, status: page.status, namedCount: items.length };
          const note = { action: 'reviews.read', objectKind: 'review', details } as const;
          await writeAudit(tx, clock.now(), note, trace);
        }
        return { items: items.map(toItem), nextCursor };
      }),
    async get(actor, id, trace) {
      const row = await look(actor, id, trace, { action: 'review.read' });
      const { facts, file } = await readSubject(deps, row);
      const { veils = {} } = handlerOf(deps.handlers, row.kind);
      return {
        ...toItem(row),
        facts: facts.flatMap((fact) => veiled(fact, veils)),
        isVeiled: facts.some(({ code }) => Object.hasOwn(veils, code)),
        file: file ? { type: file.type, sizeBytes: file.sizeBytes } : null,
      };
    },
    async facts(actor, id, trace) {
      const row = await look(actor, id, trace, { action: 'review.read', whole: true });
      return { facts: [...(await readSubject(deps, row)).facts] };
    },
    async file(actor, id, trace) {
      const row = await look(actor, id, trace, { action: 'review.file_read' });
      const { file } = await readSubject(deps, row);
      if (!file) throw new DomainError('not_found');
      return { type: file.type, content: await files.open(file) };
    },
    async decide(actor, id, verdict, trace) {
      const noted = await readNoted(deps, actor, id);
      const decided = await staff.asStaff(actor, (tx) =>
        decideIn(tx, deps, { actor, id, noted }, verdict, trace),
      );
      // The worker's role applies the verdict; should this process end here, the sweep finds it.
      await applyVerdict(deps, decided.user_id, id);
      return toItem(decided);
    },
  };
}

interface Look {
  readonly action: AuditAction;
  /** Facts are shown that others see masked. */
  readonly whole?: true;
}

function veiled(fact: ReviewFact, veils: NonNullable<ReviewHandler['veils']>): ReviewFact[] {
  const veil = veils[fact.code];
  const value = veil ? veil(fact.value) : fact.value;
  return value === null ? [] : [{ ...fact, value }];
}

interface Asked {
  readonly actor: Actor;
  readonly id: string;
  readonly noted: Readonly<Record<string, number>>;
}

async function decideIn(
  tx: Tx,
  { clock }: Deps,
  { actor, id, noted }: Asked,
  verdict: BodyOf<typeof decideReview>,
  trace: Trace,
): Promise<repo.StaffReviewRow> {
  const row = await repo.findForStaff(tx, id);
  if (!row) throw new DomainError('not_found');
  if (row.user_id === actor.userId) throw new DomainError('own_account');
  if (row.status === 'open' && (await repo.hasJudgedBefore(tx, row, actor.userId)))
    throw new DomainError('second_person_required');
  const now = clock.now();
  const isRejected = verdict.decision === 'reject';
  const decision = {
    status: isRejected ? ('rejected' as const) : ('approved' as const),
    reason: isRejected ? (verdict.reason ?? null) : null,
    reasonCode: isRejected ? (verdict.reasonCode ?? null) : null,
    decidedBy: actor.userId,
    readIncomePaise: isRejected ? null : (verdict.verifiedIncomePaise ?? null),
  };
  if (!(await repo.decide(tx, { userId: row.user_id, id }, decision, now)))
    throw new DomainError('review_decided', await firstOf(tx, id));
  const details = {
    kind: row.kind,
    before: row.status,
    after: decision.status,
    code: decision.reasonCode,
    ...noted,
    ...(decision.readIncomePaise === null ? {} : { verifiedIncomePaise: decision.readIncomePaise }),
  };
  const note = { ...aboutOf(row), details, reason: verdict.reason ?? null };
  await writeAudit(tx, now, { action: 'review.decided', ...note }, trace);
  const { status, reason, reasonCode } = decision;
  return { ...row, status, reason, reason_code: reasonCode, decided_at: now };
}

/** Read before the verdict and under the person, whose rows the staff's role does not see. Nothing for a review that is not there. */
async function readNoted(
  { staff, api, handlers }: Deps,
  actor: Actor,
  reviewId: string,
): Promise<Asked['noted']> {
  const row = await staff.asStaff(actor, (tx) => repo.findForStaff(tx, reviewId));
  const { noted } = row ? handlerOf(handlers, row.kind) : {};
  if (!row || !noted) return {};
  const { user_id: userId, subject_id: subjectId } = row;
  return api.forUser(userId, (tx) => noted(tx, { userId, reviewId, subjectId }));
}

/** Two who decide at once: the second is told who was first; no name where the desk was. */
async function firstOf(tx: Tx, id: string): Promise<{ first?: { by: string | null; at: Date } }> {
  const verdict = await repo.findVerdict(tx, id);
  return verdict?.at ? { first: { by: verdict.by, at: verdict.at } } : {};
}

/** Under the API's role and for this one person: no other person's rows can be seen. */
async function readSubject(
  { api, files, handlers }: Deps,
  row: repo.StaffReviewRow,
): Promise<{ facts: Awaited<ReturnType<ReviewHandler['facts']>>; file: StoredFile | undefined }> {
  const { user_id: userId, id: reviewId, subject_id: subjectId } = row;
  const handler = handlerOf(handlers, row.kind);
  return api.forUser(userId, async (tx) => {
    const subject = { userId, reviewId, subjectId };
    const fileId = await handler.fileId(tx, subject);
    return {
      facts: await handler.facts(tx, subject),
      file: fileId === undefined ? undefined : await files.find(tx, userId, fileId),
    };
  });
}

function aboutOf({ id, user_id: subjectId }: repo.StaffReviewRow) {
  return { objectKind: 'review', objectId: id, subjectId };
}

type Item = AnswerOf<typeof listReviews>['items'][number];

function toItem(row: repo.StaffReviewRow): Item {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    name: row.full_name,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
}
