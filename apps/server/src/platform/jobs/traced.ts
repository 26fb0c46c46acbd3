import { isAbout, openTrail } from '#platform/tracing/trail.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { errorName } from '#platform/http/error-name.ts';

/** Runs a job as a trail of its own; one whose payload names a payment belongs to that payment's. */
export async function tracedRun(
  tracing: Tracing,
  task: string,
  payload: unknown,
  attempt: number,
  work: () => Promise<void>,
): Promise<void> {
  const trail = openTrail(
    { name: `job ${task}`, kind: 'consumer', facts: { 'mohlat.task': task, 'mohlat.attempt': attempt } },
    tracing.deliver,
  );
  let error: string | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  trail.enter(() => {
    const paymentId = paymentOf(payload);
    if (paymentId !== undefined) isAbout(paymentId);
    resolve(work());
  });
  try {
    await promise;
  } catch (caught) {
    error = errorName(caught);
    throw caught;
  } finally {
    trail.end({ error });
  }
}

function paymentOf(payload: unknown): string | undefined {
  const { paymentId } = (payload ?? {}) as { readonly paymentId?: unknown };
  return typeof paymentId === 'string' ? paymentId : undefined;
}
