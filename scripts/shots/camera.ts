import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { enlarge } from '../../e2e/large-letters.ts';

const SCREENS = {
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 860 },
} as const;
export type Screen = keyof typeof SCREENS;
const THEMES = ['light', 'dark'] as const;
const SETTLED_WITHIN_MS = 20_000;
/** Runs in the page: until nothing has moved for two frames; what inherits a colour moves once its parent has stopped. */
const AT_REST = `(async () => {
  for (let quiet = 0; quiet < 2; ) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations();
    quiet = moving.length === 0 ? quiet + 1 : 0;
    await Promise.allSettled(moving.map((one) => one.finished));
  }
})()`;

interface CameraOptions {
  readonly origin: string;
  readonly folder: string;
  /** Full names of the pictures that are wanted; all of them without a list. These are as tall as the window. */
  readonly kept?: ReadonlySet<string>;
  readonly onTaken: (name: string) => void;
}

export type Language = 'en' | 'hi';

/** A page with more than its address: a dialog that a button opens, or a state that no demo comes to by itself. */
interface Opened {
  readonly path: string;
  /** The name of the button whose dialog is taken. */
  readonly opens?: Readonly<Record<Language, string | RegExp>>;
  /** Typed into its last field before the picture. */
  readonly typed?: string;
  /** A call's answer, by the glob of its address, and how it is changed on its way. */
  readonly changes?: { readonly of: string; readonly to: (answer: never) => object };
}

/** A page by its address alone, or with more. */
export type Shot = string | Opened;
export type Shots = Readonly<Record<string, Shot>>;

/** A browser of one width that takes each screen in both themes. */
export class Camera {
  readonly screen: Screen;
  readonly page: Page;
  private readonly context: BrowserContext;
  private readonly options: CameraOptions;
  private language: Language = 'en';

  private constructor(screen: Screen, context: BrowserContext, page: Page, options: CameraOptions) {
    this.screen = screen;
    this.context = context;
    this.page = page;
    this.options = options;
  }

  static async open(browser: Browser, screen: Screen, options: CameraOptions): Promise<Camera> {
    const context = await browser.newContext({
      viewport: SCREENS[screen],
      baseURL: options.origin,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      isMobile: screen === 'phone',
      hasTouch: screen === 'phone',
      deviceScaleFactor: options.kept ? 1.5 : 1,
    });
    return new Camera(screen, context, await context.newPage(), options);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Whether a screen is wanted at all at this width. */
  wants(name: string): boolean {
    const { kept } = this.options;
    return !kept || THEMES.some((theme) => kept.has(`${name}-${this.screen}-${theme}`));
  }

  /** Opens an address and takes what it shows: the dialog that a button opens, where the shot names one. */
  async visit(name: string, shot: Shot, { isLarge = false } = {}): Promise<void> {
    if (!this.wants(name)) return;
    const { page } = this;
    const { path, opens, typed, changes } = typeof shot === 'string' ? ({ path: shot } as Opened) : shot;
    if (changes) await changeAnswer(page, changes);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (opens) {
      await page.getByRole('button', { name: opens[this.language] }).first().click();
      const dialog = page.getByRole('dialog').first();
      await dialog.waitFor();
      if (typed !== undefined) await dialog.getByRole('textbox').last().fill(typed);
    }
    if (isLarge) await enlarge(page);
    await this.take(name);
    if (changes) await page.unroute(changes.of);
  }

  async visitAll(shots: Shots, { suffix = '', isLarge = false } = {}): Promise<void> {
    for (const [name, shot] of Object.entries(shots)) await this.visit(`${name}${suffix}`, shot, { isLarge });
  }

  /** The language of the pages from now on; chosen in this browser, as by its button. */
  async speak(language: Language): Promise<void> {
    this.language = language;
    await this.page.evaluate((chosen) => localStorage.setItem('mohlat-language', chosen), language);
  }

  /** Takes the page as it stands, once nothing on it is still on its way, unless that is the picture. */
  async take(name: string, { isBusy = false } = {}): Promise<void> {
    const { page, screen } = this;
    const { folder, kept, onTaken } = this.options;
    const settle = async () => {
      if (!isBusy)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: SETTLED_WITHIN_MS });
      await page.evaluate(AT_REST);
    };
    await settle();
    await page.evaluate('scrollTo(0, 0)');
    // The window grows to the page's height: so a bar at its foot is at the foot of the picture. A dialog keeps its height.
    const isTall = !kept && (await page.getByRole('dialog').count()) === 0;
    if (isTall) await grow(page, screen, settle);
    for (const theme of THEMES) {
      const full = `${name}-${screen}-${theme}`;
      if (kept && !kept.has(full)) continue;
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(AT_REST);
      await page.screenshot({ path: join(folder, `${full}.png`) });
    }
    if (isTall) await page.setViewportSize(SCREENS[screen]);
    onTaken(`${name} (${screen})`);
  }

  /** Puts away the session of the user who is signed in, and what the page remembers. */
  async forget(): Promise<void> {
    await this.page.goto('/icon.svg');
    await this.page.evaluate('localStorage.clear(), sessionStorage.clear()');
    // An account remembers the language of its last pictures.
    await this.speak('en');
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context.setOffline(isOffline);
  }
}

/** Changes what the product answers to one call, until it is unrouted. */
async function changeAnswer(page: Page, { of, to }: NonNullable<Opened['changes']>): Promise<void> {
  await page.route(of, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ response, json: to((await response.json()) as never) });
  });
}

/** A page that is taller after so many turns never comes to rest. */
const GROWTHS_MAX = 8;

/** Makes the window as tall as the page. What comes into a taller window, as a list below its edge does, may make the page taller again. */
async function grow(page: Page, screen: Screen, settle: () => Promise<void>): Promise<void> {
  let height = 0;
  for (let turn = 0; turn < GROWTHS_MAX; turn += 1) {
    const wanted = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (wanted <= height) return;
    height = Math.max(SCREENS[screen].height, wanted);
    await page.setViewportSize({ ...SCREENS[screen], height });
    await settle();
  }
  throw new Error(`${page.url()} grows with its window without an end`);
}
