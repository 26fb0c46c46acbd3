import type { AuditAction } from '@mohlat/contract';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { staysOpen } from '#features/open-account.ts';
import { closeInbox } from '#features/webhooks/index.ts';
import { type DueRow, enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import type { DeskVerdict } from '#providers/index.ts';
import { handlerOf } from './reviews.handlers.ts';
import * as repo from './reviews.repo.ts';
import { nextLookAt } from './reviews.rules.ts';
import { applyIn, applyVerdict, type SettleDeps, withdrawIfMoot } from './reviews.settle.ts';

type DeskDeps = SettleDeps & Pick<FeatureContext, 'providers'>;

const ids = z.object({ userId: z.string(), reviewId: z.string() });

const CLAIM_LIMIT = 100;
/** Open reviews the desk is to be asked about. */
const LOOKS = {
  table: 'reviews',
  column: 'next_look_at',
  only: "status = 'open'",
  since: 'created_at',
  nextLookAt,
  limit: CLAIM_LIMIT,
  task: repo.DESK_TASK,
  job: ({ userId, id }: DueRow) => ({ payload: { userId, reviewId: id }, key: `review:${id}` }),
} as const;
/** A process applies the verdict it wrote at once; after this long it is taken for lost. */
const LOST_AFTER_MS = 5_000;

/** Background work of reviews: telling the desk, reading what it says, and verdicts left without effect. */
export function reviewJobs(deps: DeskDeps): Job[] {
  return [
    job(repo.DESK_TASK, ids, ({ reviewId }) => askDesk(deps, reviewId)),
    // Follows the hint of the desk's webhook.
    job('reviews.hint', z.object({ reviewId: z.uuid() }), async ({ reviewId }) => {
      await askDesk(deps, reviewId);
      const now = deps.clock.now();
      await deps.worker.single((tx) => closeInbox(tx, 'review_desk', reviewId, 'enquired', now));
    }),
    job('reviews.apply', ids, ({ userId, reviewId }) => applyVerdict(deps, userId, reviewId)),
    job(repo.WITHDRAW_TASK, ids, ({ userId, reviewId }) => withdrawIfMoot(deps, userId, reviewId)),
  ];
}

/**
 * Finds what a lost webhook or a killed process left behind, and answers how much that is. Each look goes on behind the verdicts
 * of the last one and begins again at the end, so that none that fail keep a later one waiting.
 */
export function createReviewSweep({
  worker,
  clock,
  providers,
}: Pick<DeskDeps, 'worker' | 'clock' | 'providers'>): () => Promise<number> {
  let after: repo.Unapplied | undefined;
  return async () => {
    const now = clock.now();
    const lostBefore = new Date(now.getTime() - LOST_AFTER_MS);
    const due = providers.reviewDesk ? await enqueueDue(worker, LOOKS, now) : 0;
    return worker.plain(async (tx) => {
      const lost = await repo.listUnapplied(tx, lostBefore, { after, limit: CLAIM_LIMIT });
      const apply = lost.map(({ user_id: userId, id }) => ({
        payload: { userId, reviewId: id },
        key: `verdict:${id}`,
      }));
      await tx.enqueueAgain('reviews.apply', apply, { attemptsMax: 3 });
      after = lost.length === CLAIM_LIMIT ? lost.at(-1) : undefined;
      return due + lost.length;
    });
  };
}

/** Tells the desk of a review, or reads what it says of one it knows. */
async function askDesk(deps: DeskDeps, reviewId: string): Promise<void> {
  const { worker, clock, providers } = deps;
  const desk = providers.reviewDesk;
  if (!desk) return;
  const row = await worker.single((tx) => repo.findOpen(tx, reviewId));
  if (!row) return;
  const verdict = row.announced_at ? await desk.verdict(reviewId) : undefined;
  if (verdict) return decideByDesk(deps, row, verdict);
  await desk.open({ reviewId, kind: row.kind }, { requestId: reviewId, actor: 'job' });
  await worker.forUser(row.user_id, (tx) => repo.markAnnounced(tx, row.user_id, reviewId, clock.now()));
}

async function decideByDesk(deps: DeskDeps, row: repo.ReviewRow, verdict: DeskVerdict): Promise<void> {
  if (verdict.state === 'waiting') return;
  const { worker, clock } = deps;
  const status = verdict.state;
  const reason = verdict.state === 'rejected' ? (verdict.remarks ?? null) : null;
  await worker.forUser(row.user_id, async (tx) => {
    // Closed meanwhile: the erasing withdraws the review. The lock comes before that of the review, as there.
    if (!(await staysOpen(tx, row.user_id))) return;
    const now = clock.now();
    const decision = { status, reason, reasonCode: null, decidedBy: null };
    const isFirst = await repo.decide(tx, { userId: row.user_id, id: row.id }, decision, now);
    if (!isFirst) return;
    const subject = { userId: row.user_id, reviewId: row.id, subjectId: row.subject_id };
    const noted = (await handlerOf(deps.handlers, row.kind).noted?.(tx, subject)) ?? {};
    await applyIn(tx, deps, row.user_id, row.id);
    await tx.call('select audit_system($1, $2, $3, $4, $5, $6, $7, $8)', [
      now,
      'desk',
      'review.decided' satisfies AuditAction,
      'review',
      row.id,
      row.user_id,
      JSON.stringify({ kind: row.kind, before: 'open', after: status, ...noted }),
      reason,
    ]);
  });
}
