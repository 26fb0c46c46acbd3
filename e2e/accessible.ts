import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

interface Wanted {
  /** A part of the page. */
  readonly within?: string;
  /** These rules and no others. */
  readonly rules?: readonly string[];
  /** Rules with one of these tags; without tags and rules the ones that axe itself starts with. */
  readonly tags?: readonly string[];
}

/** Lists the findings of axe on the page as it stands, once colours and sizes have come to rest. */
export async function findings(page: Page, { within, rules, tags }: Wanted = {}): Promise<string[]> {
  await page.evaluate(SETTLED);
  // Legacy mode reads frames of the page's own origin alone, and does not open a page to join the results: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (rules !== undefined) axe.withRules([...rules]);
  if (tags !== undefined) axe.withTags([...tags]);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** Insists that axe finds nothing in the page as it stands; in the other theme nothing differs but the colours. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const part = within === undefined ? {} : { within };
  expect(await findings(page, part), page.url()).toEqual([]);
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  expect(await findings(page, { ...part, rules: ['color-contrast'] }), `${page.url()}, other theme`).toEqual(
    [],
  );
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}
