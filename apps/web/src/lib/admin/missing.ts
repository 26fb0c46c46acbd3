import { ProblemError } from '../problem.ts';

/** Whether there is no such thing, or none of this reader's: an address that holds no id names nothing either. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  return error.status === 404 || error.fieldErrors.some(({ path }) => path === 'id');
}
