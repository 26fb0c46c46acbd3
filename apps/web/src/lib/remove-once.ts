import { ProblemError } from './problem.ts';

/** Where an answer was lost, a second press finds what the first one took away: it is as gone as was asked. */
export async function removeOnce(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
  }
}
