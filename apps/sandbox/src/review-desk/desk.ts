import type { World } from '../core/world.ts';

export type DeskReview = {
  reviewId: string;
  kind: string;
  status: 'waiting' | 'approved' | 'rejected';
  remarks: string | null;
  openedAt: number;
  decidedAt: string | null;
};

/** The acts of the auditor when they are told nothing. */
export const POLICIES = ['approve', 'reject', 'wait'] as const;
export type Policy = (typeof POLICIES)[number];

export type Desk = {
  /** Asking again for the same review changes nothing. */
  open(reviewId: string, kind: string): DeskReview;
  find(reviewId: string): DeskReview | undefined;
  /** The given one if it waits, else the newest that does, of one kind where a kind is named. */
  waiting(reviewId: string | undefined, kind?: string): DeskReview | undefined;
  decide(review: DeskReview, verdict: 'approve' | 'reject', remarks: string | undefined): DeskReview;
  /** Sets the policy of one kind; without a kind, that of all kinds that have none of their own. */
  setPolicy(policy: Policy, kind?: string): void;
  list(): DeskReview[];
};

const POLICY = 'review_desk_policy';
const REJECTION = 'The face cannot be made out. Please record again in better light.';

/** The desk's books: a verdict falls in virtual time, and is told by a webhook. */
export function createDesk(world: World, decidesAfterMs: number): Desk {
  const book = world.store.book<DeskReview>('desk_review');
  const settingOf = (kind: string) => `${POLICY}:${kind}`;
  const policy = (kind: string) =>
    (world.store.readSetting(settingOf(kind)) ?? world.store.readSetting(POLICY) ?? 'approve') as Policy;

  const decide: Desk['decide'] = (review, verdict, remarks) => {
    const decided: DeskReview = {
      ...review,
      status: verdict === 'approve' ? 'approved' : 'rejected',
      remarks: remarks ?? (verdict === 'reject' ? REJECTION : null),
      decidedAt: new Date(world.clock.now()).toISOString(),
    };
    book.put(review.reviewId, decided);
    world.webhooks.emit('review_desk', 'review.decided', '/review-desk', {
      event: 'review.decided',
      reviewId: review.reviewId,
    });
    return decided;
  };

  world.timers.on('review_desk.decide', ({ reviewId }: { reviewId: string }) => {
    const review = book.find(reviewId);
    if (review?.status !== 'waiting') return;
    const what = policy(review.kind);
    if (what !== 'wait') decide(review, what, undefined);
  });

  return {
    open(reviewId, kind) {
      const known = book.find(reviewId);
      if (known) return known;
      const openedAt = world.clock.now();
      const review: DeskReview = {
        reviewId,
        kind,
        status: 'waiting',
        remarks: null,
        openedAt,
        decidedAt: null,
      };
      book.put(reviewId, review);
      world.timers.schedule(openedAt + decidesAfterMs, 'review_desk.decide', { reviewId });
      return review;
    },
    find: (reviewId) => book.find(reviewId),
    waiting: (reviewId, kind) =>
      book
        .list()
        .find(
          (one) =>
            one.status === 'waiting' &&
            (reviewId === undefined || one.reviewId === reviewId) &&
            (kind === undefined || one.kind === kind),
        ),
    decide,
    setPolicy: (next, kind) => world.store.writeSetting(kind === undefined ? POLICY : settingOf(kind), next),
    list: () => book.list(200),
  };
}
