import { PAN_RETRY_COUNT_MAX, PAN_RETRY_PAUSE_SECONDS } from '@mohlat/contract';
import { NetworkError, ProblemError } from '../../lib/problem.ts';

/** An answer without content: a technical failure, no verdict on the PAN. Rule: SPEC-7 */
export class NoDataError extends Error {
  override readonly name = 'NoDataError';
}

/** True where the PAN was not checked. A refusal by the issuer is an answer, so it is not retried. */
export function isTechnicalFailure(error: unknown): boolean {
  if (error instanceof NoDataError) return true;
  return error instanceof NetworkError || (error instanceof ProblemError && error.status >= 500);
}

interface RetryInput<T> {
  readonly send: () => Promise<T>;
  /** Told after each failed try that will be repeated. */
  readonly onRetry: (attempt: number) => void;
  readonly pause: (seconds: number) => Promise<void>;
}

/** Rule: SPEC-9. Up to two more tries, two seconds apart. */
export async function withPanRetries<T>({ send, onRetry, pause }: RetryInput<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt > PAN_RETRY_COUNT_MAX || !isTechnicalFailure(error)) throw error;
      onRetry(attempt);
      await pause(PAN_RETRY_PAUSE_SECONDS);
    }
  }
}
