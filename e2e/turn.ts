import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';

/**
 * Does something that journeys beside each other would disturb, one at a time: the sandbox has one desk, and it judges
 * the newest that waits. Longer than a test nobody waits: what a broken-off run left behind is taken over.
 */
export async function inTurn<T>(info: TestInfo, name: string, work: () => Promise<T>): Promise<T> {
  const { dataDir } = info.config.metadata as { dataDir: string };
  const mark = join(dataDir, `turn-${name}`);
  await expect
    .poll(
      () =>
        mkdir(mark).then(
          () => true,
          () => false,
        ),
      { message: `the turn for ${name}`, timeout: 60_000 },
    )
    .toBe(true);
  try {
    return await work();
  } finally {
    await rmdir(mark);
  }
}
