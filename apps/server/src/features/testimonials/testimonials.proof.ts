import type { AnswerOf, getProof } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import * as repo from './testimonials.repo.ts';

export type Proof = () => Promise<AnswerOf<typeof getProof>>;

/** The figures count every paid bill: they are read so often, however many visitors ask. */
const FIGURES_EVERY_MS = 600_000;
/** A sentence that its person takes back leaves the page after this time. */
const SENTENCES_EVERY_MS = 60_000;
const SHOWN_MAX = 6;

/** Reads the facts that the product can prove, and the sentences that staff published. */
export function createProof({ worker, clock }: Pick<FeatureContext, 'worker' | 'clock'>): Proof {
  const figures = keptFor(FIGURES_EVERY_MS, clock, () => worker.single((tx) => repo.readFigures(tx)));
  const sentences = keptFor(SENTENCES_EVERY_MS, clock, () =>
    worker.single((tx) => repo.readPublished(tx, SHOWN_MAX)),
  );
  return async () => {
    const [row, testimonials] = await Promise.all([figures(), sentences()]);
    return {
      billsPaidCount: row?.bills_paid ?? 0,
      datedCount: row?.dated ?? 0,
      inTimeCount: row?.in_time ?? 0,
      sealedOn: row?.sealed_on ?? null,
      testimonials,
    };
  };
}

/** Reads at most once in a time in each process; visitors who ask meanwhile share the answer. */
function keptFor<T>(
  everyMs: number,
  clock: Pick<FeatureContext['clock'], 'now'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | undefined;
  return () => {
    const nowMs = clock.now().getTime();
    if (last === undefined || Math.abs(nowMs - readAtMs) >= everyMs) {
      readAtMs = nowMs;
      last = read();
      // A look that failed is not kept.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };
}
