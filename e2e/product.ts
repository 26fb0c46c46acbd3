import { expect, type Page, test as base } from '@playwright/test';
import { type Identity, Member, someone, type Stage } from './member.ts';
import { Outside } from './outside.ts';

interface Fixtures {
  readonly outside: Outside;
  /** Somebody known to the authorities, without an account. */
  readonly identity: Identity;
  /** Somebody who has come as far as a stage, and is logged in in `page`. */
  readonly member: (stage: Stage, page: Page) => Promise<Member>;
}

export const test = base.extend<Fixtures>({
  outside: async ({}, use, info) => {
    const { sandboxUrl, dataDir } = info.config.metadata as { sandboxUrl: string; dataDir: string };
    await use(new Outside(sandboxUrl, dataDir));
  },
  identity: async ({ outside }, use) => {
    const identity = someone();
    await outside.register(identity);
    await use(identity);
  },
  member: async ({ outside, identity, baseURL }, use) => {
    await use(async (stage, page) => {
      const member = await new Member(baseURL!, outside, identity).reach(stage);
      await member.enter(page);
      return member;
    });
  },
});

export { expect };

/** Fails the test when the page says something went wrong in its console. */
export function watchConsole(page: Page): () => void {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d)/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return () => expect(said, 'the console stays quiet').toEqual([]);
}

/** A toast; it says no more than the page does, so both are looked for apart. */
export function toastOf(page: Page, text: string) {
  return page
    .getByRole('region', { name: /^Messages/ })
    .getByText(text, { exact: true })
    .last();
}

/** Whether the screen is a phone's. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}
