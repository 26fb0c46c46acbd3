import { expect, type Locator, type Page, test as base } from '@playwright/test';
import { type Identity, Member, someone, type Stage } from './member.ts';
import { Outside } from './outside.ts';

interface Fixtures {
  /** No journey goes over midnight in India, where a day's interest would be earned on the way. */
  readonly oneDay: void;
  readonly outside: Outside;
  /** A person known to the authorities, without an account. */
  readonly identity: Identity;
  /** A user who has come as far as a stage, and is logged in in `page`. */
  readonly member: (stage: Stage, page: Page) => Promise<Member>;
}

const DAY_MS = 86_400_000;
const IST_AHEAD_MS = 330 * 60_000;
/** No journey is given longer (autopay.spec.ts). */
const LONGEST_MS = 600_000;

/** Runs in each page: keeps what messages have said, since one that is good news goes by itself after six seconds. */
const KEEP_MESSAGES = `
  const shown = new WeakMap();
  const look = () => {
    for (const one of document.querySelectorAll('[data-sonner-toast] :is([data-title], [data-description])')) {
      if (shown.get(one) === one.textContent || !one.checkVisibility({ visibilityProperty: true })) continue;
      shown.set(one, one.textContent);
      globalThis.keepMessage(one.textContent);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });`;

const MESSAGES = new WeakMap<Page, readonly string[]>();

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await context.exposeBinding('keepMessage', ({ page }, text: string) => {
      MESSAGES.set(page, [...(MESSAGES.get(page) ?? []), text]);
    });
    await context.addInitScript(KEEP_MESSAGES);
    await use(context);
  },
  oneDay: [
    async ({}, use, { timeout }) => {
      const leftMs = DAY_MS - ((Date.now() + IST_AHEAD_MS) % DAY_MS);
      // A journey takes no longer than it is given.
      if (leftMs < timeout) await new Promise((resolve) => setTimeout(resolve, leftMs + 1000));
      await use();
    },
    { auto: true, timeout: 2 * LONGEST_MS },
  ],
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

/** Waits until a message has been shown, and counts it once: the same words are waited for again the next time. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const shown = () => MESSAGES.get(page) ?? [];
  await expect.poll(shown, { message: 'the messages shown' }).toContain(text);
  MESSAGES.set(page, shown().toSpliced(shown().indexOf(text), 1));
}

/** Whether the screen is a phone's. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/**
 * The customer's menu: the sidebar, or on a phone what slides in, opened. A line is looked for inside it and never on
 * the whole page: the menu's code comes when it is first asked for, and until then the bar at the foot answers to the
 * same names, then lies under the menu where no click reaches it.
 */
export async function menuOf(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.getByRole('complementary');
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

/** The addresses a menu leads to. A sweep walks them, so that it knows no page by name. */
export async function addressesIn(menu: Locator): Promise<string[]> {
  const links = menu.getByRole('navigation').getByRole('link');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
}
