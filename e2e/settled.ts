import type { Page } from '@playwright/test';

/** Runs in the page: until nothing has moved for two frames; what inherits a colour moves once its parent has stopped. */
const SETTLED = `(async () => {
  const isMoving = ({ playState, effect }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  for (let quiet = 0; quiet < 2; ) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter(isMoving);
    quiet = moving.length === 0 ? quiet + 1 : 0;
    await Promise.race([
      Promise.allSettled(moving.map((one) => one.finished)),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ]);
  }
})()`;

/** Waits until what comes into view has come: colours on their way from one to another are nobody's colours. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED);
}
