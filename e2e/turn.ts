import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';

/** Longer than anybody's turn takes on a slow machine. */
const PATIENCE_MS = 150_000;

/**
 * Does something that journeys beside each other would disturb, one at a time: the sandbox has one desk, and it judges
 * the newest that waits. To wait for one's turn is not to hang, so the journey's own time goes on afterwards.
 */
export async function inTurn<T>(info: TestInfo, name: string, work: () => Promise<T>): Promise<T> {
  const { dataDir } = info.config.metadata as { dataDir: string };
  const mark = join(dataDir, `turn-${name}`);
  info.setTimeout(info.timeout + PATIENCE_MS);
  await expect
    .poll(
      () =>
        mkdir(mark).then(
          () => true,
          () => false,
        ),
      { message: `the turn for ${name}`, timeout: PATIENCE_MS },
    )
    .toBe(true);
  try {
    return await work();
  } finally {
    await rmdir(mark);
  }
}
