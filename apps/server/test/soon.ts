import type { TestServer } from './harness.ts';
import { untilPassing } from './steps.ts';
import { drained } from './waiting.ts';

/**
 * Waits for what the product comes to by itself within seconds, and lets these pass on the clock: a few more whenever all that
 * is due is done and it is not so yet.
 */
export async function untilSoon<T>(server: TestServer, look: () => Promise<T | undefined>): Promise<T> {
  const atOnce = await look();
  if (atOnce !== undefined) return atOnce;
  await drained();
  return (await look()) ?? untilPassing(server, 'PT5S', look);
}
