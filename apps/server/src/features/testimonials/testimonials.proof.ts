import type { AnswerOf, getProof } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import * as repo from './testimonials.repo.ts';

export type Proof = () => Promise<AnswerOf<typeof getProof>>;

/** It counts every paid bill: so often, however many visitors ask. */
const READ_EVERY_MS = 600_000;
const SHOWN_MAX = 6;

/** Reads what the product can prove, at most once in ten minutes in each process; visitors who ask meanwhile share the answer. */
export function createProof({ worker, clock }: Pick<FeatureContext, 'worker' | 'clock'>): Proof {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let last: ReturnType<Proof> | undefined;
  return () => {
    const nowMs = clock.now().getTime();
    if (last === undefined || Math.abs(nowMs - readAtMs) >= READ_EVERY_MS) {
      readAtMs = nowMs;
      last = read();
      // A look that failed is not kept.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };

  async function read(): ReturnType<Proof> {
    const row = await worker.plain((tx) => repo.readProof(tx, SHOWN_MAX));
    return {
      billsPaidCount: row?.bills_paid ?? 0,
      inTimeCount: row?.in_time ?? 0,
      sealedOn: row?.sealed_on ?? null,
      testimonials: [...(row?.testimonials ?? [])],
    };
  }
}
